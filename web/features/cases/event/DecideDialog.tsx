import { App, Form, Input, Radio } from 'antd'
import type { z } from 'zod'
import { caseApi, clearingRefusal, impactActions, type CaseRow, type ImpactLot } from '#contract/cases/impact.ts'
import { refusals } from '#contract/kernel/refusals.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { approvalMeaning } from '#contract/release/raw-release.ts'
import { reasonText } from '#contract/warehouse/standing.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useSession } from '#web/lib/actor.ts'
import { useWrite } from '#web/lib/call.ts'
import { kgUnit } from '#web/lib/format.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof caseApi.decideLots.input>, 'id' | 'lotIds'>

const sum = (quantities: readonly string[]) => kgUnit(quantities.reduce((all, one) => all.plus(one), exact('0')).toFixed())

/** Why none of these lots may be cleared, each reason once; where there are several lots, with those that it speaks against. */
function whyNotClear(lots: readonly ImpactLot[], user: { id: string }): string[] {
  const found = lots.flatMap((lot) => {
    const inherited = lot.reasons.filter(({ isOwn }) => !isOwn)
    const madeIt = clearingRefusal(lot, user)
    const reasons = [
      ...inherited.map((reason) => `来源批还不能使用：${reasonText(reason)}`),
      ...(inherited.length > 0 || madeIt === undefined ? [] : [refusals[madeIt]]),
    ]
    return reasons.map((why) => ({ why, lotNo: lot.lotNo }))
  })
  return [...Map.groupBy(found, ({ why }) => why)].map(([why, of]) =>
    lots.length > 1 ? `${why}（${of.length === lots.length ? '所选各批' : of.map(({ lotNo }) => lotNo).join('、')}）` : why,
  )
}

/** 处置: lots of an impact case are cleared, if their ancestors allow their use again, or rejected for good; all of them by one pair of signatures. */
export function DecideDialog({ of: row, lots, onClose }: { of: CaseRow; lots: readonly ImpactLot[]; onClose: () => void }) {
  const { message } = App.useApp()
  const decide = useWrite(caseApi.decideLots)
  const { user } = useSession()
  const against = whyNotClear(lots, user)
  const [only] = lots
  const isOne = lots.length === 1
  const subject = isOne && only ? `${only.name} ${only.lotNo}` : `${lots.length} 批`
  return (
    <StepDialog<Values>
      title={`处置 ${subject}`}
      submit="签名并处置"
      danger
      error={decide.error}
      busy={decide.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        decide.mutate(
          { id: row.id, lotIds: lots.map(({ lotId }) => lotId), ...values },
          {
            onSuccess: ({ state }) => {
              const done = values.decision === 'clear' ? '已解除影响评估冻结' : '已判不合格'
              message.success(`${isOne && only ? only.lotNo : subject} ${done}${state === 'closed' ? `，${row.caseNo} 已关闭` : ''}`)
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ...(isOne ? [] : ([['批号', lots.map(({ lotNo }) => lotNo).join('、')]] as const)),
          ['源自来源批', `${sum(lots.map(({ stemming }) => stemming))}，共 ${sum(lots.map(({ quantity }) => quantity))}`],
          ['在厂 / 已发出', `${sum(lots.map(({ inHouse }) => inHouse))} / ${sum(lots.map(({ shipped }) => shipped))}`],
        ]}
      />
      <Form.Item name="decision" label="处置" rules={[{ required: true, message: '请选择解除或判不合格' }]}>
        <Radio.Group>
          <div className="decision-choices">
            <Radio value="clear" disabled={against.length > 0}>
              {isOne ? '解除：来源批已恢复可用，本批可继续使用' : '解除：来源批已恢复可用，所选各批可继续使用'}
            </Radio>
            {against.length > 0 && <div className="quiet">不能解除，{against.join('；')}</div>}
            <Radio value="reject">{isOne ? '判不合格：本批不再使用，不能恢复' : '判不合格：所选各批不再使用，不能恢复'}</Radio>
          </div>
        </Radio.Group>
      </Form.Item>
      <RejectedBin lots={lots} />
      <Form.Item name="conclusion" label="处置结论" rules={[{ required: true, whitespace: true, message: '请写明评估的结论和依据' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      {!isOne && <p className="quiet">一次签名处置所选各批；每批的处置记录各自留存两人的签名。有一批不能处置时，全部不处置。</p>}
      <SignatureFields meaning={impactActions.decide.signs} />
      <SecondPersonFields label="质量负责人" meaning={approvalMeaning} name="approver" />
    </StepDialog>
  )
}

/** Where rejected goods go, when any are in the house. */
function RejectedBin({ lots }: { lots: readonly ImpactLot[] }) {
  const decision: Values['decision'] | undefined = Form.useWatch('decision')
  const [first] = lots.filter((lot) => !exact(lot.inHouse).isZero())
  if (decision !== 'reject' || first === undefined) return null
  return (
    <BinField
      zone="rejected"
      isToxic={first.isToxic}
      from={first.kind === 'pack' ? 'pack_released' : 'bulk'}
      extra="不在不合格区的库存随签名一并移入此货位；毒性批次与其它批次请分开处置"
    />
  )
}
