import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { count, id, listOf, listQuery, sortBy } from '#contract/kernel/values.ts'
import { testApi } from './bench-api.ts'
import { inspectionRow } from './inspection.ts'
import { file, investigationInput, list, requestApi, requestInput } from './request-api.ts'
import { returnedGoods, stabilityMonths } from './request.ts'

export const rawInspectionApi = {
  ...requestApi({
    path: '/raw-inspections',
    page: '12',
    duties: { request: '12:request', accept: '12:accept', sample: '12:sample', approve: '12:approve' },
    goods: '原料',
    request: requestInput,
    investigation: investigationInput,
  }),
  ...testApi({ path: '/raw-inspections', duties: { test: '12:test', review: '12:review', approve: '12:approve' }, goods: '原料' }),
}

/** 退货检验: packed goods that came back, in the bin where they lie. */
const returnApi = {
  returned: endpoint({
    method: 'GET',
    path: '/bulk-inspections/returned-goods',
    right: '13:decide',
    summary: '退货区中可以请验的成品：批号、货位与现有数量',
    input: listQuery.extend({ sort: sortBy(['lotNo', 'placeCode'], 'lotNo') }),
    output: listOf(returnedGoods),
  }),
  requestReturn: endpoint({
    method: 'POST',
    path: '/bulk-inspections/returned-goods',
    right: '13:decide',
    summary: '退货检验请验：退货区一个货位上的一批成品，按现有数量与件数；批次其余部分不受影响',
    input: investigationInput.extend({ placeId: id, packageCount: count.max(100_000, '件数太多') }),
    output: inspectionRow,
    refusals: ['not_found', 'wrong_state', 'inspection_open', 'standard_not_effective', 'short_stock'],
  }),
}

/** 稳定性考察: packs that are kept are tested at a time point. */
const stabilityApi = {
  requestStability: endpoint({
    method: 'POST',
    path: '/pack-stabilities',
    right: '13:decide',
    summary: '稳定性考察请验：一批成品留样在考察方案的一个时间点（月），按方案的袋数取用检验；允许的日期之前不能请验',
    input: investigationInput.extend({ lotId: id, month: z.literal(stabilityMonths, '请选择时间点') }),
    output: inspectionRow,
    refusals: [
      'not_found',
      'wrong_state',
      'inspection_open',
      'standard_not_effective',
      'short_stock',
      'stability_not_due',
      'stability_not_planned',
      'stability_point_closed',
      'stability_month_tested',
    ],
  }),
}

export const bulkInspectionApi = {
  ...requestApi({
    path: '/bulk-inspections',
    page: '16',
    duties: { request: '16:request', accept: '16:accept', sample: '16:sample', approve: '17:approve' },
    goods: '成品',
    // The batch is in containers that only the workshop has counted.
    request: requestInput.extend({ packageCount: count.max(10_000, '件数太多') }),
    investigation: investigationInput.extend({ packageCount: count.max(10_000, '件数太多') }),
  }),
  ...returnApi,
  ...stabilityApi,
}

export const bulkTestApi = {
  list: list('17', '/bulk-tests', '成品检验'),
  file: file('17', '/bulk-tests', '一批成品的检验，连同请验、取样与报告'),
  ...testApi({ path: '/bulk-tests', duties: { test: '17:test', review: '17:review', approve: '17:approve' }, goods: '成品' }),
}
