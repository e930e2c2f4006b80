import { Alert, App, Form, Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import { boxApi, fillCheckMeaning, fillMeaning, type BoxChange } from '#contract/packing/box.ts'
import { inGroups } from '#contract/packing/trace-code.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { call, CallError, useWrite } from '#web/lib/call.ts'
import { useScanField } from '#web/lib/scanner.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { ReasonButton } from '#web/parts/ReasonButton.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { batchesIn, commonBins, misfit, packsIn, type Scanned } from './scanned-box.ts'
import './box.css'

type Values = { placeId: string; reason: string; signature: SignatureInput; checker: { userName: string; password: string } }

/** 补装与合箱: the box, then the loose packs or the boxes whose rest goes into it; without a box they get another carton with a label of its own. */
export function FillBoxDialog({ onDone, onClose }: { onDone: (change: BoxChange & { rangeId: string }) => void; onClose: () => void }) {
  const { message } = App.useApp()
  const fill = useWrite(boxApi.fill)
  const [isNew, setNew] = useState(false)
  const [box, setBox] = useState<Scanned>()
  const [goods, setGoods] = useState<readonly Scanned[]>([])
  const [refused, setRefused] = useState<string>()
  const all = isNew || box === undefined ? goods : [box, ...goods]
  const scan = async (text: string, take: (scanned: Scanned) => string | undefined) => {
    setRefused(undefined)
    fill.reset()
    try {
      setRefused(take({ ...(await call(boxApi.scan, { code: text })), text }))
    } catch (error) {
      setRefused(error instanceof CallError ? (error.errors[0]?.message ?? error.message) : '没有读到，请重新扫描')
    }
  }
  const boxField = useScanField(
    (text) =>
      void scan(text, (scanned) => {
        if (scanned.level !== 'box') return '扫到的是袋码，请扫箱码'
        const wrong = misfit(scanned, goods)
        if (wrong === undefined) setBox(scanned)
        return wrong
      }),
  )
  const goodsField = useScanField(
    (text) =>
      void scan(text, (scanned) => {
        const wrong = misfit(scanned, all)
        if (wrong === undefined) setGoods([...goods, scanned])
        return wrong
      }),
  )
  const submit = (values: Values) => {
    if (goods.length === 0) return setRefused('请扫描要装入的袋或箱')
    if (!isNew && box === undefined) return setRefused('请扫描要装入的箱，或选换新箱')
    fill.mutate(
      { ...values, ...(!isNew && box !== undefined && { box: box.text }), packs: goods.map(({ text }) => text) },
      {
        onSuccess: (change) => {
          message.success(`${change.changeNo} 已装箱，请打印箱签贴上`)
          onDone(change)
        },
      },
    )
  }
  return (
    <StepDialog<Values> wide title="装箱" submit="签名并装箱" error={fill.error} busy={fill.isPending} onClose={onClose} onSubmit={submit}>
      <p className="quiet">
        把散袋，或别的箱里剩下的袋，装入一箱。同一规格，一箱最多两个批号；两个批号的，两批都须已放行、没有冻结。合空的箱，箱码随即作废。
      </p>
      <Segmented
        aria-label="装入"
        className="box-target"
        value={isNew ? 'new' : 'old'}
        options={[
          { value: 'old', label: '装入已有的箱' },
          { value: 'new', label: '换新箱，换发箱签' },
        ]}
        onChange={(value) => setNew(value === 'new')}
      />
      {!isNew && (
        <Form.Item label="箱码" htmlFor="box-scan">
          <Input id="box-scan" {...boxField} placeholder="扫描要装入的箱" />
        </Form.Item>
      )}
      {!isNew && box !== undefined && <Line one={box} label="装入" onRemove={() => setBox(undefined)} />}
      <Form.Item label="扫描散袋，或要并入的箱" htmlFor="goods-scan">
        <Input id="goods-scan" {...goodsField} placeholder="扫描后自动加入；手工输入请按回车" />
      </Form.Item>
      <div aria-live="assertive">{refused && <Alert className="form-failure" type="error" showIcon title={refused} />}</div>
      {goods.map((one) => (
        <Line
          key={one.code}
          one={one}
          label={one.level === 'box' ? '箱' : '袋'}
          onRemove={() => setGoods(goods.filter((other) => other !== one))}
        />
      ))}
      {all[0] !== undefined && (
        <Facts
          rows={[
            ['包装规格', all[0].specName],
            ['装箱后', `${packsIn(all)} / ${all[0].packsPerBox} ${all[0].packUnit}`],
            ['批号', batchesIn(all).join('、')],
          ]}
        />
      )}
      <Form.Item name="placeId" label="货位" rules={[{ required: true, message: '请选择货物所在的货位' }]}>
        <Select
          showSearch={{ optionFilterProp: 'label' }}
          placeholder="全部货物所在的货位"
          options={commonBins(all).map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))}
          notFoundContent={all.length === 0 ? '请先扫描' : '扫到的货物不在同一货位，请先移库到一处'}
        />
      </Form.Item>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请写明原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={fillMeaning} commentLabel={null} />
      <SecondPersonFields label="包装复核人" meaning={fillCheckMeaning} name="checker" />
    </StepDialog>
  )
}

function Line({ one, label, onRemove }: { one: Scanned; label: string; onRemove: () => void }) {
  return (
    <p className="box-line">
      {label} <code>{inGroups(one.code)}</code> {one.packs.map(({ lotNo, packs }) => `${lotNo} × ${packs} ${one.packUnit}`).join('，')}
      <ReasonButton reason={undefined} onClick={onRemove}>
        移除
      </ReasonButton>
    </p>
  )
}
