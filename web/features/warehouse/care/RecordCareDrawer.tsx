import { App, Alert, Button, Form, Input, Select, Skeleton } from 'antd'
import { useEffect, useState } from 'react'
import type { z } from 'zod'
import { careActions, careApi, careMeanings, nothingFound, type CareSpot } from '#contract/warehouse/care.ts'
import { placeApi } from '#contract/warehouse/place.ts'
import type { StockSide } from '#contract/warehouse/stock.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { useDictionary } from '#web/lib/dictionary.ts'
import { amount, day } from '#web/lib/format.ts'
import { notInFuture } from '#web/lib/not-in-future.ts'
import { useScanField } from '#web/lib/scanner.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { InstantInput } from '#web/parts/DayInput.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import './care.css'

type Line = { spot: CareSpot; findings: string[]; measures: string[]; note?: string }
type Values = Omit<z.input<(typeof careApi)['raw']['record']['input']>, 'lines' | 'temperature' | 'humidity'> & {
  temperature?: string
  humidity?: string
  lines?: Line[]
}
type Asked = { warehouse: string } | { lotId: string } | { lotNo: string }

/** 登记养护: of one lot, or of what lies in a store; what was found stands beside each lot in its bin. */
export function RecordCareDrawer({
  side,
  lot,
  onClose,
}: {
  side: StockSide
  lot?: { id: string; lotNo: string; name: string }
  onClose: () => void
}) {
  const { message, modal } = App.useApp()
  const record = useWrite(careApi[side].record)
  const [asked, setAsked] = useState<Asked | null>(lot === undefined ? null : { lotId: lot.id })
  return (
    <FormDrawer<Values>
      title={lot === undefined ? '登记养护' : `登记养护 ${lot.name} ${lot.lotNo}`}
      submit="签名并登记"
      draftName={`care-${side}-${lot?.id ?? 'store'}`}
      initial={{ lines: [] }}
      error={record.error}
      busy={record.isPending}
      onClose={onClose}
      onSubmit={({ lines = [], temperature, humidity, ...values }, saved) =>
        record.mutate(
          {
            ...values,
            temperature: temperature || null,
            humidity: humidity || null,
            lines: lines.map(({ spot, findings, measures, note = '' }) => ({
              lotId: spot.lotId,
              placeId: spot.placeId,
              findings,
              measures,
              note,
            })),
          },
          {
            onSuccess: ({ careNo, caseNo }) => {
              saved()
              if (caseNo === null) message.success(`养护记录 ${careNo} 已登记`)
              else modal.warning({ title: `已立质量事件 ${caseNo}`, content: '有须立案的发现，相应批次已冻结；请通知QA。' })
              onClose()
            },
          },
        )
      }
    >
      {lot === undefined && <Where onAsk={setAsked} />}
      <Lines side={side} asked={asked} />
      <div className="form-columns">
        <Form.Item name="lookedAt" label="养护时间（不填为现在）" rules={[notInFuture]}>
          <InstantInput />
        </Form.Item>
        <Form.Item name="temperature" label="温度（可不填）">
          <QuantityInput unit="℃" negative />
        </Form.Item>
        <Form.Item name="humidity" label="相对湿度（可不填）">
          <QuantityInput unit="%RH" />
        </Form.Item>
        <Form.Item name="remark" label="备注">
          <Input maxLength={300} autoComplete="off" />
        </Form.Item>
      </div>
      <SignatureFields meaning={careActions[side].record.signs} commentLabel={null} />
      <Second />
    </FormDrawer>
  )
}

/** Which goods: a store, or lots one after the other by their label. */
function Where({ onAsk }: { onAsk: (asked: Asked) => void }) {
  const warehouses = useRead(placeApi.warehouses, {})
  const scan = useScanField((lotNo) => onAsk({ lotNo }))
  return (
    <div className="form-columns">
      <Form.Item label="仓库" extra="列出该仓库中的批次，先到期的在前">
        <Select
          aria-label="仓库"
          placeholder="选择仓库"
          loading={warehouses.isPending}
          options={(warehouses.data ?? []).map((value) => ({ value, label: value }))}
          notFoundContent={warehouses.error?.message ?? '还没有仓库'}
          onChange={(warehouse: string) => onAsk({ warehouse })}
        />
      </Form.Item>
      <Form.Item label="或扫描批号" extra="逐批加入">
        <Input {...scan} aria-label="扫描批号" placeholder="扫描标签或输入批号后回车" />
      </Form.Item>
    </div>
  )
}

const keyOf = ({ lotId, placeId }: CareSpot) => `${lotId} ${placeId}`

/** The lines of the record: what is asked for is added, each with nothing found until somebody says otherwise. */
function Lines({ side, asked }: { side: StockSide; asked: Asked | null }) {
  const form = Form.useFormInstance<Values>()
  const found = useRead(careApi[side].spots, asked)
  const findings = useDictionary('care_finding')
  const methods = useDictionary('curing_method')
  const spots = found.data
  useEffect(() => {
    if (spots === undefined) return
    const before: Line[] = form.getFieldValue('lines') ?? []
    const known = new Set(before.map(({ spot }) => keyOf(spot)))
    const added = spots.filter((spot) => !known.has(keyOf(spot))).map((spot) => ({ spot, findings: [nothingFound], measures: [] }))
    if (added.length > 0) form.setFieldValue('lines', [...before, ...added])
  }, [spots, form])
  return (
    <>
      {asked !== null && found.isPending && <Skeleton active />}
      {found.error && <CallFailure error={found.error} onRetry={() => void found.refetch()} />}
      {spots?.length === 0 && <Alert type="info" showIcon title="这里没有在库的批次" />}
      <Form.List name="lines">
        {(fields, { remove }) => (
          <ul className="care-lines">
            {fields.map(({ key, name }) => (
              <li key={key}>
                <Head name={name} onRemove={() => remove(name)} />
                <div className="care-line">
                  <Form.Item name={[name, 'findings']} label="发现" rules={[{ required: true, message: '没有就选“无异常”' }]}>
                    <Select mode="multiple" options={findings.options} loading={findings.isPending} />
                  </Form.Item>
                  <Form.Item name={[name, 'measures']} label="措施（没有则空）">
                    <Select mode="multiple" options={methods.options} loading={methods.isPending} />
                  </Form.Item>
                  <Form.Item name={[name, 'note']} label="说明">
                    <Input maxLength={200} autoComplete="off" />
                  </Form.Item>
                </div>
              </li>
            ))}
          </ul>
        )}
      </Form.List>
    </>
  )
}

function Head({ name, onRemove }: { name: number; onRemove: () => void }) {
  const spot: CareSpot | undefined = Form.useWatch(['lines', name, 'spot'], { preserve: true })
  if (spot === undefined) return null
  return (
    <div className="care-head">
      <strong>
        {spot.name} {spot.lotNo}
      </strong>
      <span className="quiet">
        {spot.warehouse} {spot.placeCode}　{amount(spot.quantity, spot.unit)}　{spot.dueOn === null ? '无计划' : `下次 ${day(spot.dueOn)}`}
      </span>
      {spot.isToxic && <span className="tag tag-bad">毒性</span>}
      <Button type="link" className="text-action" aria-label={`移除 ${spot.lotNo} ${spot.placeCode}`} onClick={onRemove}>
        移除
      </Button>
    </div>
  )
}

/** Toxic goods are looked at by two. */
function Second() {
  const lines: Line[] | undefined = Form.useWatch('lines', { preserve: true })
  if (!lines?.some(({ spot }) => spot.isToxic)) return null
  return <SecondPersonFields label="共同养护人" meaning={careMeanings.second} name="second" />
}
