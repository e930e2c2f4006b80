import { App, Checkbox, Form, Input, Radio, Select } from 'antd'
import type { z } from 'zod'
import { incidentActions, incidentDecisions } from '#contract/cases/incident.ts'
import { incidentApi } from '#contract/cases/incident-api.ts'
import type { IncidentLot, IncidentRow } from '#contract/cases/incident-file.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { approvalMeaning } from '#contract/release/raw-release.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

/** 加入批次: they are held from this moment. */
export function AddLotsDialog({ incident, told, onClose }: { incident: IncidentRow; told: string | null; onClose: () => void }) {
  const { message } = App.useApp()
  const add = useWrite(incidentApi.addLots)
  return (
    <StepDialog<Omit<z.input<typeof incidentApi.addLots.input>, 'id'>>
      title={`加入批次 ${incident.caseNo}`}
      submit="加入并冻结"
      danger
      initial={{ reaches: true, lotNos: told === null ? [] : [told] }}
      error={add.error}
      busy={add.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        add.mutate(
          { id: incident.id, ...values },
          {
            onSuccess: () => {
              void message.success('批次已加入并冻结')
              onClose()
            },
          },
        )
      }
    >
      <p>批次立即冻结，到处置或事件关闭为止。</p>
      <Form.Item name="lotNos" label="批号" rules={[{ required: true, message: '请填写批号' }]} extra="可扫描或粘贴多个批号，回车分隔">
        <Select mode="tags" open={false} tokenSeparators={[' ', '，', ',', '\n']} suffixIcon={null} placeholder="输入批号后回车" />
      </Form.Item>
      <Form.Item name="reaches" valuePropName="checked">
        <Checkbox>同时冻结由它们制成的批次</Checkbox>
      </Form.Item>
    </StepDialog>
  )
}

/** 同时冻结下游: quality assurance finds that what was made of a lot may be concerned as well. */
export function WidenHoldDialog({ incident, lot, onClose }: { incident: IncidentRow; lot: IncidentLot; onClose: () => void }) {
  const { message } = App.useApp()
  const add = useWrite(incidentApi.addLots)
  return (
    <StepDialog<object>
      title={`同时冻结下游 ${lot.name} ${lot.lotNo}`}
      submit="冻结下游"
      danger
      error={add.error}
      busy={add.isPending}
      onClose={onClose}
      onSubmit={() =>
        add.mutate(
          { id: incident.id, lotNos: [lot.lotNo], reaches: true },
          {
            onSuccess: () => {
              void message.success('由它制成的批次已一并冻结')
              onClose()
            },
          },
        )
      }
    >
      <p>由这一批制成的全部批次立即不能使用和销售，到本批处置或事件关闭为止。发现出现之前已经离开的货物一般不受影响，请先判断。</p>
    </StepDialog>
  )
}

type Deciding = Omit<z.input<typeof incidentApi.decideLots.input>, 'id' | 'lotIds'>

const meanings = {
  usable: '冻结随事件关闭解除',
  reject: '立即判不合格，不能恢复',
  not_concerned: '立即解除本事件的冻结',
} as const satisfies Record<keyof typeof incidentDecisions, string>

/** 处置批次: quality assurance and the 质量负责人 sign what becomes of a lot. */
export function DecideLotDialog({ incident, lot, onClose }: { incident: IncidentRow; lot: IncidentLot; onClose: () => void }) {
  const { message } = App.useApp()
  const decide = useWrite(incidentApi.decideLots)
  return (
    <StepDialog<Deciding>
      title={`处置 ${lot.name} ${lot.lotNo}`}
      submit="签名并处置"
      danger
      error={decide.error}
      busy={decide.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        decide.mutate(
          { id: incident.id, lotIds: [lot.lotId], ...values },
          {
            onSuccess: () => {
              void message.success(`${lot.lotNo}：${incidentDecisions[values.decision]}`)
              onClose()
            },
          },
        )
      }
    >
      <Form.Item name="decision" label="处置" rules={[{ required: true, message: '请选择处置' }]}>
        <Radio.Group>
          <div className="decision-choices">
            {keysOf(incidentDecisions).map((value) => (
              <Radio key={value} value={value}>
                {incidentDecisions[value]}：{meanings[value]}
              </Radio>
            ))}
          </div>
        </Radio.Group>
      </Form.Item>
      <RejectedBin lot={lot} />
      <Form.Item name="conclusion" label="处置结论" rules={[{ required: true, whitespace: true, message: '请写明结论和依据' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      <SignatureFields meaning={incidentActions.decideLot.signs} commentLabel={null} />
      <SecondPersonFields label="质量负责人" meaning={approvalMeaning} name="approver" />
    </StepDialog>
  )
}

function RejectedBin({ lot }: { lot: IncidentLot }) {
  const decision: Deciding['decision'] | undefined = Form.useWatch('decision')
  if (decision !== 'reject' || exact(lot.inHouse).isZero()) return null
  return (
    <BinField
      zone="rejected"
      isToxic={lot.isToxic}
      {...(lot.kind === 'pack' ? { from: 'pack_released' as const } : lot.kind === 'bulk' ? { from: 'bulk' as const } : {})}
      extra="不在不合格区的库存随签名一并移入此货位"
    />
  )
}
