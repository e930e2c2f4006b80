import { customerSheet } from '#contract/office/import-sheets.ts'
import { customerApi } from '#contract/selling/customer.ts'
import { importRoutes } from '#kernel/import.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listCustomers, readCustomer } from './queries.ts'
import { createCustomer, disableCustomer, editCustomer, enableCustomer, writeCustomer } from './write-customer.ts'

refuseConstraint('customer_credit_code_once', 'customer_known')

export const customerRoutes = (installation: Installation): Route[] => [
  serve(customerApi.list, listCustomers),
  serve(customerApi.read, readCustomer),
  serve(customerApi.create, createCustomer),
  ...importRoutes(installation, customerSheet, writeCustomer),
  serve(customerApi.edit, editCustomer),
  serve(customerApi.disable, disableCustomer),
  serve(customerApi.enable, enableCustomer),
]
