import { App, Checkbox, Form, Input, InputNumber, Select } from 'antd'
import type { z } from 'zod'
import { keysOf } from '#contract/kernel/key-of.ts'
import { materialClasses } from '#contract/making/material.ts'
import { careApi, careMeanings, careScopes, nothingFound, type CarePlan } from '#contract/warehouse/care.ts'
import type { StockSide } from '#contract/warehouse/stock.ts'
import { useWrite } from '#web/lib/call.ts'
import { useChoices } from '#web/lib/choices.ts'
import { useDictionary } from '#web/lib/dictionary.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Input = z.input<(typeof careApi)['raw']['setPlan']['input']>
type Values = Omit<Input, 'serial' | 'isEnded' | 'season'> & {
  hasSeason: boolean
  season?: { from: number; to: number; days: number }
}
const months = Array.from({ length: 12 }, (_, index) => ({ value: index + 1, label: `${index + 1}月` }))

/** A plan: new, in the place of the one before, or the end of it. */
export function CarePlanDialog({
  side,
  before,
  isEnding,
  onClose,
}: {
  side: StockSide
  before?: CarePlan
  isEnding: boolean
  onClose: () => void
}) {
  const { message } = App.useApp()
  const setPlan = useWrite(careApi[side].setPlan)
  const findings = useDictionary('care_finding')
  return (
    <StepDialog<Values>
      title={isEnding ? '终止养护计划' : before === undefined ? '新设养护计划' : '更改养护计划'}
      submit={isEnding ? '签名并终止' : '签名并设定'}
      wide
      danger={isEnding}
      initial={initialOf(before)}
      error={setPlan.error}
      busy={setPlan.isPending}
      onClose={onClose}
      onSubmit={({ hasSeason, season, ...values }) =>
        setPlan.mutate(
          { ...values, season: hasSeason && season ? season : null, serial: before?.serial ?? 0, isEnded: isEnding },
          {
            onSuccess: () => {
              message.success(isEnding ? '计划已终止' : '计划已生效，在库批次的养护日已重算')
              onClose()
            },
          },
        )
      }
    >
      <p>
        {isEnding
          ? '终止后，这个范围内的批次按其他计划养护；没有其他计划的不再提醒。'
          : '间隔由企业按自己的规程设定。品种的计划先于分类，分类先于全部。'}
      </p>
      <div className="form-columns">
        <Form.Item name="scope" label="范围" rules={[{ required: true, message: '请选择范围' }]}>
          <Select disabled={before !== undefined} options={keysOf(careScopes).map((value) => ({ value, label: careScopes[value] }))} />
        </Form.Item>
        <Subject side={side} isFixed={before !== undefined} />
        <Form.Item name="everyDays" label="间隔" rules={[{ required: true, message: '请填写天数' }]}>
          <InputNumber min={1} max={366} precision={0} suffix="天" disabled={isEnding} style={{ width: '100%' }} />
        </Form.Item>
      </div>
      <Form.Item name="hasSeason" valuePropName="checked">
        <Checkbox disabled={isEnding}>某些月份另定间隔</Checkbox>
      </Form.Item>
      <Season isFixed={isEnding} />
      <Form.Item name="caseFindings" label="须立案并冻结的发现" extra="其余的发现只记在养护记录里">
        <Select
          mode="multiple"
          disabled={isEnding}
          loading={findings.isPending}
          options={findings.options.filter(({ value }) => value !== nothingFound)}
        />
      </Form.Item>
      <Form.Item name="reason" label="依据" rules={[{ required: true, whitespace: true, message: '请填写依据' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} placeholder="如企业仓储养护规程" />
      </Form.Item>
      <SignatureFields meaning={careMeanings.plan} commentLabel={null} />
      <SecondPersonFields label="质量负责人" meaning={careMeanings.planApproval} name="approver" />
    </StepDialog>
  )
}

const isClass = (code: string): code is keyof typeof materialClasses => Object.hasOwn(materialClasses, code)

const initialOf = (before: CarePlan | undefined) =>
  before === undefined
    ? { scope: 'all' as const, hasSeason: false, caseFindings: [] }
    : {
        ...{ scope: before.scope, everyDays: before.everyDays, hasSeason: before.season !== null },
        ...(before.season !== null && { season: before.season }),
        ...(isClass(before.materialClass) && { materialClass: before.materialClass }),
        ...(before.materialId !== null && { materialId: before.materialId }),
        caseFindings: before.caseFindings.map(({ code }) => code),
      }

/** The class or the herb that the plan is about. */
function Subject({ side, isFixed }: { side: StockSide; isFixed: boolean }) {
  const scope: Values['scope'] | undefined = Form.useWatch('scope')
  const chosen: string | undefined = Form.useWatch('materialId')
  const herbs = useChoices(careApi[side].herbs, scope === 'herb' ? {} : null, chosen)
  if (scope === 'class')
    return (
      <Form.Item name="materialClass" label="物料分类" rules={[{ required: true, message: '请选择物料分类' }]}>
        <Select disabled={isFixed} options={keysOf(materialClasses).map((value) => ({ value, label: materialClasses[value] }))} />
      </Form.Item>
    )
  if (scope !== 'herb') return null
  return (
    <Form.Item name="materialId" label="品种" rules={[{ required: true, message: '请选择品种' }]}>
      <Select
        disabled={isFixed}
        showSearch={{ filterOption: false, onSearch: herbs.search }}
        loading={herbs.isSearching}
        placeholder="输入品名或拼音首字母"
        options={herbs.rows.map(({ id, name }) => ({ value: id, label: name }))}
        notFoundContent={herbs.error?.message}
      />
    </Form.Item>
  )
}

function Season({ isFixed }: { isFixed: boolean }) {
  const has: boolean | undefined = Form.useWatch('hasSeason')
  if (has !== true) return null
  return (
    <div className="form-columns">
      <Form.Item name={['season', 'from']} label="自" rules={[{ required: true, message: '请选择月份' }]}>
        <Select disabled={isFixed} options={months} />
      </Form.Item>
      <Form.Item name={['season', 'to']} label="至" rules={[{ required: true, message: '请选择月份' }]}>
        <Select disabled={isFixed} options={months} />
      </Form.Item>
      <Form.Item name={['season', 'days']} label="其间间隔" rules={[{ required: true, message: '请填写天数' }]}>
        <InputNumber disabled={isFixed} min={1} max={366} precision={0} suffix="天" style={{ width: '100%' }} />
      </Form.Item>
    </div>
  )
}
