import { Alert, App } from 'antd'
import { recallActions, recallClasses } from '#contract/cases/recall.ts'
import { recallApi } from '#contract/cases/recall-api.ts'
import type { RecallFile } from '#contract/cases/recall-file.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 启动召回: the 质量负责人 signs, and it happens at once. */
export function StartRecallDialog({ file: { recall, advice }, onClose }: { file: RecallFile; onClose: () => void }) {
  const { message } = App.useApp()
  const start = useWrite(recallApi.start)
  return (
    <StepDialog<{ signature: SignatureInput }>
      title={`启动召回 ${recall.caseNo}`}
      submit="签名并启动"
      danger
      error={start.error}
      busy={start.isPending}
      onClose={onClose}
      onSubmit={({ signature }) =>
        start.mutate(
          { id: recall.id, rowVersion: recall.rowVersion, signature },
          {
            onSuccess: ({ lots, customers }) => {
              void message.success(`${recall.caseNo} 已启动：${lots} 批已冻结，${customers} 家客户待通知`, 8)
              onClose()
            },
          },
        )
      }
    >
      <Alert
        className="form-failure"
        type="warning"
        showIcon
        title="全部批次立即冻结，扫码显示已召回"
        description={`${recallClasses[recall.recallClass].label}：${recallClasses[recall.recallClass].days} 日内通知全部客户。误启动的只能由两人撤销。`}
      />
      <Facts
        rows={[
          ['范围', recall.subject],
          ['原因', recall.reason],
          ['请客户怎样处理', advice],
        ]}
      />
      <SignatureFields meaning={recallActions.start.signs} />
    </StepDialog>
  )
}
