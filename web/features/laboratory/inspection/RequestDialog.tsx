import { App, Form, Input, InputNumber, Radio, Select } from 'antd'
import { useEffect, useState } from 'react'
import { rawInspectionApi, bulkInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { standardAuthorities } from '#contract/laboratory/authority.ts'
import type { InspectionSide } from '#contract/laboratory/inspection.ts'
import { appliedName, priorities, requestKinds, type AppliedStandard, type InspectableLot } from '#contract/laboratory/request.ts'
import { lotStates } from '#contract/warehouse/lot.ts'
import { useRead, useWrite } from '#web/lib/call.ts'
import { kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = {
  lotId: string
  packageCount?: number
  priority: 'normal' | 'urgent'
  department: string
  remark: string
}

/** 请验: chooses a lot that may be tested now. By which standards it is tested follows from the lot. */
export function RequestDialog({
  side,
  lotId,
  investigates = false,
  because = '',
  onClose,
}: {
  side: InspectionSide
  /** Quality assurance has a lot looked into that was decided about already. */
  investigates?: boolean
  /** Why, when a case asks for it. */
  because?: string
  /** The lot that is already chosen, when a link leads here from it. */
  lotId: string | null
  onClose: () => void
}) {
  const { message } = App.useApp()
  const requestRaw = useWrite(investigates ? rawInspectionApi.investigate : rawInspectionApi.request)
  const requestBulk = useWrite(investigates ? bulkInspectionApi.investigate : bulkInspectionApi.request)
  const request = side === 'raw' ? requestRaw : requestBulk
  // Until the lot of the link is there the form is empty, and a press would be for nothing.
  const lots = lotsOf(side, investigates)
  const asked = useRead(lots, lotId === null ? null : { lotId })
  const onSuccess = ({ requestNo }: { requestNo: string }) => {
    void message.success(`${requestNo} 已请验，等待QC受理`)
    onClose()
  }
  return (
    <StepDialog<Values>
      title={`${side === 'raw' ? '原料' : '成品'}${investigates ? '调查检验' : '请验'}`}
      submit="请验"
      error={request.error}
      busy={request.isPending || (lotId !== null && asked.isPending)}
      initial={{ priority: 'normal', department: investigates ? '质量部' : side === 'raw' ? '仓库' : '生产车间' }}
      onClose={onClose}
      onSubmit={({ packageCount, ...input }) => {
        if (side === 'raw') requestRaw.mutate(input, { onSuccess })
        else if (packageCount !== undefined) requestBulk.mutate({ ...input, packageCount }, { onSuccess })
      }}
    >
      {investigates && <p>批次在检验期间状态不变；结果不合格或可疑时自动冻结并开启调查。</p>}
      <LotFields side={side} lots={lots} none={investigates ? '没有已放行或检验合格的批次' : nothingToTest[side]} given={lotId} />
      {side === 'bulk' && (
        <Form.Item name="packageCount" label="件数（容器数）" rules={[{ required: true, message: '请填写该批分装在几个容器中' }]}>
          <InputNumber min={1} max={100000} precision={0} suffix="件" />
        </Form.Item>
      )}
      <div className="form-columns">
        <Form.Item name="department" label="请验部门" rules={[{ required: true, whitespace: true, message: '请填写请验部门' }]}>
          <Input maxLength={40} />
        </Form.Item>
        <Form.Item name="priority" label="紧急程度">
          <Radio.Group aria-label="紧急程度" options={Object.entries(priorities).map(([value, label]) => ({ value, label }))} />
        </Form.Item>
      </div>
      <Form.Item
        name="remark"
        label={investigates ? '调查原因' : '备注'}
        initialValue={because}
        rules={[{ required: investigates, whitespace: true, message: '请写明调查的原因' }]}
      >
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
    </StepDialog>
  )
}

const extensionWords = ({ extensions, retestLimit }: InspectableLot) =>
  `已延长 ${extensions} 次${retestLimit === null ? '' : `，最多 ${retestLimit} 次`}`

const nothingToTest: Record<InspectionSide, string> = { raw: '没有待验或待复验的批次', bulk: '没有待验的成品批' }

const lotsOf = (side: InspectionSide, investigates: boolean) => {
  const api = side === 'raw' ? rawInspectionApi : bulkInspectionApi
  return investigates ? api.decidedLots : api.lots
}

/** The lot, and the standards by which it will be tested: all that apply to it today, and none to choose. */
function LotFields({
  side,
  lots: endpoint,
  none,
  given,
}: {
  side: InspectionSide
  lots: ReturnType<typeof lotsOf>
  /** What is said when there is no such lot. */
  none: string
  given: string | null
}) {
  const form = Form.useFormInstance<Values>()
  const [q, setQ] = useState('')
  const [picked, setPicked] = useState<InspectableLot>()
  const chosenId: string | undefined = Form.useWatch('lotId', form)
  const lots = useRead(endpoint, { q, pageSize: 50 }, { keepPrevious: true })
  // The lot of the link may be beyond the first fifty.
  const asked = useRead(endpoint, given === null ? null : { lotId: given })
  const first = asked.data?.rows[0]
  useEffect(() => {
    if (first === undefined || form.getFieldValue('lotId') !== undefined) return
    form.setFieldsValue({ lotId: first.id })
  }, [first, form])
  const offered = [...(lots.data?.rows ?? []), ...(first && !lots.data?.rows.some((row) => row.id === first.id) && q === '' ? [first] : [])]
  const lot = [picked, first].find((row) => row?.id === chosenId)
  const choose = (id: string) => {
    setPicked(offered.find((row) => row.id === id))
  }
  const failed = [lots, asked].find(({ error }) => error !== null)
  return (
    <>
      {failed?.error && <CallFailure error={failed.error} onRetry={() => void failed.refetch()} />}
      <Form.Item name="lotId" label="批次" rules={[{ required: true, message: '请选择批次' }]}>
        <Select
          showSearch={{ filterOption: false, onSearch: setQ }}
          loading={lots.isFetching}
          placeholder="输入批号、品名或拼音首字母"
          notFoundContent={lots.isPending ? '正在查找…' : lots.error ? null : none}
          options={offered.map((row) => ({ value: row.id, label: `${row.lotNo}　${row.name}` }))}
          onChange={choose}
        />
      </Form.Item>
      {lot && (
        <Facts
          rows={[
            ['请验类别', requestKinds[lot.requestKind]],
            ['现存数量', kgUnit(lot.quantity)],
            ...(lot.packageCount === null ? [] : ([['件数', `${lot.packageCount} 件`]] as const)),
            [side === 'raw' ? '到货日期' : '生产日期', lot.bornOn],
            ...(lot.retestOn === null ? [] : ([['复验期', `${lot.retestOn}，${extensionWords(lot)}`]] as const)),
            ['状态', <StateTag key="state" of={lotStates[side]} state={lot.state} />],
            ['检验标准', <Standards key="standards" of={lot.standards} />],
          ]}
        />
      )}
    </>
  )
}

/** What the lot will be judged by; without one of the law's or the firm's own it cannot be requested. */
function Standards({ of }: { of: readonly AppliedStandard[] }) {
  if (!of.some(({ authority }) => authority !== 'customer')) return <strong>今天没有现行的质量标准，请先在数据字典中建立并批准</strong>
  return (
    <>
      {of.map((standard) => (
        <div key={standard.versionId}>
          {appliedName(standard)} <small className="quiet">{standardAuthorities[standard.authority]}</small>
        </div>
      ))}
      <small className="quiet">全部适用，请验后即固定；之后换版不影响本次检验</small>
    </>
  )
}
