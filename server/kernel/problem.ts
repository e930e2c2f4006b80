import { z } from 'zod'
import type { Endpoint } from '#contract/kernel/endpoint.ts'
import { secondSignature, signature } from '#contract/kernel/values.ts'
import { isRefusalCode, Refusal, refusals, type FieldError, type RefusalCode } from '#contract/kernel/refusals.ts'

/** An answer that says no, RFC 9457. */
export type Problem = { status: number; code: RefusalCode; errors: readonly FieldError[]; retryAfter?: number }

/** What every error of the interface looks like; nothing of the inside (stack, SQL, paths) is ever in it. */
export const problemBody = (problem: Problem, requestId: string) => ({
  type: 'about:blank',
  title: refusals[problem.code],
  status: problem.status,
  code: problem.code,
  errors: problem.errors,
  requestId,
})

const statuses: Partial<Record<RefusalCode, number>> = {
  invalid_input: 400,
  unauthenticated: 401,
  token_over: 401,
  wrong_credentials: 401,
  second_factor_required: 401,
  account_disabled: 401,
  no_permission: 403,
  forbidden_origin: 403,
  token_not_allowed: 403,
  second_factor_due: 403,
  token_cannot_sign: 403,
  not_found: 404,
  too_large: 413,
  unsupported_media: 415,
  file_type: 415,
  licence_file_type: 415,
  file_content: 415,
  file_empty: 400,
  key_reused: 422,
  too_many_attempts: 429,
  too_many_requests: 429,
  internal: 500,
  busy: 503,
  imports_busy: 503,
}

/** The HTTP status of a refusal: 409 for every no of the business itself. */
export const statusOf = (code: RefusalCode) => statuses[code] ?? 409

/** The refusals an endpoint may answer with: its own, and those that its kind always may. */
export function refusalsOf({ method, path, right, input, personal, beforeSecondFactor, refusals: own = [] }: Endpoint): RefusalCode[] {
  const writes = method !== 'GET'
  const asksFor = (part: z.ZodType) =>
    Object.values(input.shape).some((field) => field === part || (field instanceof z.ZodOptional && field.unwrap() === part))
  const signs = asksFor(signature)
  const witnessed = asksFor(secondSignature)
  return [
    ...new Set<RefusalCode>([
      'invalid_input',
      ...(right === 'public' ? [] : (['unauthenticated', 'token_over', 'too_many_requests'] as const)),
      ...(right === 'public' || beforeSecondFactor ? [] : (['second_factor_due'] as const)),
      ...(personal ? (['token_not_allowed'] as const) : []),
      ...(right === 'public' || right === 'signed-in' ? [] : (['no_permission'] as const)),
      ...(writes ? (['forbidden_origin', 'duplicate', 'still_referenced', 'too_large', 'unsupported_media', 'key_reused'] as const) : []),
      ...(path.includes('{') ? (['not_found'] as const) : []),
      ...(signs
        ? (['wrong_password', 'must_change_password', 'secret_unconfirmed', 'too_many_attempts', 'token_cannot_sign', 'own_token'] as const)
        : []),
      ...(witnessed
        ? ([
            'same_person',
            'signer_unknown',
            'signer_lacks_duty',
            'must_change_password',
            'secret_unconfirmed',
            'too_many_attempts',
            'token_cannot_sign',
            'own_token',
          ] as const)
        : []),
      ...own,
      'internal',
      'busy',
    ]),
  ]
}

/** After how many seconds it is worth trying again. */
const retryAfterOf = (code: RefusalCode): number | undefined => (code === 'imports_busy' ? 15 : { 429: 60, 503: 1 }[statusOf(code)])

const problem = (code: RefusalCode, errors: readonly FieldError[] = []): Problem => {
  const retryAfter = retryAfterOf(code)
  return { status: statusOf(code), code, errors, ...(retryAfter !== undefined && { retryAfter }) }
}

/** Rules that the database keeps by constraint, and the refusal each one is. */
export const constraintRefusals: Record<string, RefusalCode> = {
  no_negative_stock: 'short_stock',
}

/** Adds a feature's constraints to those that have a refusal of their own. */
export function refuseConstraint(constraint: string, code: RefusalCode) {
  constraintRefusals[constraint] = code
}

// What the driver says without a code: no free connection in time, one that ended, one that had ended before it was asked.
const lostConnection =
  /timeout exceeded when trying to connect|Connection terminated|connection error and is not queryable|Client was closed/

/** What the database refuses of an input by its kind, and what to do about it. */
const inputErrors: Record<string, string> = {
  '22003': '有数字大得无法记录，请核对各项数量与单位',
  '22008': '有日期或时间超出范围，请核对',
  '22P02': '有内容的格式不正确，请核对',
  '22021': '含有不允许的字符，请重新输入',
  '22P05': '含有不允许的字符，请重新输入',
}

type DatabaseError = { code?: unknown; constraint?: unknown; message?: unknown }

/** The answer to anything thrown; `undefined` means a bug, which becomes 500 with a request id and goes to the log. */
export function problemOf(error: unknown): Problem | undefined {
  if (error instanceof Refusal) return problem(error.code, error.errors)
  const { code, constraint, message }: DatabaseError = error ?? {}
  if (typeof code !== 'string') return lostConnection.test(String(message)) ? problem('busy') : undefined
  if (code === 'BC001' && isRefusalCode(message)) return problem(message)
  const refusalOfConstraint = typeof constraint === 'string' ? constraintRefusals[constraint] : undefined
  if (refusalOfConstraint !== undefined) return problem(refusalOfConstraint)
  if (code === '23505') return problem('duplicate')
  if (code === '23503') return problem('still_referenced')
  // Input that validation was too kind to. The database does not say which field it was.
  const tooKind = inputErrors[code]
  if (tooKind !== undefined) return problem('invalid_input', [{ path: '', message: tooKind }])
  if (isPassing(error) || /^(08|57P0|53)/.test(code) || ['57014', '55P03', 'ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ENOENT'].includes(code))
    return problem('busy')
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return problem('too_large')
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return problem('unsupported_media')
  if (/^FST_ERR_CTP|^FST_ERR_BAD_URL|^FST_ERR_VALIDATION/.test(code) || error instanceof SyntaxError) return problem('invalid_input')
  return undefined
}

/** A deadlock or serialisation failure: the same transaction may succeed when tried again. */
export function isPassing(error: unknown): boolean {
  const { code }: DatabaseError = error ?? {}
  return code === '40P01' || code === '40001'
}
