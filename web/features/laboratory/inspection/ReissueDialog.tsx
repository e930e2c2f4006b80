import { App, Form, Input, InputNumber, Skeleton } from 'antd'
import type { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { inspectionActions, type InspectionRow } from '#contract/laboratory/inspection.ts'
import { reportApi, type ReportHeading } from '#contract/laboratory/report.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = {
  heading: ReportHeading
  reason: string
  signature: SignatureInput
  second: { userName: string; password: string }
}

/** 换发报告: the heading or the remark of an approved report is put right in a new version; its values are not offered. */
export function ReissueDialog({
  row,
  reportId,
  endpoint,
  onClose,
}: {
  row: InspectionRow
  reportId: string
  endpoint: typeof rawInspectionApi.reissue
  onClose: () => void
}) {
  const { message } = App.useApp()
  const report = useRead(reportApi.read, { id: reportId })
  const reissue = useWrite(endpoint)
  const sheet = report.data?.sheet
  return (
    <StepDialog<Values>
      // The form begins with what the report says, so it begins anew when that is there.
      key={String(sheet === undefined)}
      title={`换发检验报告 ${row.reportNo ?? ''}`}
      submit="签名并换发"
      {...(sheet && {
        initial: { heading: { supplier: sheet.supplier, spec: sheet.spec, packageCount: sheet.packageCount, remark: sheet.remark } },
      })}
      error={reissue.error}
      busy={reissue.isPending}
      onClose={onClose}
      onSubmit={({ heading, ...values }) => {
        if (sheet === undefined) return
        reissue.mutate(
          { id: row.id, reportId, ...values, heading: { ...heading, supplier: heading.supplier ?? '' } },
          {
            onSuccess: ({ reportNo }) => {
              void message.success(`已换发 ${reportNo}，原报告标为已替代`)
              onClose()
            },
          },
        )
      }}
    >
      {report.error && <CallFailure error={report.error} onRetry={() => void report.refetch()} />}
      {report.isPending && <Skeleton active />}
      {sheet && (
        <>
          <p>只改抬头与备注；检验结果与结论不变。产地、数量、日期写错的，请在原记录上申请更正，报告会随更正换发。</p>
          {row.side === 'raw' && (
            <Form.Item
              name={['heading', 'supplier']}
              label="供货单位"
              rules={[{ required: true, whitespace: true, message: '请填写供货单位' }]}
            >
              <Input maxLength={120} />
            </Form.Item>
          )}
          <Form.Item name={['heading', 'spec']} label="规格">
            <Input maxLength={120} />
          </Form.Item>
          <Form.Item name={['heading', 'packageCount']} label="件数" rules={[{ required: true, message: '请填写件数' }]}>
            <InputNumber min={1} precision={0} />
          </Form.Item>
          <Form.Item name={['heading', 'remark']} label="备注">
            <Input.TextArea maxLength={300} showCount autoSize={{ minRows: 1 }} />
          </Form.Item>
          <Form.Item name="reason" label="换发原因" rules={[{ required: true, whitespace: true, message: '请写明原报告哪里有误' }]}>
            <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
          </Form.Item>
          <SignatureFields meaning={inspectionActions[row.side].reissue.signs} commentLabel={null} />
          <SecondPersonFields label="QA" meaning="换发审核" name="second" />
        </>
      )}
    </StepDialog>
  )
}
