import { z } from 'zod'
import type { Action } from '#contract/kernel/action.ts'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { keyOf } from '#contract/kernel/key-of.ts'
import type { StateLook } from '#contract/kernel/state-look.ts'
import { count, countOrZero, day, id, instant, optionalText, person, secondSignature, signature } from '#contract/kernel/values.ts'

/**
 * 包材验收检验 (decision 0096): counted packaging materials are looked at, not sampled in grams. Quality assurance decides, beside the one who looked; neither bought or
 * received the lot. What conforms is released; what does not waits for its rejection.
 */

/** A lot that waits to be looked at, for the first time or because its retest day has come. */
export type Acceptable = { state: 'waiting' }
export const acceptableLooks: Record<Acceptable['state'], StateLook> = { waiting: { label: '待验收检验', tone: 'waiting' } }
export const acceptanceActions = {
  accept: { label: '验收检验', duty: '13:decide', from: ['waiting'], awaitedIn: ['waiting'], to: 'waiting', signs: '包材验收检验' },
} satisfies Record<string, Action<Acceptable>>

/** What the one who looked signs. */
export const acceptanceInspection = '包材检验'

/** Of one thing looked at. */
export const acceptanceFindings = { pass: '符合', fail: '不符合', none: '无印刷' } as const
export const acceptanceFinding = keyOf({ pass: acceptanceFindings.pass, fail: acceptanceFindings.fail }, '请选择符合或不符合')
export const acceptancePrinting = keyOf(acceptanceFindings, '请选择印刷内容是否符合')

const acceptance = z.strictObject({
  id,
  acceptanceNo: z.string(),
  lookedAt: z.int(),
  usedUp: z.int(),
  appearance: acceptanceFinding,
  dimensions: acceptanceFinding,
  printing: acceptancePrinting,
  certificateNo: z.string(),
  conforms: z.boolean(),
  note: z.string(),
  retestOn: day.nullable(),
  decidedBy: person,
  inspectedBy: person,
  decidedAt: instant,
})
export type Acceptance = z.infer<typeof acceptance>

export const acceptanceApi = {
  list: endpoint({
    method: 'GET',
    path: '/raw-lots/{id}/acceptances',
    right: '14',
    summary: '一批包材的验收检验记录，最近的在前',
    input: z.strictObject({ id }),
    output: z.array(acceptance),
    refusals: ['not_found'],
  }),
  accept: endpoint({
    method: 'POST',
    path: '/raw-lots/{id}/acceptances',
    right: '13:decide',
    summary: '包材验收检验：外观、尺寸、印刷；符合的放行入库，不符合的留在待验区等待判不合格，检验人与QA签名',
    input: z
      .strictObject({
        id,
        lookedAt: count,
        usedUp: countOrZero.default(0),
        appearance: acceptanceFinding,
        dimensions: acceptanceFinding,
        printing: acceptancePrinting,
        certificateNo: optionalText(60),
        /** Asked for where something does not conform. */
        note: optionalText(300),
        /** A bin of the 合格区, where it conforms. */
        placeId: id.optional(),
        signature,
        inspector: secondSignature,
      })
      .refine(({ usedUp, lookedAt }) => usedUp <= lookedAt, { path: ['usedUp'], error: '损耗件数不能多于检查件数' }),
    output: acceptance,
    refusals: [
      'lot_expired',
      'not_found',
      'wrong_state',
      'lot_held',
      'short_stock',
      'zone_mismatch',
      'buyer_releases',
      'receiver_releases',
      'wrong_password',
      'signer_unknown',
      'signer_lacks_duty',
      'same_person',
    ],
  }),
}
