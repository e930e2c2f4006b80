import { supplierSheet } from '#contract/office/import-sheets.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import { importRoutes } from '#kernel/import.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { auditSupplier } from './audit-supplier.ts'
import { qualifySupplier, removeSupplier, resumeSupplier, suspendSupplier } from './qualify-supplier.ts'
import { listMaterialChoices, listSuppliers, readSupplier } from './queries.ts'
import { createSupplier, editSupplier, setSupplierMaterials, tellOfImportedSuppliers, writeSupplier } from './write-supplier.ts'

refuseConstraint('supplier_credit_code_once', 'supplier_known')
refuseConstraint('supplier_author_qualifies', 'author_approves')

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
  serve(supplierApi.suspend, suspendSupplier),
  serve(supplierApi.resume, resumeSupplier),
  serve(supplierApi.remove, removeSupplier),
]
