import { useState, type ReactNode } from 'react'
import { Alert, Button, Checkbox, Form, Input, InputNumber, Radio, Select } from 'antd'
import type { z } from 'zod'
import { originText, primaryProcessings, sourceKinds } from '#contract/supply/origin.ts'
import { Decimal } from 'decimal.js'
import { isDecimal } from '#contract/kernel/exact-decimal.ts'
import type { Receivable, receiptLineInput } from '#contract/supply/receipt.ts'
import type { Receiving } from '#contract/supply/purchase-api.ts'
import {
  differsFromNote,
  isNetOfGross,
  longHarvestDays,
  longShelfYears,
  oldHarvestMonths,
  sulfurAnswers,
} from '#contract/supply/purchase.ts'
import { addMonths, retestDay } from '#contract/warehouse/shelf-life.ts'
import { takesCodes } from '#web/lib/scan-burst.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { kgUnit, today } from '#web/lib/format.ts'
import { useDictionary } from '#web/lib/dictionary.ts'
import { CountyField } from '#web/parts/CountyField.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { isCounted, type MaterialUnit } from '#contract/warehouse/unit.ts'
import { QuantityInput } from '#web/parts/QuantityInput.tsx'
import { AbnormalFields } from './AbnormalFields.tsx'
import { netOf, type Weights } from './net-of.ts'

type Provenance = Partial<NonNullable<z.input<typeof receiptLineInput>['provenance']>>

const choices = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))
const required = (message: string) => [{ required: true, message }]
const yesNo = [
  { value: true, label: '是' },
  { value: false, label: '否' },
]

/** What the papers say of an arriving lot: which it is, and where it comes from. */
export function PaperFields({ at, receiving, onRemove }: { at: number; receiving: Receiving; onRemove: () => void }) {
  const line = useLine(at, receiving)
  return (
    <fieldset className="line-fields">
      <legend>
        <LotName at={at} line={line} />
        <Button type="link" danger className="text-action" onClick={onRemove}>
          删除此批
        </Button>
      </legend>
      <Form.Item name={[at, 'purchaseLineId']} hidden>
        <Input />
      </Form.Item>
      <div className="form-columns three pairs">
        <Form.Item name={[at, 'nameOnNote']} label="单据品名" rules={required('请按随货单填写品名')}>
          <Input maxLength={80} autoComplete="off" />
        </Form.Item>
        <Form.Item name={[at, 'supplierLotNo']} label="供应商批号" rules={required('请填写供应商批号')}>
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name={[at, 'noteQuantity']} label="单据数量" rules={required('请填写随货单上的数量')}>
          <QuantityInput unit={line?.unit ?? 'kg'} />
        </Form.Item>
        <Form.Item name={[at, 'grade']} label="规格等级" initialValue="">
          <Input maxLength={40} autoComplete="off" />
        </Form.Item>
        <Form.Item name={[at, 'upstreamTraceCode']} label="上游追溯码" initialValue="">
          <Input maxLength={40} autoComplete="off" placeholder="可扫码" {...takesCodes.kept} />
        </Form.Item>
      </div>
      {line && (receiving.category === 'crude_drug' ? <ProvenanceFields at={at} line={line} /> : <MadeFields at={at} />)}
      <Form.Item
        name={[at, 'doubtReason']}
        label="存疑说明"
        initialValue=""
        extra={
          receiving.category === 'crude_drug'
            ? `采收超过${oldHarvestMonths}个月或长达${longHarvestDays}天以上、产地与约定不同或不在核定范围、供应商批号收过的，核对无误后必填`
            : `供应商批号收过、有效期超过${longShelfYears}年的，核对无误后必填`
        }
      >
        <Input.TextArea maxLength={300} autoSize={{ minRows: 1 }} />
      </Form.Item>
    </fieldset>
  )
}

