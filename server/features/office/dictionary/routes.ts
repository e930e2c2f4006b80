import { dictionarySheet } from '#contract/office/import-sheets.ts'
import { dictionaryApi } from '#contract/office/dictionary.ts'
import { importRoutes } from '#kernel/import.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listChoices, listItems } from './queries.ts'
import { createItem, disableItem, editItem, enableItem } from './write-item.ts'

refuseConstraint('dictionary_code_once', 'dictionary_code_taken')
refuseConstraint('dictionary_label_once', 'dictionary_label_taken')

export const dictionaryRoutes = (installation: Installation): Route[] => [
  serve(dictionaryApi.list, listItems),
  serve(dictionaryApi.choices, listChoices),
  serve(dictionaryApi.create, createItem),
  ...importRoutes(installation, dictionarySheet, createItem),
  serve(dictionaryApi.edit, editItem),
  serve(dictionaryApi.disable, disableItem),
  serve(dictionaryApi.enable, enableItem),
]
