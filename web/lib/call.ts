import { keepPreviousData, skipToken, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useRef } from 'react'
import type { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { rememberSecondPeople } from './second-people.ts'
import { isRefusalCode, refusals, type FieldError, type RefusalCode } from '#contract/kernel/refusals.ts'

/** How long a request waits for its answer, ms. */
const patienceMs = 30_000

/** A request that did not succeed: the server refused it, or no answer came. `message` is a sentence for the user. */
export class CallError extends Error {
  readonly code: RefusalCode | 'network' | 'timeout'
  readonly errors: readonly FieldError[]
  readonly requestId: string | undefined
  constructor(code: CallError['code'], message: string, errors: readonly FieldError[] = [], requestId?: string) {
    super(message)
    this.code = code
    this.errors = errors
    this.requestId = requestId
  }
}

let sessionLost = () => {}
/** Sets what happens when the server no longer knows the session; the shell calls it once. */
export const onSessionLost = (then: () => void) => void (sessionLost = then)

type Options = {
  signal?: AbortSignal
  idempotencyKey?: string
  /** The request asks whether there is a session: the answer no does not lead to the login. */
  asksForSession?: boolean
  /** How long to wait for the answer, in milliseconds; half a minute unless said otherwise. */
  waitMs?: number
}

/** Sends one request the contract describes. Throws a CallError with a sentence for the user, whatever went wrong. */
export async function call<E extends Endpoint>(
  endpoint: E,
  input: z.input<E['input']>,
  options: Options = {},
): Promise<z.output<E['output']>> {
  const { url, body } = address(endpoint, input)
  const headers = new Headers({ accept: 'application/json' })
  if (body !== null) headers.set('content-type', 'application/json')
  if (endpoint.method !== 'GET') headers.set('idempotency-key', options.idempotencyKey ?? newKey())
  const response = await send(url, { method: endpoint.method, headers, body }, options)
  return answerOf(endpoint, response)
}

/** How long a whole list may take, ms. */
const wholeListMs = 300_000

/** Every row of a list as of one moment, one after the other as they come; who stops asking stops the server. Throws a CallError. */
export async function* callRows<Row, In extends z.ZodObject>(
  endpoint: Endpoint<In, z.ZodType<{ rows: Row[]; total: number }>>,
  input: z.input<In>,
  { signal }: Pick<Options, 'signal'> = {},
): AsyncGenerator<Row> {
  const { url } = address(endpoint, input)
  const { body } = await send(url, { headers: { accept: 'application/x-ndjson' } }, { ...(signal && { signal }), waitMs: wholeListMs })
  if (body === null) return
  const reader = body.pipeThrough(new TextDecoderStream()).getReader()
  let cut = ''
  try {
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      const lines = `${cut}${part.value}`.split('\n')
      cut = lines.pop() ?? ''
      // The server checked each row before it sent it.
      for (const line of lines) yield JSON.parse(line) as Row
    }
  } catch (cause) {
    if (signal?.aborted) throw cause
    throw new CallError('network', '网络连接中断，请重试')
  } finally {
    void reader.cancel().catch(() => {})
  }
}

/** The answer to a GET that becomes a file: an export, a print, an attachment. Throws a CallError. */
export const fetchFile = (url: string, options: Pick<Options, 'waitMs'> = {}) => send(url, { method: 'GET' }, options)

/** A read that stays fresh; `null` instead of the input means "not yet". */
export function useRead<E extends Endpoint>(
  endpoint: E,
  input: z.input<E['input']> | null,
  options: { keepPrevious?: boolean; everyMs?: number | ((answer: z.output<E['output']> | undefined) => number | false) } = {},
) {
  const { everyMs = false } = options
  return useQuery({
    queryKey: [endpoint.method, endpoint.path, input],
    queryFn: input === null ? skipToken : ({ signal }) => call(endpoint, input, { signal }),
    placeholderData: options.keepPrevious ? keepPreviousData : undefined,
    refetchInterval: typeof everyMs === 'function' ? ({ state }) => everyMs(state.data) : everyMs,
  })
}

/**
 * A write; afterwards everything on screen is read again, so no page has to know what else its action changed.
 * The same input sent again before the answer came waits for that answer, which may be one that is shown only once. After an unclear
 * end it is sent with the same idempotency key. Either way a second click is harmless.
 */
export function useWrite<E extends Endpoint>(endpoint: E, options: Pick<Options, 'waitMs'> = {}) {
  const queries = useQueryClient()
  const submit = useRef<{ input: string; key: string; answer?: Promise<z.output<E['output']>> | undefined }>(null)
  return useMutation({
    mutationFn: (input: z.input<E['input']>) => {
      const text = JSON.stringify(input)
      if (submit.current?.input !== text) submit.current = { input: text, key: newKey() }
      const current = submit.current
      return (current.answer ??= call(endpoint, input, { ...options, idempotencyKey: current.key }).finally(
        () => (current.answer = undefined),
      ))
    },
    onSuccess: (_, input) => {
      submit.current = null
      rememberSecondPeople(input)
    },
    // An unclear end (no network, no answer, 5xx) may have been saved: keep the key, so that trying again cannot save twice.
    onError: (error) => {
      if (!isUnclear(error)) submit.current = null
    },
    onSettled: () => void queries.invalidateQueries(),
  })
}

