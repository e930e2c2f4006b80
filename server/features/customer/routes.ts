import { customerSheet } from '../../../contract/import-sheets.ts'
import { customerApi } from '../../../contract/customer.ts'
import { importRoutes } from '../../platform/import.ts'
import type { Installation } from '../../platform/installation.ts'
import { refuseConstraint } from '../../platform/problem.ts'
import { serve, type Route } from '../../platform/serve.ts'
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
