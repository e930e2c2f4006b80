import { Button, Checkbox, Form, Input, Select } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { assetKinds, assetLooks, foldNumber, type AssetRow } from '#contract/making/asset.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { cleaningMeaning, clearanceApi, clearanceCheckMeaning } from '#contract/making/clearance.ts'
import { clearanceChecks } from '#contract/making/production.ts'
import { ConfirmedChecks } from '#web/features/making/production/ConfirmedChecks.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { PaperView } from '#web/parts/PaperView.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { useTold } from '#web/parts/use-told.tsx'
import './asset.css'

type Values = z.input<typeof clearanceApi.clear.input>

/** 清场: what was cleaned, checked by quality assurance at the same screen; the certificate is printed at once. */
export function ClearDialog({ side, chosen, onClose }: { side: 'making' | 'packing'; chosen?: string; onClose: () => void }) {
  const told = useTold()
  const clear = useWrite(side === 'making' ? clearanceApi.clear : clearanceApi.clearAfterPacking)
  const [printed, setPrinted] = useState<string>()
  const assets = useRead(assetApi.list, { pageSize: 200 })
  const open = (assets.data?.rows ?? []).filter(({ state }) => state === 'to_clean' || state === 'clean')
  if (printed !== undefined) return <PaperView kind="clearance" id={printed} onClose={onClose} />
  return (
    <StepDialog<Values>
      title="清场"
      submit="签名，发清场合格证"
      wide
      error={clear.error}
      busy={clear.isPending}
      initial={{ assetIds: chosen === undefined ? [] : [chosen], remark: '' }}
      onClose={onClose}
      onSubmit={(values) =>
        clear.mutate(values, {
          onSuccess: ({ id, clearanceNo }) => {
            told(`已发清场合格证 ${clearanceNo}`)
            setPrinted(id)
          },
        })
      }
    >
      <Form.Item name="assetIds" label="清场的设施设备" rules={[{ required: true, message: '请选择清场的操作间、生产线或设备' }]}>
        <AssetSelect assets={open} loading={assets.isPending} failure={assets.error?.message} />
      </Form.Item>
      <Places assets={open} />
      <ConfirmedChecks name="checks" legend="清场检查" checks={clearanceChecks} confirmAll={null} />
      <Freed assets={open} />
      <Form.Item name="remark" label="备注">
        <Input maxLength={300} autoComplete="off" />
      </Form.Item>
      <SignatureFields meaning={cleaningMeaning} commentLabel={null} />
      <SecondPersonFields label="检查人" meaning={clearanceCheckMeaning} name="checker" />
    </StepDialog>
  )
}

/** The form gives value and change. What waits to be cleaned stands first; all that stands in one place is taken by one press. */
function AssetSelect({
  assets,
  loading,
  failure,
  ...field
}: {
  assets: readonly AssetRow[]
  loading: boolean
  failure: string | undefined
  id?: string
  value?: string[]
  onChange?: (value: string[]) => void
}) {
  const [typed, setTyped] = useState('')
  const number = foldNumber(typed)
  const options = (state: AssetRow['state']) =>
    assets
      .filter((asset) => asset.state === state)
      .map((asset) => ({
        value: asset.id,
        label: [asset.number, asset.name, assetKinds[asset.kind], asset.place].join('　') + (asset.isToxic ? '　毒性专用' : ''),
      }))
  return (
    <Select
      {...field}
      mode="multiple"
      loading={loading}
      placeholder="扫描标签或选择"
      showSearch={{
        searchValue: typed,
        onSearch: setTyped,
        filterOption: (_, option) => foldNumber(String(option?.label ?? '')).includes(number),
      }}
      options={(['to_clean', 'clean'] as const).map((state) => ({ label: assetLooks[state].label, options: options(state) }))}
      notFoundContent={failure ?? '没有待清洁的设施设备；使用中的不能清场'}
      onChange={(value: string[]) => {
        setTyped('')
        field.onChange?.(value)
      }}
    />
  )
}

const isOver = (clearedUntil: string | null) => clearedUntil !== null && Date.parse(clearedUntil) < Date.now()

/** All that waits to be cleaned in one place, or on one line, by one press. */
function Places({ assets }: { assets: readonly AssetRow[] }) {
  const form = Form.useFormInstance<Values>()
  const dirty = assets.filter(({ state, kind, clearedUntil }) => kind !== 'scale' && (state === 'to_clean' || isOver(clearedUntil)))
  // A line and a room in which something stands are places themselves.
  const isPlace = new Set(assets.map(({ place }) => place))
  const places = Map.groupBy(dirty, ({ kind, number, place }) => (kind === 'line' || isPlace.has(number) ? number : place))
  if (places.size === 0) return null
  return (
    <div className="clear-places" role="group" aria-label="按位置选择">
      {[...places].map(([place, own]) => (
        <Button
          key={place}
          onClick={() => {
            const before: string[] = form.getFieldValue('assetIds') ?? []
            form.setFieldValue('assetIds', [...new Set([...before, ...own.map(({ id }) => id)])])
            void form.validateFields(['assetIds']).catch(() => {})
          }}
        >
          {place}（{own.length}）
        </Button>
      ))}
    </div>
  )
}

/** Asked only where something dedicated to toxic goods is cleared. */
function Freed({ assets }: { assets: readonly AssetRow[] }) {
  const chosen: string[] | undefined = Form.useWatch('assetIds')
  if (!assets.some(({ id, isToxic }) => isToxic && chosen?.includes(id))) return null
  return (
    <Form.Item name="freesOfToxic" valuePropName="checked" extra="确认后，下一批可以不是毒性饮片">
      <Checkbox>毒性残留检查合格</Checkbox>
    </Form.Item>
  )
}