/** Whether trying the same again may help without the person changing anything. */
export const isUnclear = (error: unknown) => error instanceof CallError && ['network', 'timeout', 'internal', 'busy'].includes(error.code)

/** Whether nothing was answered: it says nothing about what was asked, and the same will be answered later. */
export const isOffline = (error: unknown) => error instanceof CallError && ['network', 'timeout', 'busy'].includes(error.code)

/** Whether the system failed, and not what was asked of it. */
export const isFault = ({ code }: CallError) => code === 'internal' || code === 'busy'

function address(endpoint: Endpoint, input: object) {
  const outsidePath: Record<string, unknown> = { ...input }
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = outsidePath[key]
    delete outsidePath[key]
    return encodeURIComponent(String(value))
  })
  if (endpoint.method === 'GET') return { url: `/api${path}${queryText(outsidePath)}`, body: null }
  const hasBody = endpoint.method !== 'DELETE' || Object.keys(outsidePath).length > 0
  return { url: `/api${path}`, body: hasBody ? JSON.stringify(outsidePath) : null }
}

/** `?a=1&b=2`. Empty text and absent values are left out; a list repeats its key. */
function queryText(input: object): string {
  const query = new URLSearchParams()
  for (const [key, value] of Object.entries(input))
    for (const one of Array.isArray(value) ? value : [value])
      if (one !== undefined && one !== null && one !== '') query.append(key, String(one))
  const text = query.toString()
  return text && `?${text}`
}

async function send(
  url: string,
  init: RequestInit,
  { signal, asksForSession = false, waitMs = patienceMs }: Options = {},
): Promise<Response> {
  const timeout = AbortSignal.timeout(waitMs)
  let response: Response
  try {
    response = await fetch(url, { ...init, credentials: 'same-origin', signal: signal ? AbortSignal.any([signal, timeout]) : timeout })
  } catch (cause) {
    if (signal?.aborted) throw cause
    if (timeout.aborted) throw new CallError('timeout', '服务器没有及时回应，请稍后重试；重试不会重复保存')
    throw new CallError('network', '网络连接失败，请检查网络后重试')
  }
  if (response.ok) return response
  throw await failureOf(response, asksForSession)
}

/** What an answer that is not 2xx says, as an error with a sentence. */
async function failureOf(response: Response, asksForSession = false): Promise<CallError> {
  const problem: Problem = await response.json().catch(() => ({}))
  const code = isRefusalCode(problem.code) ? problem.code : response.status === 503 ? 'busy' : 'internal'
  if (code === 'unauthenticated' && !asksForSession) sessionLost()
  const requestId = problem.requestId ?? response.headers.get('x-request-id') ?? undefined
  // A proxy that answers in the server's place knows no number to tell an administrator.
  const said = code === 'internal' && requestId === undefined ? '服务器没有回应，请稍后重试' : refusals[code]
  return new CallError(code, problem.title ?? said, problem.errors, requestId)
}

/**
 * Hands a file in to an endpoint that takes one; the rest of the input travels in the address. `onProgress` gets the share
 * that was sent, from 0 to 1; `fetch` reports nothing until all has been sent. Rejects with a CallError.
 */
export function sendFile<E extends Endpoint>(
  endpoint: E,
  input: z.input<E['input']>,
  file: Blob,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<z.output<E['output']>> {
  const request = new XMLHttpRequest()
  const { promise, resolve, reject } = Promise.withResolvers<z.output<E['output']>>()
  const failed = () => reject(new CallError('network', '网络连接失败，请检查网络后重试'))
  request.upload.addEventListener('progress', (event) => onProgress(event.total === 0 ? 0 : event.loaded / event.total))
  request.addEventListener('error', failed)
  request.addEventListener('abort', failed)
  request.addEventListener('load', async () => {
    const id = request.getResponseHeader('x-request-id')
    const response = new Response(request.responseText, { status: request.status, headers: id ? { 'x-request-id': id } : {} })
    if (response.ok) resolve(await answerOf(endpoint, response))
    else reject(await failureOf(response))
  })
  signal.addEventListener('abort', () => request.abort())
  request.open('POST', `/api${endpoint.path}${queryText(input)}`)
  request.setRequestHeader('content-type', 'application/octet-stream')
  request.setRequestHeader('idempotency-key', newKey())
  request.send(file)
  return promise
}

type Problem = { code?: string; title?: string; errors?: FieldError[]; requestId?: string }

/** What an endpoint answered. */
async function answerOf<E extends Endpoint>(_endpoint: E, response: Response): Promise<z.output<E['output']>> {
  // The server checked its answer against this schema before it sent it.
  return (await readJson(response)) as z.output<E['output']>
}

async function readJson(response: Response): Promise<unknown> {
  if (response.status === 204) return {}
  try {
    return await response.json()
  } catch {
    throw new CallError('network', '网络连接中断，请重试')
  }
}

// randomUUID exists only on https and localhost; a factory's first installation is often plain http on the local network.
function newKey(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
