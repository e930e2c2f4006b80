import { App, Form, Input } from 'antd'
import { useState } from 'react'
import { attachmentApi } from '#contract/office/attachment.ts'
import { paperApi } from '#contract/office/paper.ts'
import { sendFile, useWrite } from '#web/lib/call.ts'
import { FileDrop } from '#web/parts/FileDrop.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 更换标志: another picture over every document, or none. */
export function LogoDialog({ version, hasLogo, onClose }: { version: number; hasLogo: boolean; onClose: () => void }) {
  const { message } = App.useApp()
  const set = useWrite(paperApi.setLetterhead)
  const [file, setFile] = useState<{ name: string; digest: string }>()
  const [failure, setFailure] = useState('')
  const send = async (chosen: File) => {
    try {
      const sent = await sendFile(attachmentApi.upload, { name: chosen.name }, chosen, {
        signal: new AbortController().signal,
        onProgress: () => undefined,
      })
      setFile({ name: sent.name, digest: sent.digest })
      setFailure('')
    } catch (error) {
      setFailure(error instanceof Error ? error.message : '上传没有成功，请重试')
    }
  }
  return (
    <StepDialog<{ reason: string }>
      title="更换抬头标志"
      submit={file === undefined ? '不再印标志' : '保存'}
      error={set.error}
      busy={set.isPending}
      onClose={onClose}
      onSubmit={({ reason }) => {
        if (file === undefined && !hasLogo) return setFailure('请选择一个图片文件')
        set.mutate(
          { version, reason, ...(file && { digest: file.digest }) },
          {
            onSuccess: () => {
              void message.success(file === undefined ? '以后的打印不再印标志' : '以后的打印用新标志')
              onClose()
            },
          },
        )
      }}
    >
      <FileDrop label="选择图片" accept=".png,.jpg,.jpeg" onFiles={([chosen]) => chosen && void send(chosen)}>
        {file === undefined ? 'PNG 或 JPEG，横向，高度不少于 120 像素' : `已选择 ${file.name}`}
      </FileDrop>
      {failure !== '' && (
        <p role="alert" className="broken">
          {failure}
        </p>
      )}
      <Form.Item name="reason" label="更改原因" rules={[{ required: true, whitespace: true, message: '请填写更改的原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}
