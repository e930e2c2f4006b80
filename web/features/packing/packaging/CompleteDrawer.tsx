import { Form, Input, InputNumber } from 'antd'
import { useState } from 'react'
import type { z } from 'zod'
import { exact, isDecimal, roundHalfEven } from '#contract/kernel/exact-decimal.ts'
import { allowedShortage } from '#contract/packing/label.ts'
import {
  beyondPlanMeaning,
  packagingActions,
  packagingApi,
  packagingBalance,
  packagingCheckMeaning,
  type PackagingDetail,
  type PackagingRow,
} from '#contract/packing/packaging.ts'
import { UnreadForm } from '#web/parts/UnreadForm.tsx'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { kgUnit } from '#web/lib/format.ts'
import { notInFuture } from '#web/lib/not-in-future.ts'
import { InstantInput } from '#web/parts/DayInput.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { useTold } from '#web/parts/use-told.tsx'
import { LostLabels } from './LostLabels.tsx'
import { OpeningFields } from './OpeningFields.tsx'
import { PieceFields, usualPieces } from './PieceFields.tsx'
import { ScannedLabels } from './ScannedLabels.tsx'

type Values = Omit<z.input<typeof packagingApi.complete.input>, 'id' | 'weightChecks'> & {
  weightChecks: string
  materialDeviation?: string
}

const required = (message: string) => [{ required: true, message }]

/** 批包装记录: times, packs, labels, masses, checks, and two signatures. */
export function CompleteDrawer({ order, onClose }: { order: PackagingRow; onClose: () => void }) {
  const told = useTold()
  const complete = useWrite(packagingApi.complete)
  const detail = useRead(packagingApi.read, { id: order.id })
  const [now] = useState(() => new Date().toISOString())
  if (detail.data === undefined) return <UnreadForm title={`完成包装 ${order.orderNo}`} read={detail} onClose={onClose} />
  const { repack } = detail.data
  return (
    <FormDrawer<Values>
      title={`完成包装 ${order.orderNo}　${order.productName} ${order.batchNo}`}
      submit="签名并完成"
      draftName={`complete:${order.id}`}
      initial={{
        // Packing begins when the labels come to the line, and ends when it is written down.
        startedAt: detail.data.runs[0]?.issuedAt ?? now,
        finishedAt: now,
        remainder: '0',
        loss: '0',
        ...(repack && { charged: exact(repack.netQuantity).times(repack.packs).toFixed(), openedCodes: [] }),
        labels: {
          used: order.plannedPacks,
          spoiled: 0,
          destroyed: Math.max(0, order.labelsIssued - order.plannedPacks),
          sampled: 0,
          lost: 0,
        },
        packs: order.plannedPacks,
        spoiledCodes: [],
        sampledCodes: [],
        lostLabels: [],
        materials: usualPieces(detail.data),
      }}
      error={complete.error}
      busy={complete.isPending}
      onClose={onClose}
      onSubmit={({ weightChecks, topUpBox, materialDeviation, ...values }, saved) =>
        complete.mutate(
          {
            id: order.id,
            ...values,
            // What is not in the new packs of opened ones is lost: nothing of it goes back.
            ...(repack && { remainder: '0', loss: lossOf(order, values) }),
            ...(topUpBox && { topUpBox }),
            // One record has one deviation: that of the masses and that of the pieces stand in it together.
            ...(materialDeviation && { deviation: [values.deviation, materialDeviation].filter(Boolean).join('；').slice(0, 500) }),
            weightChecks: weightChecks.split(/[\s,，、;；]+/).filter(Boolean),
          },
          {
            onSuccess: ({ lotNo, boxes, balance, caseNo: labelCaseNo, materialCaseNo, missingCaseNo }) => {
              const caseNo = missingCaseNo ?? labelCaseNo ?? materialCaseNo
              const done = `成品批 ${lotNo} 已入待放行区：${boxes} 箱，物料平衡 ${balance} %`
              if (caseNo === null) told(done, { label: '去放行', right: '19:release', to: `/yinpian-kucun?q=${lotNo}` })
              else
                told(
                  `${done}；${missingCaseNo !== null ? '有成品没有找到' : labelCaseNo === null ? '包材不平' : '标签遗失'}，已开立质量事件 ${caseNo}，该批冻结`,
                  {
                    label: '看质量事件',
                    right: '37',
                    to: `/zhiliang-shijian?view=incident&q=${caseNo}`,
                  },
                )
              saved()
              onClose()
            },
          },
        )
      }
    >
      <PackedFields order={order} isRepack={repack !== null} />
      {repack && <OpeningFields order={order} repack={repack} />}
      <LabelFields order={order} runs={detail.data.runs} />
      <PieceFields order={order} detail={detail.data} />
      <BoxFields order={order} />
      <SignatureFields meaning={packagingActions.complete.signs} />
      <SecondPersonFields label="复核人" meaning={packagingCheckMeaning} name="checker" />
      <BeyondPlan order={order} />
    </FormDrawer>
  )
}