/** What is found when the goods of a lot are weighed and looked at. */
export function GoodsFields({ at, receiving }: { at: number; receiving: Receiving }) {
  const defects = useDictionary('defect_type')
  const line = useLine(at, receiving)
  if (line === undefined) return null
  return (
    <fieldset className="line-fields">
      <legend>
        <LotName at={at} line={line} />
      </legend>
      <WeightFields at={at} unit={line.unit} />
      <LookedAt at={at} isCrudeDrug={receiving.category === 'crude_drug'} isToxic={line.isToxic} />
      <Form.Item name={[at, 'defects']} label="外观初验：所见异常（没有则不选）">
        <Checkbox.Group options={defects.options} />
      </Form.Item>
      <AbnormalFields name={[at, 'abnormal']} at={at} isToxic={line.isToxic} unit={line.unit} />
      <Form.Item name={[at, 'exceptionNote']} label="异常说明" initialValue="" extra="数量、包装、标签、外观有异常时必填">
        <Input.TextArea maxLength={300} autoSize={{ minRows: 1 }} />
      </Form.Item>
      <BinField
        zone="quarantine"
        isToxic={line.isToxic}
        name={[at, 'placeId']}
        usual={line.last?.placeId ?? undefined}
        extra={`复验期：${retestDay(today(), line.retestMonths)}（按今天到货计）`}
      />
    </fieldset>
  )
}

function useLine(at: number, receiving: Receiving): Receivable | undefined {
  const lineId: string | undefined = Form.useWatch(['lots', at, 'purchaseLineId'], Form.useFormInstance())
  return receiving.lines.find((one) => one.id === lineId)
}

const LotName = ({ at, line }: { at: number; line: Receivable | undefined }) => (
  <>
    第 {at + 1} 批　{line?.materialName}
    {line?.isToxic && <span className="tag tag-bad">毒性</span>}
  </>
)

/** The questions whose answers are usually the same. One press answers them so; what is different is then changed. Of toxic goods each is answered by itself. */
function LookedAt({ at, isCrudeDrug, isToxic }: { at: number; isCrudeDrug: boolean; isToxic: boolean }) {
  const form = Form.useFormInstance()
  const isFreshCut: boolean | undefined = Form.useWatch(['lots', at, 'provenance', 'isFreshCut'], form)
  const sulfur: string | undefined = Form.useWatch(['lots', at, 'provenance', 'sulfur'], form)
  const answerAll = () => {
    const answers: [string[], unknown][] = [
      [['packageIntact'], true],
      [['labelComplete'], true],
      ...(isCrudeDrug
        ? ([
            [['provenance', 'sulfur'], 'no'],
            [['provenance', 'isFreshCut'], false],
          ] satisfies [string[], unknown][])
        : []),
    ]
    form.setFields(answers.map(([name, value]) => ({ name: ['lots', at, ...name], value, errors: [] })))
  }
  return (
    <>
      <div className="form-columns pairs">
        <Form.Item name={[at, 'packageIntact']} label="包装完好" rules={required('请选择包装是否完好')}>
          <Radio.Group aria-label="包装完好" options={yesNo} />
        </Form.Item>
        <Form.Item
          name={[at, 'labelComplete']}
          label="标签齐全"
          rules={required('请选择标签是否齐全')}
          tooltip="品名、规格、数量、产地、采收（初加工）时间"
        >
          <Radio.Group aria-label="标签齐全" options={yesNo} />
        </Form.Item>
        {isCrudeDrug && (
          <>
            <Form.Item name={[at, 'provenance', 'sulfur']} label="硫熏" rules={required('请选择是否硫熏')}>
              <Radio.Group aria-label="硫熏" options={choices(sulfurAnswers)} />
            </Form.Item>
            <Form.Item name={[at, 'provenance', 'isFreshCut']} label="产地趁鲜切制" rules={required('请选择是否趁鲜切制')}>
              <Radio.Group aria-label="产地趁鲜切制" options={yesNo} />
            </Form.Item>
          </>
        )}
      </div>
      {!isToxic && (
        <Form.Item
          extra={isCrudeDrug ? '填：包装完好、标签齐全、无硫熏、未趁鲜切制；有例外的再改' : '填：包装完好、标签齐全；有例外的再改'}
        >
          <Button onClick={answerAll}>均符合要求</Button>
        </Form.Item>
      )}
      {isFreshCut && (
        <Form.Item name={[at, 'provenance', 'freshCutBasis']} label="趁鲜切制依据" rules={required('请填写目录与协议')}>
          <Input maxLength={200} placeholder="品种目录、基地协议" />
        </Form.Item>
      )}
      {sulfur === 'yes' && (
        <Alert type="error" showIcon className="form-failure" title="硫熏的药材不得验收入库，请删除此批并在下方登记拒收" />
      )}
    </>
  )
}

