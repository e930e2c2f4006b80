import { ledgerApi } from '#contract/warehouse/ledger.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listMonth, readMonth } from './queries.ts'
import { signMonth } from './sign-month.ts'

refuseConstraint('stock_ledger_by_two', 'same_person')
refuseConstraint('stock_ledger_again_explained', 'ledger_needs_reason')

/** 月度台账. */
export const ledgerRoutes: Route[] = [serve(ledgerApi.list, listMonth), serve(ledgerApi.read, readMonth), serve(ledgerApi.sign, signMonth)]