/** What the content of opened packs did not become, kg; more packs than it fills are refused by the server. */
function lossOf({ netQuantity }: PackagingRow, { charged, packs }: Pick<Values, 'charged' | 'packs'>): string {
  const loss = exact(charged).minus(exact(netQuantity).times(packs))
  return loss.greaterThan(0) ? loss.toFixed() : '0'
}

/** When it was packed, what was checked, how much there is. */
function PackedFields({ order, isRepack }: { order: PackagingRow; isRepack: boolean }) {
  return (
    <>
      <div className="form-columns">
        <Form.Item name="startedAt" label="开始时间" rules={[...required('请填写开始时间'), notInFuture]}>
          <InstantInput />
        </Form.Item>
        <Form.Item name="finishedAt" label="结束时间" rules={[...required('请填写结束时间'), notInFuture]}>
          <InstantInput />
        </Form.Item>
        <Form.Item name="firstPiece" label="首件确认" extra="首件的标签、装量、封口是否合格，谁确认" rules={required('请填写首件确认情况')}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="weightChecks" label="装量检查 (g)" extra={shortageHint(order)} rules={required('请至少填写一袋的重量')}>
          <Input maxLength={600} placeholder="500.4 500.1 500.6" inputMode="decimal" />
        </Form.Item>
      </div>
      <h2 className="drawer-heading">成品与物料</h2>
      <div className="form-columns">
        <Form.Item name="packs" label="成品数" rules={required('请填写成品数')}>
          <InputNumber min={1} precision={0} controls={false} suffix={order.packUnit} style={{ width: '100%' }} />
        </Form.Item>
        {!isRepack && (
          <>
            <Form.Item name="charged" label="领用待包装产品" rules={required('请填写领用量')}>
              <QuantityInput />
            </Form.Item>
            <Form.Item name="remainder" label="零头（退回待包装区）" rules={required('没有请填0')}>
              <QuantityInput />
            </Form.Item>
            <Form.Item name="loss" label="损耗" rules={required('没有请填0')}>
              <QuantityInput />
            </Form.Item>
          </>
        )}
      </div>
      {!isRepack && <LiveBalance order={order} />}
    </>
  )
}

/** How the labels are accounted for, the lost ones scanned. */
function LabelFields({ order, runs }: { order: PackagingRow; runs: PackagingDetail['runs'] }) {
  return (
    <>
      <h2 className="drawer-heading">标签平衡</h2>
      <div className="packaging-labels">
        <LabelCount name="used" label="使用" />
        <LabelCount name="spoiled" label="损坏" />
        <LabelCount name="destroyed" label="剩余销毁" />
        <LabelCount name="sampled" label="取样" />
        <LabelCount name="lost" label="遗失" />
      </div>
      <LiveLabels order={order} />
      <Form.Item name="spoiledCodes" label="扫描损坏的标签" extra="逐张扫描；已在二维码管理中作废的不用再扫">
        <ScannedLabels />
      </Form.Item>
      <Form.Item name="sampledCodes" label="扫描取样的标签">
        <ScannedLabels />
      </Form.Item>
      <LostLabels runs={runs} />
      <p className="quiet">剩余销毁的标签不用扫描，按标签卷的末端计。</p>
    </>
  )
}

/** Where boxes and packs go. */
function BoxFields({ order }: { order: PackagingRow }) {
  return (
    <>
      <h2 className="drawer-heading">装箱与入库</h2>
      <div className="form-columns">
        <Form.Item name="topUpBox" label="合箱箱码" extra="先装满另一批的零箱时扫描；一箱最多两个批号">
          <Input maxLength={300} autoComplete="off" />
        </Form.Item>
        <BinField zone="pack_quarantine" isToxic={order.isToxic} />
        <Form.Item name="clearance" label="清场" rules={required('请填写清场情况')}>
          <Input maxLength={200} />
        </Form.Item>
        <Form.Item name="remark" label="备注">
          <Input maxLength={500} />
        </Form.Item>
      </div>
    </>
  )
}

