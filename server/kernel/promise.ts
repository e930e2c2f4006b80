import type { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { Refusal, type FieldError } from '#contract/kernel/refusals.ts'

/** What a caller sent, as the contract reads it. Refuses `invalid_input` with a sentence for each field; at most 50 of them. */
export function readInput<In extends z.ZodType>(input: In, sent: unknown): z.output<In> {
  const read = input.safeParse(sent)
  if (!read.success) throw new Refusal('invalid_input', fieldErrors(read.error))
  return read.data
}

/** What a handler gives, as the contract promises it. An answer that breaks the promise is a fault of the server: it becomes 500, never 400. */
export function readOutput<Out extends z.ZodType>(
  { method, path, output }: Pick<Endpoint<z.ZodObject, Out>, 'method' | 'path' | 'output'>,
  given: unknown,
): z.output<Out> {
  const answer = output.safeParse(given)
  if (!answer.success)
    throw new Error(`${method} ${path} does not answer what it promises: ${answer.error.message}`, { cause: answer.error })
  return answer.data
}

const fieldErrors = (error: z.ZodError): FieldError[] =>
  error.issues.slice(0, 50).flatMap((issue) => {
    if (issue.code === 'unrecognized_keys')
      return issue.keys.map((key) => ({ path: [...issue.path, key].join('.'), message: '没有这个字段' }))
    return [{ path: issue.path.join('.'), message: issue.message }]
  })
