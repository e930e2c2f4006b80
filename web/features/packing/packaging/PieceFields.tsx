import { Form, Input, InputNumber } from 'antd'
import {
  accountedFor,
  pieceParts,
  type NeededMaterial,
  type PieceAccount,
  type PieceAccountInput,
} from '#contract/packing/pack-material.ts'
import type { PackagingDetail, PackagingRow } from '#contract/packing/packaging.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'

type Typed = Partial<PieceAccountInput>

/** What the account of each lot on the line begins with: as much used as the plan takes, the rest returned. */
export function usualPieces({ pieces, materials }: Pick<PackagingDetail, 'pieces' | 'materials'>): Typed[] {
  const left = new Map(materials.map((need) => [need.materialId, need.needed]))
  return pieces
    .filter(({ out }) => out > 0)
    .map(({ lotId, materialId, out }) => {
      const used = Math.min(out, left.get(materialId) ?? 0)
      left.set(materialId, (left.get(materialId) ?? 0) - used)
      return { lotId, used, spoiled: 0, destroyed: 0, sampled: 0, returned: out - used, lost: 0 }
    })
}

/** 包材平衡: every piece that is on the line is explained, lot by lot. */
export function PieceFields({ order, detail }: { order: PackagingRow; detail: PackagingDetail }) {
  const onLine = detail.pieces.filter(({ out }) => out > 0)
  if (detail.materials.length === 0) return null
  return (
    <>
      <h2 className="drawer-heading">包材平衡</h2>
      {onLine.length === 0 && <p className="packaging-wrong">没有在线的包材；请先“领用包材”</p>}
      {onLine.map((lot, at) => (
        <LotAccount key={lot.lotId} lot={lot} at={at} />
      ))}
      <Differences order={order} needs={detail.materials} lots={onLine} />
    </>
  )
}

function LotAccount({ lot, at }: { lot: PieceAccount; at: number }) {
  const typed: Typed = Form.useWatch(['materials', at]) ?? {}
  const sum = accountedFor({ used: 0, spoiled: 0, destroyed: 0, sampled: 0, returned: 0, lost: 0, ...typed })
  return (
    <fieldset className="line-fields">
      <legend>
        {lot.name} {lot.lotNo}（在线 {lot.out} {lot.unit}）
      </legend>
      <Form.Item hidden name={['materials', at, 'lotId']}>
        <Input />
      </Form.Item>
      <div className="packaging-labels">
        {keysOf(pieceParts).map((part) => (
          <Form.Item key={part} name={['materials', at, part]} label={pieceParts[part]} rules={[{ required: true, message: '没有请填0' }]}>
            <InputNumber min={0} precision={0} controls={false} suffix={lot.unit} style={{ width: '100%' }} />
          </Form.Item>
        ))}
      </div>
      <p className={sum === lot.out ? 'packaging-right' : 'packaging-wrong'} aria-live="polite">
        在线 {lot.out} {sum === lot.out ? '=' : '≠'} {sum}
      </p>
      {(typed.returned ?? 0) > 0 && <BinField key={lot.zone} zone={lot.zone} isToxic={false} name={['materials', at, 'placeId']} />}
    </fieldset>
  )
}

/** What was used is what packs and boxes take; what is not, and what is lost, is explained and opens a case. */
function Differences({ order, needs, lots }: { order: PackagingRow; needs: readonly NeededMaterial[]; lots: readonly PieceAccount[] }) {
  const packs: number = Form.useWatch('packs') ?? 0
  const typed: Typed[] = Form.useWatch('materials') ?? []
  const topUp: string | undefined = Form.useWatch('topUpBox')
  const boxes = Math.ceil(packs / order.packsPerBox)
  const wrong = needs.flatMap(({ materialId, name, unit, perPack, perBox }) => {
    const used = lots.reduce((sum, lot, at) => (lot.materialId === materialId ? sum + (typed[at]?.used ?? 0) : sum), 0)
    const expected = perPack * packs + perBox * boxes
    // A box that is filled up first takes no carton: how many that saves the server knows.
    return used === expected || (topUp && perBox > 0) ? [] : [`${name} 使用 ${used} ${unit}，按成品应用 ${expected} ${unit}`]
  })
  const lost = lots.flatMap((lot, at) =>
    (typed[at]?.lost ?? 0) > 0 ? [`${lot.name} ${lot.lotNo} 遗失 ${typed[at]?.lost} ${lot.unit}`] : [],
  )
  if (wrong.length + lost.length === 0) return null
  return (
    <>
      <p className="packaging-wrong">{[...wrong, ...lost].join('；')}。请核对；确实如此的写明偏差，系统开立质量事件并冻结成品。</p>
      <Form.Item name="materialDeviation" label="包材偏差说明" rules={[{ required: true, whitespace: true, message: '请写明原因和处理' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </>
  )
}