function ProvenanceFields({ at, line: { species, needsGrowthYears, last } }: { at: number; line: Receivable }) {
  const form = Form.useFormInstance()
  const field = (name: string) => [at, 'provenance', name]
  const from: { sourceKind?: string; harvestTo?: string } | undefined = Form.useWatch(['lots', at, 'provenance'], form)
  const isOld =
    from?.harvestTo !== undefined && /^\d{4}-\d{2}-\d{2}$/.test(from.harvestTo) && addMonths(from.harvestTo, oldHarvestMonths) < today()
  return (
    <>
      <div className="form-columns three pairs">
        <Form.Item name={field('harvestFrom')} label="采收自" rules={required('请填写采收开始')}>
          <DayInput max={today()} />
        </Form.Item>
        <Form.Item name={field('harvestTo')} label="采收至" rules={required('请填写采收结束')}>
          <DayInput max={today()} />
        </Form.Item>
        <Form.Item name={field('growthYears')} label="生长年限" rules={needsGrowthYears ? required('此药材须填写生长年限') : []}>
          <QuantityInput unit="年" />
        </Form.Item>
      </div>
      {isOld && (
        <Alert
          type="warning"
          showIcon
          className="form-failure"
          title={`采收已超过${oldHarvestMonths}个月，请核对，无误时在存疑说明中写明`}
        />
      )}
      <AsLastTime at={at} last={last}>
        <Form.Item name={field('species')} label="基原" rules={required('请选择基原')}>
          <Select options={species.map((value) => ({ value, label: value }))} />
        </Form.Item>
        <div className="form-columns three">
          <OriginFields at={at} />
          <Form.Item name={field('sourceKind')} label="来源类型" rules={required('请选择来源类型')}>
            <Select options={choices(sourceKinds)} />
          </Form.Item>
        </div>
        <Form.Item name={field('primaryProcessing')} label="产地加工方法" rules={required('请选择产地加工方法')}>
          <Select mode="multiple" showSearch={{ optionFilterProp: 'label' }} options={choices(primaryProcessings)} />
        </Form.Item>
      </AsLastTime>
      {from?.sourceKind === 'imported' && (
        <div className="form-columns">
          <Form.Item name={field('importApprovalNo')} label="进口批件号" rules={required('请填写进口批件号')}>
            <Input maxLength={40} autoComplete="off" />
          </Form.Item>
          <Form.Item name={field('customsNo')} label="通关单号" rules={required('请填写通关单号')}>
            <Input maxLength={40} autoComplete="off" />
          </Form.Item>
        </div>
      )}
    </>
  )
}

/** Fields that the last receipt has filled in: one line to compare with the papers, opened to change them or when one of them is wrong. */
function AsLastTime({ at, last, children }: { at: number; last: Receivable['last']; children: ReactNode }) {
  const form = Form.useFormInstance()
  const [isOpen, setOpen] = useState((last?.provenance ?? null) === null)
  const from: Provenance | undefined = Form.useWatch(['lots', at, 'provenance'], form)
  const folded = ['species', 'origin', 'sourceKind', 'primaryProcessing']
  const isWrong = () =>
    form.getFieldsError().some(({ name, errors }) => errors.length > 0 && name[1] === at && folded.includes(String(name[3])))
  return (
    <Form.Item noStyle shouldUpdate>
      {() => {
        const isShown = isOpen || isWrong()
        return (
          <>
            {!isShown && from && (
              <p className="as-last-time">
                {originText({ province: '', city: '', county: '', ...from.origin })}
                {from.origin?.town}
                {from.origin?.village}，{from.sourceKind && sourceKinds[from.sourceKind]}，
                {from.primaryProcessing?.map((one) => primaryProcessings[one]).join('、')}，{from.species}
                <br />
                <span className="quiet">同上次到货 {last?.receiptNo}，请与随货资料核对</span>{' '}
                <Button type="link" className="text-action" onClick={() => setOpen(true)}>
                  修改来源
                </Button>
              </p>
            )}
            <div hidden={!isShown}>{children}</div>
          </>
        )
      }}
    </Form.Item>
  )
}

/** Town and village lie in the same value, so that it is there before a county is chosen. */
const toTheCounty = (_: unknown, origin?: { province?: string; city?: string; county?: string }) =>
  origin?.province && origin.city && origin.county ? Promise.resolve() : Promise.reject(new Error('请选择产地，到县（区）'))

