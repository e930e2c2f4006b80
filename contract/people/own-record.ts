import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import { id, instant, listOf, listQuery } from '#contract/kernel/values.ts'
import { link } from '#contract/office/work.ts'

/** What the security log keeps of a person's signing in and out. */
export const signInEvents = {
  signed_in: { label: '登录成功', tone: 'good' },
  signed_out: { label: '退出登录', tone: 'neutral' },
  sign_in_failed: { label: '口令不正确', tone: 'bad' },
  sign_in_code_failed: { label: '动态码不正确', tone: 'bad' },
  sign_in_refused: { label: '被拒绝', tone: 'bad' },
  recovery_code_used: { label: '用了恢复码', tone: 'warning' },
} as const

const ownSignIn = z.strictObject({
  id: z.int(),
  at: instant,
  event: keyOf(signInEvents),
  address: z.string(),
  userAgent: z.string(),
})
export type OwnSignIn = z.infer<typeof ownSignIn>

const ownSignature = z.strictObject({
  id,
  signedAt: instant,
  meaning: z.string(),
  comment: z.string(),
  /** 采购单, 检验报告 …, and its number where it has one. */
  document: z.string(),
  no: z.string(),
  /** Where it is found; null where this person may not open the page. */
  path: link.nullable(),
  /** Whether the record still says what was signed. */
  holds: z.boolean(),
  supersededBy: z.string().nullable(),
})
export type OwnSignature = z.infer<typeof ownSignature>

const startedDocument = z.strictObject({
  id,
  document: z.string(),
  no: z.string(),
  subject: z.string(),
  state: z.strictObject({ label: z.string(), tone: z.string() }),
  startedAt: instant,
  path: link.nullable(),
})
export type StartedDocument = z.infer<typeof startedDocument>

export const ownRecordApi = {
  signIns: endpoint({
    method: 'GET',
    path: '/account/sign-ins',
    right: 'signed-in',
    personal: true,
    summary: '我的登录记录',
    input: listQuery,
    output: listOf(ownSignIn),
  }),
  signatures: endpoint({
    method: 'GET',
    path: '/account/signatures',
    right: 'signed-in',
    personal: true,
    summary: '我签过的名：含义、单据、时间，是否仍然有效；q 查含义和意见',
    input: listQuery,
    output: listOf(ownSignature),
  }),
  started: endpoint({
    method: 'GET',
    path: '/account/started',
    right: 'signed-in',
    personal: true,
    summary: '我发起、还没有结束的单据；q 查单号和品名',
    input: listQuery,
    output: listOf(startedDocument),
  }),
}
