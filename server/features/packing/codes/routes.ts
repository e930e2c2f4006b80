import { qrApi } from '#contract/packing/codes.ts'
import type { Installation } from '#kernel/installation.ts'
import { serve, serveFile, type Route } from '#kernel/serve.ts'
import { downloadCodes } from './download-codes.ts'
import { listScans } from './list-scans.ts'
import { printLabels } from './print-labels.ts'
import { listRanges, lookUpCode, readRange } from './queries.ts'
import { voidCodes } from './void-codes.ts'

export const qrRoutes = (installation: Installation): Route[] => [
  serve(qrApi.list, listRanges),
  serve(qrApi.read, readRange),
  serve(qrApi.scans, listScans(installation)),
  serve(qrApi.lookUp, lookUpCode(installation)),
  serveFile(qrApi.download, downloadCodes(installation)),
  serve(qrApi.print, printLabels(installation)),
  serve(qrApi.void, voidCodes),
]
