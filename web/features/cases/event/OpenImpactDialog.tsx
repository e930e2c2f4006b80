import { Alert, App, Form, Input } from 'antd'
import { Link } from 'react-router'
import type { z } from 'zod'
import { caseApi } from '#contract/cases/impact.ts'
import { approvalMeaning } from '#contract/release/raw-release.ts'
import { useWrite } from '#web/lib/call.ts'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof caseApi.open.input>, 'id'>

/** 影响评估, opened by hand: something was found about a lot that was used, before there is a decision about it. */
export function OpenImpactDialog({ lot, onClose }: { lot: { id: string; lotNo: string; name: string }; onClose: () => void }) {
  const { message } = App.useApp()
  const open = useWrite(caseApi.open)
  return (
    <StepDialog<Values>
      title={`影响评估 ${lot.name} ${lot.lotNo}`}
      submit="签名并开启"
      danger
      error={open.error}
      busy={open.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        open.mutate(
          { id: lot.id, ...values },
          {
            onSuccess: ({ caseNo }) => {
              message.success(
                <>
                  影响评估 <Link to={`/zhiliang-shijian?q=${caseNo}`}>{caseNo}</Link> 已开启，下游批次已冻结
                </>,
                10,
              )
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
        title="由本批制成的所有批次即刻冻结"
        description="不能再包装、放行、分配、发运，直到QA与质量负责人逐批解除或判不合格。本批自身的状态不变，需要时请另行冻结。"
      />
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明发现了什么、为何影响下游批次' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      <SignatureFields meaning={approvalMeaning} />
    </StepDialog>
  )
}
