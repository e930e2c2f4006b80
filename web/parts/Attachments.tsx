import { Button, Input, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { useQueryClient } from '@tanstack/react-query'
import {
  acceptedEndings,
  attachmentApi,
  attachmentKinds,
  attachmentOwners,
  largestFile,
  mapNo as mapNumber,
  publicPictures,
  type AttachmentOwner,
  type AttachmentRow,
} from '#contract/office/attachment.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { useActor } from '#web/lib/actor.ts'
import { call, sendFile, useRead } from '#web/lib/call.ts'
import { download } from '#web/lib/download.ts'
import { dateTime, fileSize } from '#web/lib/format.ts'
import { CallFailure } from './CallFailure.tsx'
import { FileDrop } from './FileDrop.tsx'
import { canPreview, FilePreview } from './FilePreview.tsx'
import { ReasonButton } from './ReasonButton.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'

/** A file that is being sent: the share that was sent, 0 to 1, or why it failed. */
type Upload = { key: number; file: File; kind: Kind; share: number; error?: string; stop: () => void }
type Kind = (typeof attachmentKinds)[number]

let uploads = 0

/** The files beside a record: to view, to download, to add by choosing or dropping, to void with a reason. */
export function Attachments({ of, id, usual = '其他' }: { of: AttachmentOwner; id: string; /** The kind proposed first. */ usual?: Kind }) {
  const { rights } = useActor()
  const holdsOne = (needed: readonly string[]) => needed.some((right) => rights.includes(right))
  const mayRead = holdsOne(attachmentOwners[of].read)
  const list = useRead(attachmentApi.list, mayRead ? { of, id } : null)
  const [shown, setShown] = useState<AttachmentRow>()
  const [voiding, setVoiding] = useState<AttachmentRow>()
  if (!mayRead) return null
  const mayWrite = holdsOne(attachmentOwners[of].write)
  return (
    <section className="attachments" aria-label="附件">
      <h2 className="drawer-heading">附件</h2>
      {list.isPending && <Skeleton active title={false} paragraph={{ rows: 2 }} />}
      {list.error && <CallFailure error={list.error} onRetry={() => void list.refetch()} />}
      {list.data?.length === 0 && <p className="quiet">还没有附件</p>}
      {list.data && list.data.length > 0 && (
        <ul className="files">
          {list.data.map((file) => (
            <li key={file.id} className={file.voided ? 'voided' : undefined}>
              <span className="file-name">{file.name}</span>
              <span className="quiet">
                {file.kind}
                {file.mapNo !== null && ` ${file.mapNo}`} · {fileSize(file.size)} · {file.addedBy.name} {dateTime(file.addedAt)} ·{' '}
                <span title={`SHA-256 ${file.digest}`}>摘要 {file.digest.slice(0, 8)}</span>
              </span>
              {file.voided && (
                <span className="quiet">
                  已作废：{file.voided.reason}（{file.voided.by.name} {dateTime(file.voided.at)}）
                </span>
              )}
              <span className="file-actions">
                {canPreview(file.mediaType) && (
                  <Button type="link" className="text-action" aria-label={`预览 ${file.name}`} onClick={() => setShown(file)}>
                    预览
                  </Button>
                )}
                <DownloadButton file={file} />
                {!file.voided && (
                  <ReasonButton danger reason={mayWrite ? undefined : refusals.no_permission} onClick={() => setVoiding(file)}>
                    作废
                  </ReasonButton>
                )}
              </span>
            </li>
          ))}
        </ul>
      )}
      {mayWrite && <NewFiles of={of} id={id} usual={usual} />}
      {shown && <FilePreview file={shown} onClose={() => setShown(undefined)} />}
      {voiding && (
        <ReasonDialog
          title={`作废附件 ${voiding.name}`}
          submit="作废"
          danger
          endpoint={attachmentApi.void}
          id={voiding.id}
          done={`${voiding.name} 已作废，文件仍保留`}
          onClose={() => setVoiding(undefined)}
        />
      )}
    </section>
  )
}

function DownloadButton({ file }: { file: AttachmentRow }) {
  const [failure, setFailure] = useState<string>()
  const save = () =>
    download(`/api/attachment-files/${file.id}`).then(
      () => setFailure(undefined),
      (error: unknown) => setFailure(error instanceof Error ? error.message : '下载没有成功，请重试'),
    )
  return (
    <>
      <Button type="link" className="text-action" aria-label={`下载 ${file.name}`} onClick={() => void save()}>
        下载
      </Button>
      {failure && (
        <span role="alert" className="broken">
          {failure}
        </span>
      )}
    </>
  )
}

function NewFiles({ of, id, usual }: { of: AttachmentOwner; id: string; usual: Kind }) {
  const queries = useQueryClient()
  const [kind, setKind] = useState<Kind>(usual)
  const [mapNo, setMapNo] = useState('')
  const [sending, setSending] = useState<readonly Upload[]>([])
  const change = (key: number, changes: Partial<Upload>) =>
    setSending((all) => all.map((upload) => (upload.key === key ? { ...upload, ...changes } : upload)))
  const forget = (key: number) => setSending((all) => all.filter((upload) => upload.key !== key))

  const send = async (file: File) => {
    const key = uploads++
    const stopper = new AbortController()
    const stop = () => {
      stopper.abort()
      forget(key)
    }
    const number = kind === '公开地图' ? mapNumber.safeParse(mapNo) : undefined
    const refused =
      file.size > largestFile
        ? `超过 ${fileSize(largestFile)}，请压缩或拆分后再上传`
        : number?.error && `请先填写审图号，如 GS（2024）0650号，再选择文件`
    setSending((all) => [...all, { key, file, kind, share: 0, stop, ...(refused && { error: refused }) }])
    if (refused !== undefined) return
    try {
      const name = file.name.normalize('NFC').slice(-150)
      const { digest } = await sendFile(attachmentApi.upload, { name }, file, {
        signal: stopper.signal,
        onProgress: (share) => change(key, { share }),
      })
      await call(attachmentApi.add, { of, id, digest, name, kind, ...(number?.data !== undefined && { mapNo: number.data }) })
      forget(key)
    } catch (error) {
      if (!stopper.signal.aborted) change(key, { error: error instanceof Error ? error.message : '上传没有成功，请重试' })
    }
    void queries.invalidateQueries()
  }
  const retry = (upload: Upload) => {
    forget(upload.key)
    void send(upload.file)
  }

  return (
    <>
      {sending.length > 0 && (
        <ul className="files" aria-label="正在上传">
          {sending.map((upload) => (
            <li key={upload.key}>
              <span className="file-name">{upload.file.name}</span>
              {upload.error === undefined ? (
                <progress value={upload.share} aria-label={`${upload.file.name} 上传进度`} />
              ) : (
                <span role="alert" className="broken">
                  {upload.error}
                </span>
              )}
              <span className="file-actions">
                {upload.error !== undefined && upload.file.size <= largestFile && (
                  <Button type="link" className="text-action" onClick={() => retry(upload)}>
                    重试
                  </Button>
                )}
                <Button type="link" className="text-action" onClick={upload.stop}>
                  {upload.error === undefined ? '取消' : '移除'}
                </Button>
              </span>
            </li>
          ))}
        </ul>
      )}
      <FileDrop label="选择文件" accept={acceptedEndings} multiple onFiles={(files) => files.forEach((file) => void send(file))}>
        <Select<Kind>
          aria-label="附件类型"
          value={kind}
          onChange={setKind}
          options={attachmentKinds
            .filter((name) => publicPictures[name]?.includes(of) ?? true)
            .map((name) => ({ value: name, label: name }))}
          style={{ minWidth: 140 }}
        />
        {kind === '公开地图' && (
          <Input
            aria-label="审图号"
            placeholder="审图号，如 GS（2024）0650号"
            value={mapNo}
            maxLength={30}
            style={{ maxWidth: 260 }}
            onChange={(event) => setMapNo(event.target.value)}
          />
        )}
        {publicPictures[kind] !== undefined && <span className="quiet">扫码的人会看到这张图片，请只放您有权公开的</span>}
        <span className="quiet">也可以拖到这里；PDF、图片、Excel、Word、CSV、TXT，每个不超过 20 MB</span>
      </FileDrop>
    </>
  )
}
