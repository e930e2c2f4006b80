import { attachmentApi } from '#contract/office/attachment.ts'
import type { Installation } from '#kernel/installation.ts'
import { serve, serveFile, serveUpload, type Route } from '#kernel/serve.ts'
import { addAttachment } from './add-attachment.ts'
import { keepFile } from './keep-file.ts'
import { listAttachments, openAttachment } from './queries.ts'
import { voidAttachment } from './void-attachment.ts'

export const attachmentRoutes = (installation: Installation): Route[] => [
  serveUpload(attachmentApi.upload, () => installation.files, keepFile(installation)),
  serve(attachmentApi.list, listAttachments),
  serve(attachmentApi.add, addAttachment),
  serveFile(attachmentApi.file, openAttachment(installation)),
  serve(attachmentApi.void, voidAttachment),
]
