import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { day, id, signature, text } from '#contract/kernel/values.ts'
import { measureKind } from './incident.ts'
import { incidentRow, ownIncident } from './incident-file.ts'

export const stepRefusals = ['not_found', 'wrong_state', 'stale', 'no_permission'] as const

/** What is done about the measures of a case. */
export const incidentMeasures = {
  addMeasure: endpoint({
    method: 'POST',
    path: '/incidents/{id}/measures',
    right: '37:decide',
    summary: '加一项纠正或预防措施：责任人与期限',
    input: z.strictObject({ id, kind: measureKind, action: text(500), ownerId: id, dueOn: day }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  finishMeasure: endpoint({
    method: 'POST',
    path: '/incidents/{id}/measures/{measureId}/finish',
    right: 'signed-in',
    summary: '责任人完成措施，写明证据',
    input: z.strictObject({ id, measureId: id, proof: text(500) }),
    output: z.array(ownIncident),
    refusals: ['not_found', 'wrong_state', 'other_owns'],
  }),
  verifyMeasure: endpoint({
    method: 'POST',
    path: '/incidents/{id}/measures/{measureId}/verify',
    right: '37:decide',
    summary: 'QA确认措施有效；责任人自己不能确认',
    input: z.strictObject({ id, measureId: id, effect: text(500), signature }),
    output: incidentRow,
    refusals: [...stepRefusals, 'owner_verifies'],
  }),
  returnMeasure: endpoint({
    method: 'POST',
    path: '/incidents/{id}/measures/{measureId}/return',
    right: '37:decide',
    summary: '措施未见效，退回责任人，写明原因与新期限',
    input: z.strictObject({ id, measureId: id, reason: text(300), dueOn: day }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  replaceOwner: endpoint({
    method: 'POST',
    path: '/incidents/{id}/measures/{measureId}/owner',
    right: '37:decide',
    summary: '更换措施责任人',
    input: z.strictObject({ id, measureId: id, ownerId: id, reason: text(300) }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
  cancelMeasure: endpoint({
    method: 'POST',
    path: '/incidents/{id}/measures/{measureId}/cancel',
    right: '37:decide',
    summary: '取消一项措施，写明原因',
    input: z.strictObject({ id, measureId: id, reason: text(300) }),
    output: incidentRow,
    refusals: stepRefusals,
  }),
}
