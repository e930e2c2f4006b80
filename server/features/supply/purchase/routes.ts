import { purchaseApi } from '#contract/supply/purchase-api.ts'
import { purchaseRuleApi } from '#contract/supply/purchase-rule.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { approveOrder } from './approve-order.ts'
import { callOffOrder, cancelOrder } from './cancel-order.ts'
import { closeOrder } from './close-order.ts'
import { createOrder } from './create-order.ts'
import { editOrder } from './edit-order.ts'
import { readPurchaseRule, savePurchaseRule } from './purchase-rule.ts'
import { listOrders } from './queries.ts'
import { listMaterials, listSuppliers, readReceiving } from './read-choices.ts'
import { readOrder } from './read-order.ts'
import { receiveGoods } from './receive-goods.ts'
import { reverseReceipt } from './reverse-receipt.ts'
import { sendBackOrder } from './send-back-order.ts'
import { submitOrder } from './submit-order.ts'

refuseConstraint('purchase_author_approves', 'author_approves')
refuseConstraint('purchase_approver_again', 'approver_again')
refuseConstraint('purchase_author_approves_step', 'author_approves')
refuseConstraint('purchase_rule_by_two', 'same_person')
refuseConstraint('purchase_rule_once', 'stale')
refuseConstraint('buyer_receives', 'buyer_receives')
refuseConstraint('buyer_checks_receipt', 'buyer_receives')
refuseConstraint('delivery_note_once', 'delivery_note_twice')
refuseConstraint('receiver_checks', 'same_person')
refuseConstraint('receipt_reversed_by_two', 'same_person')

export const purchaseRoutes: Route[] = [
  serve(purchaseApi.list, listOrders),
  serve(purchaseApi.suppliers, listSuppliers),
  serve(purchaseApi.materials, listMaterials),
  serve(purchaseApi.read, readOrder),
  serve(purchaseApi.create, createOrder),
  serve(purchaseApi.edit, editOrder),
  serve(purchaseApi.submit, submitOrder),
  serve(purchaseApi.approve, approveOrder),
  serve(purchaseApi.sendBack, sendBackOrder),
  serve(purchaseApi.cancel, cancelOrder),
  serve(purchaseApi.callOff, callOffOrder),
  serve(purchaseApi.close, closeOrder),
  serve(purchaseApi.receiving, readReceiving),
  serve(purchaseApi.receive, receiveGoods),
  serve(purchaseApi.reverse, reverseReceipt),
  serve(purchaseRuleApi.read, readPurchaseRule),
  serve(purchaseRuleApi.save, savePurchaseRule),
]
