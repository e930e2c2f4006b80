import { App, Button, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { Duty } from '#contract/kernel/duties.ts'
import { licenceApi, licenceKinds, type LicenceRow } from '#contract/supply/licence.ts'
import { useWrite } from '#web/lib/call.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { DisableDialog } from '#web/parts/DisableDialog.tsx'
import { DutyButton } from '#web/parts/DutyButton.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { ValidUntil } from '#web/parts/ValidUntil.tsx'

const columns: readonly Column<LicenceRow>[] = [
  { title: '证照', key: 'kind' },
  { title: '编号', key: 'number' },
  { title: '许可范围', key: 'scope' },
  { title: '发证机关', key: 'issuedBy' },
  { title: '有效期起', key: 'validFrom' },
  {
    title: '有效期至',
    key: 'validUntil',
    render: (licence) => (licence.isActive ? <ValidUntil day={licence.validUntil} /> : `${licence.validUntil ?? '长期'}（已停用）`),
  },
]

type Owner = { of: 'own' } | { of: 'supplier' | 'customer'; id: string }

const endpoints = {
  own: { edit: licenceApi.editOwn, putAside: licenceApi.putAsideOwn, duty: '33:manage' },
  supplier: { edit: licenceApi.editOfSupplier, putAside: licenceApi.putAsideOfSupplier, duty: '33:manage' },
  customer: { edit: licenceApi.editOfCustomer, putAside: licenceApi.putAsideOfCustomer, duty: '34:manage' },
} as const satisfies Record<Owner['of'], { duty: Duty } & Record<string, unknown>>

/** The licences of the enterprise, a supplier or a customer, until when each is valid, and the actions on them. */
export function Licences({ owner, rows, isClosed = false }: { owner: Owner; rows: readonly LicenceRow[]; isClosed?: boolean }) {
  const [doing, setDoing] = useState<{ what: 'add' } | { what: 'edit' | 'putAside' | 'history'; licence: LicenceRow }>()
  const { duty } = endpoints[owner.of]
  const done = () => setDoing(undefined)
  return (
    <>
      {rows.length === 0 ? (
        <p className="quiet">还没有登记证照</p>
      ) : (
        <DataTable
          caption="证照"
          columns={columns}
          rows={rows}
          rowKey={(licence) => licence.id}
          actions={(licence) => (
            <>
              {licence.isActive && !isClosed && (
                <>
                  <DutyButton type="link" duty={duty} onClick={() => setDoing({ what: 'edit', licence })}>
                    更正
                  </DutyButton>
                  <DutyButton type="link" duty={duty} onClick={() => setDoing({ what: 'putAside', licence })}>
                    停用
                  </DutyButton>
                </>
              )}
              <Button type="link" className="text-action" onClick={() => setDoing({ what: 'history', licence })}>
                历史
              </Button>
            </>
          )}
        />
      )}
      {!isClosed && (
        <p className="below-table">
          <DutyButton type="default" duty={duty} onClick={() => setDoing({ what: 'add' })}>
            登记证照
          </DutyButton>
        </p>
      )}
      {doing?.what === 'add' && <LicenceDialog owner={owner} onClose={done} />}
      {doing?.what === 'edit' && <LicenceDialog owner={owner} licence={doing.licence} onClose={done} />}
      {doing?.what === 'putAside' && (
        <DisableDialog
          endpoint={endpoints[owner.of].putAside}
          id={doing.licence.id}
          name={`${doing.licence.kind} ${doing.licence.number}`}
          done={`${doing.licence.kind}已停用`}
          onClose={done}
        >
          <p>停用后不再检查其有效期，仍可查阅。换发新证时请先登记新证。</p>
        </DisableDialog>
      )}
      {doing?.what === 'history' && (
        <HistoryDrawer table="licence" id={doing.licence.id} title={`${doing.licence.kind} ${doing.licence.number}`} onClose={done} />
      )}
    </>
  )
}

type Values = Pick<LicenceRow, 'number' | 'scope' | 'issuedBy'> & {
  kind: (typeof licenceKinds)[number]
  validFrom?: string
  validUntil?: string
}

function LicenceDialog({ owner, licence, onClose }: { owner: Owner; licence?: LicenceRow; onClose: () => void }) {
  const { message } = App.useApp()
  const addOwn = useWrite(licenceApi.addOwn)
  const addOfSupplier = useWrite(licenceApi.addOfSupplier)
  const addOfCustomer = useWrite(licenceApi.addOfCustomer)
  const edit = useWrite(endpoints[owner.of].edit)
  const writes = [addOwn, addOfSupplier, addOfCustomer, edit]
  const send = ({ validFrom = '', validUntil = '', ...values }: Values) => {
    const fields = { ...values, validFrom: validFrom || null, validUntil: validUntil || null }
    const onSuccess = () => {
      message.success(`${values.kind}已登记`)
      onClose()
    }
    if (licence) edit.mutate({ id: licence.id, rowVersion: licence.rowVersion, ...fields }, { onSuccess })
    else if (owner.of === 'own') addOwn.mutate(fields, { onSuccess })
    else if (owner.of === 'supplier') addOfSupplier.mutate({ id: owner.id, ...fields }, { onSuccess })
    else addOfCustomer.mutate({ id: owner.id, ...fields }, { onSuccess })
  }
  return (
    <StepDialog<Values>
      title={licence ? `更正 ${licence.kind}` : '登记证照'}
      submit="保存"
      error={writes.find((write) => write.error)?.error ?? null}
      busy={writes.some((write) => write.isPending)}
      {...(licence && {
        initial: {
          ...licence,
          kind: licenceKinds.find((kind) => kind === licence.kind),
          validFrom: licence.validFrom ?? '',
          validUntil: licence.validUntil ?? '',
        },
      })}
      onSubmit={send}
      onClose={onClose}
    >
      <Form.Item name="kind" label="证照" rules={[{ required: true, message: '请选择证照类型' }]}>
        <Select options={licenceKinds.map((value) => ({ value, label: value }))} />
      </Form.Item>
      <Form.Item name="number" label="编号" rules={[{ required: true, whitespace: true, message: '请填写证照编号' }]}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <Form.Item name="scope" label="许可范围" initialValue="">
        <Input.TextArea maxLength={300} autoSize={{ minRows: 2 }} placeholder="照证照上的文字填写" />
      </Form.Item>
      <Form.Item name="issuedBy" label="发证机关" initialValue="">
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
      <div className="form-columns">
        <Form.Item name="validFrom" label="有效期起">
          <DayInput />
        </Form.Item>
        <Form.Item name="validUntil" label="有效期至" extra="留空为长期有效">
          <DayInput />
        </Form.Item>
      </div>
    </StepDialog>
  )
}