/** Where the herb grew, down to the village. */
function OriginFields({ at }: { at: number }) {
  const field = (name: string) => [at, 'provenance', 'origin', name]
  return (
    <>
      <Form.Item name={[at, 'provenance', 'origin']} label="产地" required rules={[{ validator: toTheCounty }]}>
        <CountyField />
      </Form.Item>
      <Form.Item name={field('town')} label="乡镇" initialValue="">
        <Input maxLength={30} autoComplete="off" />
      </Form.Item>
      <Form.Item name={field('village')} label="村" rules={required('请填写到行政村')}>
        <Input maxLength={60} autoComplete="off" />
      </Form.Item>
    </>
  )
}

function MadeFields({ at }: { at: number }) {
  return (
    <div className="form-columns">
      <Form.Item name={[at, 'madeOn']} label="生产日期">
        <DayInput max={today()} />
      </Form.Item>
      <Form.Item name={[at, 'expiresOn']} label="有效期至">
        <DayInput min={today()} />
      </Form.Item>
    </div>
  )
}

/** Pieces are counted: there is no tare. */
const CountFields = ({ at, unit }: { at: number; unit: string }) => (
  <>
    <Form.Item name={[at, 'gross']} label="实收数量（清点）" rules={required('请填写清点的数量')}>
      <QuantityInput unit={unit} />
    </Form.Item>
    <Form.Item hidden name={[at, 'tare']} initialValue="0">
      <Input />
    </Form.Item>
  </>
)

/** Gross and tare as the scale says; net is what remains. Another net weight is typed with its reason. */
function WeightFields({ at, unit }: { at: number; unit: MaterialUnit }) {
  const packages = useDictionary('package_type')
  const form = Form.useFormInstance()
  const weights: Weights | undefined = Form.useWatch(['lots', at], form)
  const { gross = '', tare = '', noteQuantity = '' } = weights ?? {}
  const [isOther, setOther] = useState(weights?.net !== undefined)
  const net = netOf(weights ?? {})
  const isComplete = net !== undefined && isDecimal(noteQuantity) && !new Decimal(noteQuantity).isZero()
  const takeCalculated = () => {
    form.setFields(['net', 'netReason'].map((name) => ({ name: ['lots', at, name], value: undefined, errors: [] })))
    setOther(false)
  }
  const other = (
    <Button type="link" className="text-action" onClick={isOther ? takeCalculated : () => setOther(true)}>
      {isOther ? '按毛重减皮重计' : '净重另填并说明'}
    </Button>
  )
  return (
    <>
      <div className="form-columns three pairs">
        <Form.Item name={[at, 'packageKind']} label="包装形式" rules={required('请选择包装形式')}>
          <Select loading={packages.isPending} options={packages.options} />
        </Form.Item>
        <Form.Item name={[at, 'packageCount']} label="件数" rules={required('请填写件数')}>
          <InputNumber className="full" min={1} max={100000} precision={0} suffix="件" />
        </Form.Item>
        {isCounted(unit) ? (
          <CountFields at={at} unit={unit} />
        ) : (
          <>
            <Form.Item name={[at, 'gross']} label="毛重" rules={required('请填写毛重')}>
              <QuantityInput />
            </Form.Item>
            <Form.Item name={[at, 'tare']} label="皮重" rules={required('请填写皮重，没有则填0')}>
              <QuantityInput />
            </Form.Item>
            {isOther ? (
              <>
                <Form.Item name={[at, 'net']} label="净重" rules={required('请填写净重')} extra={other}>
                  <QuantityInput />
                </Form.Item>
                <Form.Item name={[at, 'netReason']} label="净重不同的原因" rules={required('请写明净重为何不等于毛重减皮重')}>
                  <Input maxLength={200} autoComplete="off" />
                </Form.Item>
              </>
            ) : (
              <Form.Item label="净重（毛重 − 皮重）" extra={other}>
                <output className="calculated">{net === undefined ? '—' : kgUnit(net)}</output>
              </Form.Item>
            )}
          </>
        )}
      </div>
      {net !== undefined && isDecimal(gross) && isDecimal(tare) && !isNetOfGross({ gross, tare, net }) && (
        <Alert type="error" showIcon className="form-failure" title="净重与毛重减皮重相差超过0.1%，或毛重不大于皮重，请核对" />
      )}
      {isComplete && differsFromNote({ gross, tare, net, noteQuantity }) && (
        <Alert type="warning" showIcon className="form-failure" title="实收与单据数量相差超过0.5%，请在异常说明中写明" />
      )}
    </>
  )
}
