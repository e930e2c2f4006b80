import { saleApi } from '#contract/selling/sale-api.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { allocateSale } from './allocate-sale.ts'
import { approveSale, sendBackSale, submitSale } from './approve-sale.ts'
import { checkSale } from './check-sale.ts'
import { deliverSale } from './deliver-sale.ts'
import { cancelSale, giveBackSale } from './give-back-sale.ts'
import { pickSale, scanForSale } from './pick-sale.ts'
import { printDeliveryNote } from './print-delivery-note.ts'
import { listCustomers, listGoods } from './list-choices.ts'
import { listSales, readSale } from './queries.ts'
import { usualTransport } from './usual-transport.ts'
import { shipSale } from './ship-sale.ts'
import { createSale, editSale } from './write-sale.ts'

refuseConstraint('sale_author_does_not_approve', 'author_approves')
refuseConstraint('picker_does_not_check', 'picker_checks')
refuseConstraint('code_picked_once', 'code_twice')

export const saleRoutes = (installation: Installation): Route[] => [
  serve(saleApi.list, listSales),
  serve(saleApi.customers, listCustomers),
  serve(saleApi.goods, listGoods),
  serve(saleApi.read, readSale),
  serve(saleApi.create, createSale),
  serve(saleApi.edit, editSale),
  serve(saleApi.submit, submitSale),
  serve(saleApi.sendBack, sendBackSale),
  serve(saleApi.approve, approveSale),
  serve(saleApi.allocate, allocateSale),
  serve(saleApi.giveBack, giveBackSale),
  serve(saleApi.scan, scanForSale(installation)),
  serve(saleApi.pick, pickSale(installation)),
  serve(saleApi.check, checkSale),
  serve(saleApi.usualTransport, usualTransport),
  serve(saleApi.ship, shipSale),
  serve(saleApi.deliver, deliverSale),
  serve(saleApi.cancel, cancelSale),
  serve(saleApi.deliveryNote, printDeliveryNote),
]
