import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { day, id, instant, optionalText, rowVersion, secondSignature, signature, text } from '#contract/kernel/values.ts'
import {
  incidentKind,
  incidentArea,
  incidentLevel,
  incidentSource,
  type IncidentSource,
  incidentDecision,
  incidentCause,
} from './incident.ts'
import { incidentRow } from './incident-file.ts'
import { incidentReading } from './incident-reading.ts'
import { incidentMeasures, stepRefusals } from './incident-measures.ts'

const mostIncidentLots = 100
const lotIds = z
  .array(id)
  .max(mostIncidentLots, `一次最多${mostIncidentLots}批`)
  .refine((all) => new Set(all).size === all.length, '同一批选了两次')

const at = { id, rowVersion }
const isPaired = ({ source, sourceId }: { source?: IncidentSource | undefined; sourceId?: string | undefined }) =>
  (source === undefined) === (sourceId === undefined)

export const incidentApi = {
  ...incidentReading,
  ...incidentMeasures,
  open: endpoint({
    method: 'POST',
    path: '/incidents',
    right: 'signed-in',
    summary: '上报一件偏差、投诉或不良反应；任何人都可上报，质量部分级后处理',
    input: z
      .strictObject({
        kind: incidentKind,
        area: incidentArea,
        subject: text(100),
        description: text(2000),
        place: optionalText(50),
        measured: optionalText(100),
        expected: optionalText(100),
        foundAt: instant,
        source: incidentSource.optional(),
        sourceId: id.optional(),
        /** The lot it is about, by its number. */
        lotNo: optionalText(50),
        complainant: optionalText(100),
        contact: optionalText(100),
      })
      .refine(isPaired, { message: '请选择来源单据', path: ['sourceId'] }),
    output: z.strictObject({ id, caseNo: z.string() }),
    refusals: ['not_found'],
  }),
  classify: endpoint({
    method: 'POST',
    path: '/incidents/{id}/classify',
    right: '37:decide',
    summary: '分级：级别、完成期限，不良反应另填上报期限；改级须写明原因',
    input: z.strictObject({
      ...at,
      level: incidentLevel,
      dueOn: day,
      reportBy: day.optional(),
      /** Asked when it was classified before. */
      reason: optionalText(300),
      signature,
    }),
    output: incidentRow,
    refusals: [...stepRefusals, 'reason_required', 'report_day_required'],
  }),
  addLots: endpoint({
    method: 'POST',
    path: '/incidents/{id}/lots',
    right: '37:decide',
    summary: '把批次加入事件：立即冻结，到事件关闭或处置为止；已在事件中的，可扩大到由它制成的批次',
    input: z.strictObject({
      id,
      lotNos: z.array(text(50)).min(1, '请填写批号').max(mostIncidentLots, `一次最多${mostIncidentLots}批`),
      /** Whether what was made of them is held as well. */
      reaches: z.boolean('请选择是否同时冻结下游批次').default(true),
    }),
    output: incidentRow,
    refusals: [...stepRefusals, 'lot_in_incident'],
  }),
  decideLots: endpoint({
    method: 'POST',
    path: '/incidents/{id}/lots/decide',
    right: '37:decide',
    summary: '处置事件中的批次：可继续使用（随事件关闭解除冻结）、判不合格或与本事件无关，质量负责人会签',
    input: z.strictObject({
      id,
      lotIds: lotIds.min(1, '请选择要处置的批次'),
      decision: incidentDecision,
      conclusion: text(500),
      /** Where rejected goods go; needed when any lies in a bin. */
      placeId: id.optional(),
      signature,
      approver: secondSignature,
    }),
    output: incidentRow,
    refusals: [
      ...stepRefusals,
      'analyst_releases',
      'producer_releases',
      'ancestor_unfit',
      'zone_mismatch',
      'toxic_store',
      'rejected_bin_required',
    ],
  }),
  record: endpoint({
    method: 'POST',
    path: '/incidents/{id}/investigation',
    right: '37:decide',
    summary: '调查记录：应急措施、根本原因、涉及岗位与影响',
    input: z.strictObject({
      ...at,
      immediateAction: text(1000),
      cause: incidentCause.nullable().default(null),
      post: optionalText(50),
      effects: optionalText(1000),
    }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  submit: endpoint({
    method: 'POST',
    path: '/incidents/{id}/submit',
    right: '37:decide',
    summary: '调查完成，提交质量负责人批准',
    input: z.strictObject({ ...at, signature }),
    output: incidentRow,
    refusals: [...stepRefusals, 'cause_required'],
  }),
  approve: endpoint({
    method: 'POST',
    path: '/incidents/{id}/approve',
    right: '13:approve',
    summary: '质量负责人批准调查与措施',
    input: z.strictObject({ ...at, signature }),
    output: incidentRow,
    refusals: [...stepRefusals, 'author_approves'],
  }),
  sendBack: endpoint({
    method: 'POST',
    path: '/incidents/{id}/send-back',
    right: '13:approve',
    summary: '退回调查，写明还缺什么',
    input: z.strictObject({ id, reason: text(300) }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  report: endpoint({
    method: 'POST',
    path: '/incidents/{id}/report',
    right: '37:decide',
    summary: '登记不良反应的上报日期与编号，或说明为何不需上报',
    input: z
      .strictObject({ ...at, reportedOn: day.optional(), reportedNo: optionalText(100), waived: optionalText(300) })
      .refine(({ reportedOn, waived }) => (reportedOn === undefined) === (waived !== ''), {
        message: '请填写上报日期与编号，或说明为何不需上报',
        path: ['reportedOn'],
      })
      .refine(({ reportedOn, reportedNo }) => (reportedOn === undefined) === (reportedNo === ''), {
        message: '请填写上报编号',
        path: ['reportedNo'],
      }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  answer: endpoint({
    method: 'POST',
    path: '/incidents/{id}/answer',
    right: '37:decide',
    summary: '答复投诉；扫码反映的，对方凭链接看到',
    input: z.strictObject({ ...at, answer: text(1000) }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  close: endpoint({
    method: 'POST',
    path: '/incidents/{id}/close',
    right: '37:decide',
    summary: '关闭：批次均已处置、措施均已确认，由与事件无关的QA签名；冻结随之解除',
    input: z.strictObject({ ...at, conclusion: text(500), signature }),
    output: incidentRow,
    refusals: [
      ...stepRefusals,
      'concerned_closes',
      'incident_lots_undecided',
      'measures_open',
      'incident_unreported',
      'incident_unanswered',
      'ancestor_unfit',
    ],
  }),
  unfounded: endpoint({
    method: 'POST',
    path: '/incidents/{id}/unfounded',
    right: '37:decide',
    summary: '事件不成立：QA与质量负责人签名并写明理由，冻结解除',
    input: z.strictObject({ ...at, reason: text(500), signature, approver: secondSignature }),
    output: incidentRow,
    refusals: [...stepRefusals, 'concerned_closes', 'measures_open', 'incident_unanswered', 'analyst_releases', 'producer_releases'],
  }),
  reopen: endpoint({
    method: 'POST',
    path: '/incidents/{id}/reopen',
    right: '37:decide',
    summary: '重新调查一件已结束的事件',
    input: z.strictObject({ ...at, reason: text(300), signature }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
}
