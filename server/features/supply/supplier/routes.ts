import { supplierSheet } from '#contract/office/import-sheets.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import { importRoutes } from '#kernel/import.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { auditSupplier } from './audit-supplier.ts'
import { qualifySupplier } from './qualify-supplier.ts'
import { listMaterialChoices, listSuppliers, readSupplier } from './queries.ts'
import { confirmStop, liftStop, stopSupplier } from './stop-supplier.ts'
import { setSupplierMaterials } from './set-materials.ts'
import { createSupplier, editSupplier, tellOfImportedSuppliers, writeSupplier } from './write-supplier.ts'

refuseConstraint('supplier_credit_code_once', 'supplier_known')
refuseConstraint('supplier_author_qualifies', 'author_approves')
refuseConstraint('supplier_stop_by_two', 'stopped_by_self')
refuseConstraint('supplier_stop_open', 'supplier_stopped')
refuseConstraint('supplier_scope_by_two', 'same_person')

export const supplierRoutes = (installation: Installation): Route[] => [
  serve(supplierApi.list, listSuppliers),
  serve(supplierApi.materialChoices, listMaterialChoices),
  serve(supplierApi.read, readSupplier),
  serve(supplierApi.create, createSupplier),
  ...importRoutes(installation, supplierSheet, writeSupplier, tellOfImportedSuppliers),
  serve(supplierApi.edit, editSupplier),
  serve(supplierApi.setMaterials, setSupplierMaterials),
  serve(supplierApi.audit, auditSupplier),
  serve(supplierApi.qualify, qualifySupplier),
  serve(supplierApi.stop, stopSupplier),
  serve(supplierApi.confirmStop, confirmStop),
  serve(supplierApi.liftStop, liftStop),
]
