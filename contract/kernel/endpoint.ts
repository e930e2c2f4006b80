import type { z } from 'zod'
import { elementAt } from './certain.ts'
import type { Right } from './duties.ts'
import type { PageCode } from './pages.ts'
import type { RefusalCode } from './refusals.ts'

/**
 * One promise between browser and server.
 * `input` holds path parameters, query (GET) and body (others) in one strict object; its keys that `path` names
 * as `{key}` travel in the path.
 */
export type Endpoint<In extends z.ZodObject = z.ZodObject, Out extends z.ZodType = z.ZodType> = {
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE'
  path: `/${string}`
  /** A page code or duty; `signed-in` = any live session; `public` = nobody is asked who they are. */
  right: Right | 'signed-in' | 'public'
  /** Other page codes that open it as well, where a read serves several posts. */
  alsoFor?: readonly PageCode[]
  /** What it is for, one Chinese sentence; becomes the OpenAPI summary. */
  summary: string
  input: In
  output: Out
  /** The business refusals a caller must be ready for, beside those every endpoint may give. */
  refusals?: readonly RefusalCode[]
  /** The answer holds a secret: it is given once and not kept, so a repeated key gets `shown_once`. */
  shownOnce?: true
  /** Only for a person who signed in, never for a program's token: it is about themselves. */
  personal?: true
  /** The body is a file of at most 20 MB (application/octet-stream); the input travels in the query. */
  upload?: true
  /** Open to a person who still has to set up the second factor their enterprise asks for; nothing else is. */
  beforeSecondFactor?: true
  /** Media type, when the answer is a file and not JSON. */
  file?: string
}

/** Whether these rights open an endpoint to a person who is signed in. */
export const opensTo = ({ right, alsoFor = [] }: Pick<Endpoint, 'right' | 'alsoFor'>, rights: readonly string[]): boolean =>
  right === 'signed-in' || right === 'public' || [right, ...alsoFor].some((one) => rights.includes(one))

/** What an endpoint is about: the first word of its path. */
export const nounOf = ({ path }: Pick<Endpoint, 'path'>) => elementAt(path.split('/'), 1)

export const endpoint = <In extends z.ZodObject, Out extends z.ZodType>(e: Endpoint<In, Out>) => e
