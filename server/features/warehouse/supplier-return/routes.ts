import { supplierReturnApi } from '#contract/warehouse/supplier-return.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { confirmSupplierReturn, unconfirmSupplierReturn } from './hear-supplier.ts'
import {
  approveSupplierReturn,
  cancelSupplierReturn,
  declineSupplierReturn,
  proposeSupplierReturn,
  refuseSupplierReturn,
} from './propose-return.ts'
import { listReturnable, listSupplierReturns, readSupplierReturn } from './queries.ts'
import { bringBackSupplierReturn, sendSupplierReturn } from './send-goods.ts'

refuseConstraint('supplier_return_by_two', 'author_approves')
refuseConstraint('supplier_return_checked_by_other', 'same_person')
refuseConstraint('supplier_return_sent_by_other', 'supplier_return_sent_by_decider')
refuseConstraint('supplier_return_open', 'supplier_return_open')

/** 退货给供应商. */
export const supplierReturnRoutes: Route[] = [
  serve(supplierReturnApi.list, listSupplierReturns),
  serve(supplierReturnApi.choices, listReturnable),
  serve(supplierReturnApi.read, readSupplierReturn),
  serve(supplierReturnApi.propose, proposeSupplierReturn),
  serve(supplierReturnApi.approve, approveSupplierReturn),
  serve(supplierReturnApi.refuse, refuseSupplierReturn),
  serve(supplierReturnApi.send, sendSupplierReturn),
  serve(supplierReturnApi.decline, declineSupplierReturn),
  serve(supplierReturnApi.cancel, cancelSupplierReturn),
  serve(supplierReturnApi.confirm, confirmSupplierReturn),
  serve(supplierReturnApi.unconfirm, unconfirmSupplierReturn),
  serve(supplierReturnApi.bringBack, bringBackSupplierReturn),
]
