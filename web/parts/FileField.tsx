import { useState } from 'react'
import { acceptedEndings, attachmentApi, largestFile } from '#contract/office/attachment.ts'
import { sendFile } from '#web/lib/call.ts'
import { fileSize } from '#web/lib/format.ts'
import { FileDrop } from './FileDrop.tsx'

/** A file that was handed in; `sending` while it is on its way. */
export type FileValue = { name: string; digest: string } | 'sending'

/** Refuses a form whose file is still on its way. */
export const fileArrived = {
  validator: (_: unknown, value: FileValue | undefined) =>
    value === 'sending' ? Promise.reject(new Error('文件还在上传，请稍候')) : Promise.resolve(),
}

/** One file as a field of a form: it is handed in when it is chosen, and kept by the step that the form asks for. */
export function FileField({ value, onChange = () => {} }: { value?: FileValue; onChange?: (value: FileValue | undefined) => void }) {
  const [failure, setFailure] = useState('')
  const send = async (file: File) => {
    setFailure('')
    if (file.size > largestFile) return setFailure(`超过 ${fileSize(largestFile)}，请压缩或拆分后再选择`)
    onChange('sending')
    try {
      const name = file.name.normalize('NFC').slice(-150)
      const sent = await sendFile(attachmentApi.upload, { name }, file, {
        signal: AbortSignal.timeout(300_000),
        onProgress: () => undefined,
      })
      onChange({ name, digest: sent.digest })
    } catch (error) {
      onChange(undefined)
      setFailure(error instanceof Error ? error.message : '上传没有成功，请重试')
    }
  }
  return (
    <>
      <FileDrop
        label={value === undefined ? '选择文件' : '换一个文件'}
        accept={acceptedEndings}
        onFiles={([file]) => file && void send(file)}
      >
        <span className="quiet" aria-live="polite">
          {value === undefined ? '也可以拖到这里；每个不超过 20 MB' : value === 'sending' ? '正在上传' : `已选择 ${value.name}`}
        </span>
      </FileDrop>
      {failure !== '' && (
        <p role="alert" className="broken">
          {failure}
        </p>
      )}
    </>
  )
}
