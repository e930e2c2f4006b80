import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { day, id, listOf, listQuery, optionalText, person, sortBy } from '#contract/kernel/values.ts'
import { incidentKind, incidentArea, incidentLevel, incidentState } from './incident.ts'
import { incidentRow, incidentFile, ownIncident, incidentTrend } from './incident-file.ts'

/** What is read of cases. */
export const incidentReading = {
  list: endpoint({
    method: 'GET',
    path: '/incidents',
    right: '37',
    summary: '偏差、投诉与不良反应',
    input: listQuery.extend({
      kind: incidentKind.optional(),
      area: incidentArea.optional(),
      state: incidentState.optional(),
      level: incidentLevel.optional(),
      openedFrom: day.optional(),
      openedTo: day.optional(),
      sort: sortBy(['openedAt', 'caseNo', 'dueOn'], '-openedAt'),
    }),
    output: listOf(incidentRow),
  }),
  read: endpoint({
    method: 'GET',
    path: '/incidents/{id}',
    right: '37',
    summary: '一件偏差、投诉或不良反应：批次、原因、措施与经过',
    input: z.strictObject({ id }),
    output: incidentFile,
    refusals: ['not_found'],
  }),
  picture: endpoint({
    method: 'GET',
    path: '/incidents/{id}/picture',
    right: '37',
    summary: '扫码反映时附的照片（已重新绘制，不含拍摄信息）',
    input: z.strictObject({ id }),
    output: z.unknown(),
    file: 'image/jpeg',
    refusals: ['not_found', 'file_missing', 'file_damaged'],
  }),
  own: endpoint({
    method: 'GET',
    path: '/incidents/own',
    right: 'signed-in',
    summary: '我上报的与由我负责措施的质量事件（最近100件）',
    input: z.strictObject({}),
    output: z.array(ownIncident),
  }),
  trend: endpoint({
    method: 'GET',
    path: '/incidents/trend',
    right: '37',
    summary: '质量事件按类别、来源、地点、岗位、品名与原因的分布，及年度回顾的数字',
    input: z
      .strictObject({ from: day, to: day })
      .refine(({ from, to }) => from <= to, { message: '结束日期不能早于开始日期', path: ['to'] }),
    output: incidentTrend,
  }),
  owners: endpoint({
    method: 'GET',
    path: '/incidents/owners',
    right: '37:decide',
    summary: '可负责措施的人',
    input: z.strictObject({ q: optionalText(50), id: id.optional() }),
    output: z.array(person),
  }),
}
