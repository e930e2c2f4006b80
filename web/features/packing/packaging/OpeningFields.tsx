import { Form, Input, Segmented, Select } from 'antd'
import { useState } from 'react'
import { exact } from '#contract/kernel/exact-decimal.ts'
import type { PackagingDetail, PackagingRow } from '#contract/packing/packaging.ts'
import { repackGrounds, repackRuns, type RepackOrder } from '#contract/packing/repack.ts'
import { kgUnit } from '#web/lib/format.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { ScannedLabels } from './ScannedLabels.tsx'

/** What a repack is of, for its drawer and its dialogs. */
export const repackFacts = ({ repackOf, repack }: Pick<PackagingDetail, 'repackOf' | 'repack'>): readonly (readonly [string, string])[] =>
  repackOf === null || repack === null
    ? []
    : [
        ['换包装自', `${repackOf.lotNo}　${repack.specName}`],
        ['缘由', `${repackGrounds[repack.ground]}：${repack.reason}`],
        [
          '打开',
          `${repack.packs} ${repack.packUnit}，${kgUnit(exact(repack.netQuantity).times(repack.packs).toFixed())}（${repackRuns(repack)}）`,
        ],
        ['会签（QA）', repack.approvedByName ?? '—'],
      ]

/** What was opened: all that the order names, or what is scanned; from which bin; and what of it was lost. */
export function OpeningFields({ order, repack }: { order: PackagingRow; repack: RepackOrder }) {
  const form = Form.useFormInstance()
  const [isPart, setPart] = useState(false)
  const charged: string | undefined = Form.useWatch('charged', form)
  const packs: number | undefined = Form.useWatch('packs', form)
  const loss = exact(charged ?? '0').minus(exact(order.netQuantity).times(packs ?? 0))
  return (
    <>
      <h2 className="drawer-heading">打开的成品</h2>
      <Facts
        rows={[
          ['成品批', order.repackOf?.lotNo],
          ['指令所列', `${repack.packs} ${repack.packUnit}（${repackRuns(repack)}）`],
        ]}
      />
      <Segmented
        aria-label="打开情况"
        className="packaging-choice"
        value={isPart ? 'part' : 'all'}
        options={[
          { value: 'all', label: '全部找到并打开' },
          { value: 'part', label: '有的没有找到' },
        ]}
        onChange={(value) => {
          setPart(value === 'part')
          form.setFieldsValue({ openedCodes: [], charged: exact(repack.netQuantity).times(repack.packs).toFixed() })
        }}
      />
      {isPart && (
        <Form.Item
          name="openedCodes"
          label="扫描打开的袋或箱"
          extra="没有扫到的记作未找到：系统开立质量事件，冻结两批；账上的袋由盘点处理"
          rules={[{ required: true, type: 'array', min: 1, message: '请扫描打开的袋；一袋都没有找到的，请取消本指令' }]}
        >
          <ScannedLabels />
        </Form.Item>
      )}
      <div className="form-columns">
        <Form.Item
          name="charged"
          label="打开的装量之和"
          extra={`每${repack.packUnit} ${kgUnit(repack.netQuantity)}`}
          rules={[{ required: true, message: '请填写打开的装量之和' }]}
        >
          <QuantityInput />
        </Form.Item>
        {repack.bins.length > 1 && (
          <Form.Item name="fromPlaceId" label="取自货位" rules={[{ required: true, message: '请选择取自哪个货位' }]}>
            <Select options={repack.bins.map(({ id, code, name }) => ({ value: id, label: `${code} ${name}` }))} />
          </Form.Item>
        )}
        {loss.greaterThan(0) && (
          <Form.Item
            name="lossReason"
            label={`损耗 ${kgUnit(loss.toFixed())} 的原因`}
            rules={[{ required: true, whitespace: true, message: '请写明损耗的原因' }]}
          >
            <Input maxLength={200} />
          </Form.Item>
        )}
      </div>
      {loss.greaterThan(0) && loss.greaterThanOrEqualTo(order.netQuantity) && loss.times(100).greaterThan(charged ?? '0') && (
        <Form.Item
          name="deviation"
          label="偏差说明"
          extra="损耗够装一件以上，且超过1%：成品批将以偏差冻结"
          rules={[{ required: true, whitespace: true, message: '请写明原因和处理' }]}
        >
          <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      )}
    </>
  )
}
