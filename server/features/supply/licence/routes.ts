import { licenceApi } from '#contract/supply/licence.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { addCustomerLicence, addOwnLicence, addSupplierLicence, editLicence, putLicenceAside } from './write-licence.ts'

export const licenceRoutes: Route[] = [
  serve(licenceApi.addOwn, addOwnLicence),
  serve(licenceApi.editOwn, editLicence('own')),
  serve(licenceApi.putAsideOwn, putLicenceAside('own')),
  serve(licenceApi.addOfSupplier, addSupplierLicence),
  serve(licenceApi.editOfSupplier, editLicence('supplier')),
  serve(licenceApi.putAsideOfSupplier, putLicenceAside('supplier')),
  serve(licenceApi.addOfCustomer, addCustomerLicence),
  serve(licenceApi.editOfCustomer, editLicence('customer')),
  serve(licenceApi.putAsideOfCustomer, putLicenceAside('customer')),
]
