import { codeLockApi } from '#contract/packing/code-lock.ts'
import { qrApi } from '#contract/packing/codes.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, serveFile, type Route } from '#kernel/serve.ts'
import { downloadCodes } from './download-codes.ts'
import { listScans } from './list-scans.ts'
import { lockCode, unlockCode } from './lock-code.ts'
import { printLabels } from './print-labels.ts'
import { listRanges, lookUpCode, readRange } from './queries.ts'
import { replaceCode } from './replace-code.ts'
import { voidCodes } from './void-codes.ts'

refuseConstraint('code_replacement_by_two', 'same_person')
refuseConstraint('code_lock_lifted_by_two', 'same_person')

export const qrRoutes = (installation: Installation): Route[] => [
  serve(qrApi.list, listRanges),
  serve(qrApi.read, readRange),
  serve(qrApi.scans, listScans(installation)),
  serve(qrApi.lookUp, lookUpCode(installation)),
  serveFile(qrApi.download, downloadCodes(installation)),
  serve(qrApi.print, printLabels(installation)),
  serve(qrApi.replace, replaceCode(installation)),
  serve(qrApi.void, voidCodes),
  serve(codeLockApi.place, lockCode(installation)),
  serve(codeLockApi.lift, unlockCode),
]
