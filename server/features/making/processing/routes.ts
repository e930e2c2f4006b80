import { materialSheet } from '#contract/office/import-sheets.ts'
import { materialApi } from '#contract/making/material.ts'
import { packSpecApi } from '#contract/making/pack-spec.ts'
import { methodApi } from '#contract/making/processing-method.ts'
import { processApi } from '#contract/making/process-version.ts'
import { productApi } from '#contract/making/product.ts'
import { importRoutes } from '#kernel/import.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listMaterials, readMaterial } from './list-materials.ts'
import { listMethods } from './list-methods.ts'
import { listPackSpecs } from './list-pack-specs.ts'
import { listProcesses, readProcess } from './list-processes.ts'
import { listChoices, listProducts, readProduct } from './list-products.ts'
import { refuseProcess, sendBackProcess } from './return-process.ts'
import { approveProcess, reviewProcess, submitProcess } from './sign-process.ts'
import { disabling, enabling } from './take-in-use.ts'
import { discardProcess, withdrawProcess } from './void-process.ts'
import { createMaterial, editMaterial, materials } from './write-material.ts'
import { createMethod, editMethod, methods } from './write-method.ts'
import { setPackMaterials } from './set-pack-materials.ts'
import { createPackSpec, editPackSpec, packSpecs } from './write-pack-spec.ts'
import { copyProcess, createProcess, editProcess } from './write-process.ts'
import { createProduct, editProduct, products } from './write-product.ts'

refuseConstraint('material_enterprise_id_code_key', 'code_taken')
refuseConstraint('product_enterprise_id_code_key', 'code_taken')
refuseConstraint('processing_method_enterprise_id_name_key', 'name_taken')
refuseConstraint('pack_spec_enterprise_id_product_id_name_key', 'name_taken')
refuseConstraint('pack_identification_once', 'pack_number_taken')
refuseConstraint('box_identification_once', 'pack_number_taken')
refuseConstraint('pack_gtin_once', 'pack_number_taken')
refuseConstraint('box_gtin_once', 'pack_number_taken')
refuseConstraint('one_open_process', 'process_open')
refuseConstraint('one_effective_process', 'process_scheduled')
refuseConstraint('process_author_reviews', 'author_reviews')
refuseConstraint('process_author_approves', 'author_approves')
refuseConstraint('process_reviewer_approves', 'reviewer_approves')

export const processingRoutes = (installation: Installation): Route[] => [
  serve(materialApi.list, listMaterials),
  serve(materialApi.read, readMaterial),
  serve(materialApi.create, createMaterial),
  ...importRoutes(installation, materialSheet, createMaterial),
  serve(materialApi.edit, editMaterial),
  serve(materialApi.disable, disabling(materials)),
  serve(materialApi.enable, enabling(materials)),
  serve(productApi.list, listProducts),
  serve(productApi.choices, listChoices),
  serve(productApi.read, readProduct),
  serve(productApi.create, createProduct),
  serve(productApi.edit, editProduct),
  serve(productApi.disable, disabling(products)),
  serve(productApi.enable, enabling(products)),
  serve(packSpecApi.list, listPackSpecs),
  serve(packSpecApi.create, createPackSpec),
  serve(packSpecApi.edit, editPackSpec),
  serve(packSpecApi.setMaterials, setPackMaterials),
  serve(packSpecApi.disable, disabling(packSpecs)),
  serve(packSpecApi.enable, enabling(packSpecs)),
  serve(methodApi.list, listMethods),
  serve(methodApi.create, createMethod),
  serve(methodApi.edit, editMethod),
  serve(methodApi.disable, disabling(methods)),
  serve(methodApi.enable, enabling(methods)),
  serve(processApi.list, listProcesses),
  serve(processApi.read, readProcess),
  serve(processApi.create, createProcess),
  serve(processApi.edit, editProcess),
  serve(processApi.copy, copyProcess),
  serve(processApi.submit, submitProcess),
  serve(processApi.review, reviewProcess),
  serve(processApi.sendBack, sendBackProcess),
  serve(processApi.approve, approveProcess),
  serve(processApi.refuse, refuseProcess),
  serve(processApi.withdraw, withdrawProcess),
  serve(processApi.discard, discardProcess),
]
