import { standardApi } from '#contract/laboratory/standard.ts'
import { starterApi } from '#contract/laboratory/starter-set.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import type { Installation } from '#kernel/installation.ts'
import { workbookQueue } from '#kernel/handed-workbook.ts'
import { serve, serveFile, serveInTurn, type Route } from '#kernel/serve.ts'
import { approveSeveral, approveStandard, sendBackStandard, submitStandard } from './approve-standard.ts'
import { loadStarterSet, readStarterSet } from './load-starter-set.ts'
import { listCustomers, listEditions, listSubjects, readEdition } from './queries.ts'
import { readSheet, sheetTemplate } from './read-sheet.ts'
import { redateStandard, withdrawStandard } from './withdraw-standard.ts'
import { createStandard, discardStandard, editStandard, renewStandard } from './write-standard.ts'

refuseConstraint('standard_once', 'standard_exists')
refuseConstraint('one_draft_of_standard', 'standard_draft_open')
refuseConstraint('standard_withdrawn_by_two', 'same_person')
refuseConstraint('typed_items_accepted', 'typed_items_unread')
refuseConstraint('one_standard_in_force', 'standard_not_later')

export const standardRoutes = (installation: Installation): Route[] => [
  serve(standardApi.list, listEditions),
  serve(standardApi.subjects, listSubjects),
  serve(standardApi.customers, listCustomers),
  serveFile(standardApi.sheetTemplate, sheetTemplate),
  serveInTurn(standardApi.readSheet, workbookQueue, readSheet(installation)),
  serve(standardApi.read, readEdition),
  serve(standardApi.create, createStandard),
  serve(standardApi.renew, renewStandard),
  serve(standardApi.edit, editStandard),
  serve(standardApi.submit, submitStandard),
  serve(standardApi.approve, approveStandard),
  serve(standardApi.approveSeveral, approveSeveral),
  serve(standardApi.sendBack, sendBackStandard),
  serve(standardApi.withdraw, withdrawStandard),
  serve(standardApi.redate, redateStandard),
  serve(standardApi.discard, discardStandard),
  serve(starterApi.read, readStarterSet),
  serve(starterApi.load, loadStarterSet),
]
