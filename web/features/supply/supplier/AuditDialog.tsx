import { App, Form, Input, Select } from 'antd'
import type { z } from 'zod'
import { auditKinds, auditResults, supplierActions, type SupplierRow } from '#contract/supply/supplier.ts'
import { supplierApi } from '#contract/supply/supplier-api.ts'
import { useWrite } from '#web/lib/call.ts'
import { today } from '#web/lib/format.ts'
import { DayInput } from '#web/parts/DayInput.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Audit = z.input<typeof supplierApi.audit.input>
type Values = Omit<Audit, 'id' | 'validUntil'> & { validUntil?: string }

/** 登记审计: what was found, by whom, and for how long it holds; signed. */
export function AuditDialog({ supplier, onClose }: { supplier: SupplierRow; onClose: () => void }) {
  const { message } = App.useApp()
  const audit = useWrite(supplierApi.audit)
  return (
    <StepDialog<Values>
      title={`登记审计 ${supplier.name}`}
      submit="登记"
      wide
      error={audit.error}
      busy={audit.isPending}
      initial={{ kind: supplier.auditedOn === null ? 'first' : 'periodic', auditedOn: today(), result: 'passed' }}
      onClose={onClose}
      onSubmit={({ validUntil = '', ...values }) =>
        audit.mutate(
          { id: supplier.id, ...values, validUntil: values.result === 'failed' ? null : validUntil || null },
          {
            onSuccess: (row) => {
              message.success(
                row.state === 'stopped' && supplier.state === 'qualified' ? `${row.name} 审计不通过，已临时暂停` : '审计已登记',
              )
              onClose()
            },
          },
        )
      }
    >
      <div className="form-columns">
        <Form.Item name="kind" label="审计类型" rules={[{ required: true, message: '请选择审计类型' }]}>
          <Select options={Object.entries(auditKinds).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
        <Form.Item name="auditedOn" label="审计日期" rules={[{ required: true, message: '请填写审计日期' }]}>
          <DayInput max={today()} />
        </Form.Item>
        <Form.Item name="auditors" label="审计人员" rules={[{ required: true, whitespace: true, message: '请填写审计人员' }]}>
          <Input maxLength={120} autoComplete="off" />
        </Form.Item>
        <Form.Item name="result" label="结论" rules={[{ required: true, message: '请选择审计结论' }]}>
          <Select options={Object.entries(auditResults).map(([value, { label }]) => ({ value, label }))} />
        </Form.Item>
      </div>
      <Form.Item noStyle dependencies={['result']}>
        {({ getFieldValue }) => {
          const result: Values['result'] = getFieldValue('result')
          return result === 'failed' ? (
            <p className="quiet">
              {supplier.state === 'qualified' ? '登记后该供应商随即临时暂停，未完采购单会标出，待第二人确认。' : '登记后原有资格作废。'}
            </p>
          ) : (
            <>
              <Form.Item name="validUntil" label="资格有效期至" rules={[{ required: true, message: '请填写资格有效期至' }]}>
                <DayInput min={today()} />
              </Form.Item>
              <Form.Item
                name="correctiveActions"
                label="整改措施"
                initialValue=""
                rules={[{ required: result === 'conditional', whitespace: true, message: '请写明整改措施' }]}
              >
                <Input.TextArea maxLength={2000} autoSize={{ minRows: 2 }} />
              </Form.Item>
            </>
          )
        }}
      </Form.Item>
      <Form.Item name="findings" label="审计发现" initialValue="">
        <Input.TextArea maxLength={2000} autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={supplierActions.audit.signs} />
    </StepDialog>
  )
}
