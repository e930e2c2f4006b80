import { dictionarySheet } from '../../../contract/import-sheets.ts'
import { dictionaryApi } from '../../../contract/dictionary.ts'
import { importRoutes } from '../../platform/import.ts'
import type { Installation } from '../../platform/installation.ts'
import { refuseConstraint } from '../../platform/problem.ts'
import { serve, type Route } from '../../platform/serve.ts'
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
