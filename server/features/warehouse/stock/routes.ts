import { stockApi } from '#contract/warehouse/stock.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { freezeLot } from './freeze-lot.ts'
import { listEntries, listRawStock, listTargets, lotStockOf, readRawLot } from './queries.ts'
import { transferStock } from './transfer-stock.ts'
import { unfreezeLot } from './unfreeze-lot.ts'

/** Page 14, and the warehouse steps of both sides: what was bought, and what was made (page 19). */
export const stockRoutes: Route[] = [
  serve(stockApi.list, listRawStock),
  serve(stockApi.read, readRawLot),
  ...(['raw', 'pack'] as const).flatMap((side) => [
    serve(stockApi[side].stock, lotStockOf(side)),
    serve(stockApi[side].entries, listEntries(side)),
    serve(stockApi[side].targets, listTargets(side)),
    serve(stockApi[side].transfer, transferStock(side)),
    serve(stockApi[side].freeze, freezeLot(side)),
    serve(stockApi[side].unfreeze, unfreezeLot(side)),
  ]),
]
