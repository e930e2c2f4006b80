import { acceptanceApi } from '#contract/warehouse/acceptance.ts'
import { stockApi } from '#contract/warehouse/stock.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { acceptLot } from './accept-lot.ts'
import { listAcceptances } from './acceptances.ts'
import { freezeLot } from './freeze-lot.ts'
import { listEntries, listRawStock, listTargets, lotStockOf, readRawLot } from './queries.ts'
import { transferStock } from './transfer-stock.ts'
import { unfreezeLot } from './unfreeze-lot.ts'

refuseConstraint('pack_acceptance_by_two', 'same_person')

/** Page 14, and the warehouse steps of both sides: what was bought, and what was made (page 19). */
export const stockRoutes: Route[] = [
  serve(stockApi.list, listRawStock),
  serve(stockApi.read, readRawLot),
  serve(acceptanceApi.list, listAcceptances),
  serve(acceptanceApi.accept, acceptLot),
  ...(['raw', 'pack'] as const).flatMap((side) => [
    serve(stockApi[side].stock, lotStockOf(side)),
    serve(stockApi[side].entries, listEntries(side)),
    serve(stockApi[side].targets, listTargets(side)),
    serve(stockApi[side].transfer, transferStock(side)),
    serve(stockApi[side].freeze, freezeLot(side)),
    serve(stockApi[side].unfreeze, unfreezeLot(side)),
  ]),
]
