import { sql } from 'kysely'
import { oosApi } from '#contract/cases/oos-api.ts'
import { oosActions, oosLooks, type OosStanding } from '#contract/cases/oos.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'
import { analystsOfInspection } from './queries.ts'

const casesOf = (side: InspectionSide) =>
  waitingIn<OosStanding>({
    document: side === 'raw' ? '原料检验结果调查' : '成品检验结果调查',
    actions: oosActions[side],
    looks: oosLooks,
    lists: { '37': oosApi.list },
    path: '/zhiliang-shijian',
    all: (state) => ({ view: 'oos', state, side }),
    one: ({ id }) => ({ view: 'oos', id }),
    select: (ids) => sql`
      select oos_case.id, l.lot_no as no, concat(l.name, ' ', item.name) as subject,
        jsonb_build_object('state', oos_case.state, 'kind', oos_case.kind, 'finding', oos_case.finding, 'analystIds', ${analystsOfInspection},
          'checkedBy', oos_case.checked_by, 'retestAnalyst', oos_case.retest_analyst) as standing
      from oos_case join lot l on l.enterprise_id = oos_case.enterprise_id and l.id = oos_case.lot_id
        join standard_item item on item.enterprise_id = oos_case.enterprise_id and item.id = oos_case.standard_item_id
      where oos_case.id = ${anyOf(ids)}`,
  })

/** 检验结果调查 of both sides: each step with whoever takes it. */
export const waitingOos = { raw: casesOf('raw'), bulk: casesOf('bulk') }
