import { sql } from 'kysely'
import { countActions, countLooks, stocktakeApi, type CountStanding } from '#contract/warehouse/stocktake.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

/** 盘点 that are going on. */
export const waitingCounts = waitingIn<CountStanding>({
  document: '盘点单',
  actions: countActions,
  looks: countLooks,
  lists: { '14': stocktakeApi.list, '19': stocktakeApi.list },
  path: '/yuanliao-kucun',
  all: (state) => ({ view: 'count', state }),
  one: ({ id }) => ({ view: 'count', id }),
  opens: 'itself',
  select: (ids) => sql`
    select c.id, c.count_no as no, c.subject, jsonb_build_object('state', c.state,
      'toCount', (select count(*) from stocktake_line l where l.enterprise_id = c.enterprise_id and l.stocktake_id = c.id and l.state in ('open', 'recount')),
      'beyond', (select count(*) from stocktake_line l where l.enterprise_id = c.enterprise_id and l.stocktake_id = c.id and l.state = 'beyond')) as standing
    from stocktake c where c.id = ${anyOf(ids)}`,
})