function shortageHint({ netQuantity }: PackagingRow) {
  const grams = exact(netQuantity).times(1000)
  return `标示 ${grams.toFixed()} g，单袋不得少于 ${grams.minus(allowedShortage(grams)).toFixed()} g（JJF 1070）；多袋用空格隔开`
}

function LabelCount({ name, label }: { name: 'used' | 'spoiled' | 'destroyed' | 'sampled' | 'lost'; label: string }) {
  return (
    <Form.Item name={['labels', name]} label={label} rules={required('没有请填0')}>
      <InputNumber min={name === 'used' ? 1 : 0} precision={0} controls={false} suffix="张" style={{ width: '100%' }} />
    </Form.Item>
  )
}

/** More packs than planned are approved by another person. */
function BeyondPlan({ order }: { order: PackagingRow }) {
  const packs: number | undefined = Form.useWatch('packs')
  if (packs === undefined || packs <= order.plannedPacks) return null
  return (
    <>
      <p className="packaging-wrong">
        超出计划 {packs - order.plannedPacks} {order.packUnit}，须另一人批准
      </p>
      <SecondPersonFields label="批准人" meaning={beyondPlanMeaning} name="approver" />
    </>
  )
}

/** 领用 = 使用 + 损坏 + 销毁 + 取样 + 遗失, as it is typed (I13). */
function LiveLabels({ order }: { order: PackagingRow }) {
  const labels: Partial<Values['labels']> = Form.useWatch('labels') ?? {}
  const packs: number | undefined = Form.useWatch('packs')
  const parts = [labels.used ?? 0, labels.spoiled ?? 0, labels.destroyed ?? 0, labels.sampled ?? 0, labels.lost ?? 0]
  const sum = parts.reduce((one, other) => one + other, 0)
  const isWrong = sum !== order.labelsIssued || labels.used !== packs
  return (
    <p className={isWrong ? 'packaging-wrong' : 'packaging-right'} aria-live="polite">
      领用 {order.labelsIssued} {sum === order.labelsIssued ? '=' : '≠'} {parts.join(' + ')} = {sum}
      {labels.used !== packs && `；使用 ${labels.used ?? 0} 张，成品 ${packs ?? 0} ${order.packUnit}，应相等`}
    </p>
  )
}

/** 包装物料平衡 as it is typed; below the limit the deviation has to be explained. */
function LiveBalance({ order }: { order: PackagingRow }) {
  const {
    packs,
    charged = '',
    remainder = '',
    loss = '',
  } = Form.useWatch((values: Partial<Values>) => ({
    packs: values.packs,
    charged: values.charged,
    remainder: values.remainder,
    loss: values.loss,
  })) ?? {}
  const isReady = packs !== undefined && [charged, remainder, loss].every(isDecimal) && !exact(charged).isZero()
  if (!isReady) return <p className="quiet">填写数量后显示物料平衡</p>
  const packed = exact(order.netQuantity).times(packs)
  const accounted = packed.plus(remainder).plus(loss)
  const share = accounted.div(charged).times(100)
  const isLow = share.lessThan(packagingBalance.min)
  const isOver = share.greaterThan(packagingBalance.max)
  return (
    <>
      <p className={isLow || isOver ? 'packaging-wrong' : 'packaging-right'} aria-live="polite">
        成品 {kgUnit(packed.toFixed())} + 零头 {kgUnit(remainder)} + 损耗 {kgUnit(loss)} = {kgUnit(accounted.toFixed())}；物料平衡{' '}
        {roundHalfEven(share, 2)} %（应为 {packagingBalance.min}～{packagingBalance.max} %）
        {isOver && '，超过了领用量，请核对'}
      </p>
      {isLow && (
        <Form.Item
          name="deviation"
          label="偏差说明"
          extra="成品批将以偏差冻结，由QA给出结论后才能放行"
          rules={[{ required: true, whitespace: true, message: '请写明原因和处理' }]}
        >
          <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
        </Form.Item>
      )}
    </>
  )
}
