import { sql } from 'kysely'
import { careActions, careApi, careLooks, type CareStanding } from '#contract/warehouse/care.ts'
import type { StockSide } from '#contract/warehouse/stock.ts'
import { anyOf, waitingIn } from '#kernel/waiting.ts'

const waitingOf = (side: StockSide) =>
  waitingIn<CareStanding>({
    document: side === 'raw' ? '原料养护' : '成品养护',
    actions: careActions[side],
    looks: careLooks,
    lists: side === 'raw' ? { '14': careApi.raw.due } : { '19': careApi.pack.due },
    all: () => ({ view: 'care', due: 'now' }),
    one: ({ no }) => ({ view: 'care', q: no }),
    select: (ids) => sql`select l.id, l.lot_no as no, l.name as subject, null::jsonb as standing from lot l where l.id = ${anyOf(ids)}`,
  })

/** Lots whose day of care has come, on the page of their side. */
export const waitingCares = { raw: waitingOf('raw'), pack: waitingOf('pack') }
