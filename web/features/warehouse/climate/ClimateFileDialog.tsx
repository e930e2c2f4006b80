import { App, Form, Input } from 'antd'
import { useState } from 'react'
import { climateApi } from '#contract/warehouse/climate.ts'
import { useWrite } from '#web/lib/call.ts'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 导入 of what a logger kept. The text of the file is shown before it is sent. */
export function ClimateFileDialog({ onClose }: { onClose: () => void }) {
  const { message } = App.useApp()
  const bring = useWrite(climateApi.bring)
  return (
    <StepDialog<{ text: string }>
      title="导入读数文件"
      submit="导入"
      wide
      error={bring.error}
      busy={bring.isPending}
      onClose={onClose}
      onSubmit={({ text }) =>
        bring.mutate(
          { text },
          {
            onSuccess: ({ added, known, caseNos }) => {
              const told = `导入${added}条${known > 0 ? `，另有${known}条已有` : ''}`
              if (caseNos.length === 0) message.success(told)
              else message.warning(`${told}；超出限度，质量事件 ${caseNos.join('、')} 已记入`)
              onClose()
            },
          },
        )
      }
    >
      <p>每行一条：编号,时间,温度,相对湿度。全部合格才导入；重复的读数只记一次。</p>
      <Form.Item name="text" label="读数" rules={[{ required: true, message: '请选择文件，或粘贴内容' }]}>
        <FileText />
      </Form.Item>
    </StepDialog>
  )
}

/** The form gives value and change. */
function FileText({ id, value, onChange }: { id?: string; value?: string; onChange?: (text: string) => void }) {
  const [failed, setFailed] = useState(false)
  const take = async (file: File | undefined) => {
    if (file === undefined) return
    try {
      onChange?.(await file.text())
      setFailed(false)
    } catch {
      setFailed(true)
    }
  }
  return (
    <>
      <input type="file" accept=".csv,.txt" aria-label="选择文件" onChange={(event) => void take(event.target.files?.[0])} />
      {failed && <p className="quiet">文件读不出来，请另选</p>}
      <Input.TextArea
        {...(id !== undefined && { id })}
        {...(value !== undefined && { value })}
        autoSize={{ minRows: 6, maxRows: 14 }}
        placeholder="或粘贴内容，每行一条"
        onChange={(event) => onChange?.(event.target.value)}
      />
    </>
  )
}
