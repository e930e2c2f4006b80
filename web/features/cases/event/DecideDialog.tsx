import { App, Form, Input, Radio } from 'antd'
import type { z } from 'zod'
import { caseApi, impactActions, type CaseRow, type ImpactLot } from '#contract/cases/impact.ts'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { approvalMeaning } from '#contract/release/raw-release.ts'
import { reasonText } from '#contract/warehouse/standing.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useWrite } from '#web/lib/call.ts'
import { kgUnit } from '#web/lib/format.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Values = Omit<z.input<typeof caseApi.decide.input>, 'id' | 'lotId'>

/** 处置: one lot of an impact case is cleared, if its ancestors allow its use again, or rejected for good. */
export function DecideDialog({ of: row, lot, onClose }: { of: CaseRow; lot: ImpactLot; onClose: () => void }) {
  const { message } = App.useApp()
  const decide = useWrite(caseApi.decide)
  const inherited = lot.reasons.filter(({ isOwn }) => !isOwn)
  return (
    <StepDialog<Values>
      title={`处置 ${lot.name} ${lot.lotNo}`}
      submit="签名并处置"
      danger
      error={decide.error}
      busy={decide.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        decide.mutate(
          { id: row.id, lotId: lot.lotId, ...values },
          {
            onSuccess: (file) => {
              const done = values.decision === 'clear' ? '已解除影响评估冻结' : '已判不合格'
              message.success(`${lot.lotNo} ${done}${file.case.state === 'closed' ? `，${row.caseNo} 已关闭` : ''}`)
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['源自来源批', `${kgUnit(lot.stemming)}，共 ${kgUnit(lot.quantity)}`],
          ['在库 / 已发出', `${kgUnit(lot.inHouse)} / ${kgUnit(lot.shipped)}`],
        ]}
      />
      <Form.Item name="decision" label="处置" rules={[{ required: true, message: '请选择解除或判不合格' }]}>
        <Radio.Group>
          <div className="decision-choices">
            <Radio value="clear" disabled={inherited.length > 0}>
              解除：来源批已恢复可用，本批可继续使用
            </Radio>
            {inherited.length > 0 && (
              <div className="quiet">不能解除，来源批还不能使用：{inherited.map((reason) => reasonText(reason)).join('；')}</div>
            )}
            <Radio value="reject">判不合格：本批不再使用，不能恢复</Radio>
          </div>
        </Radio.Group>
      </Form.Item>
      <RejectedBin lot={lot} />
      <Form.Item name="conclusion" label="处置结论" rules={[{ required: true, whitespace: true, message: '请写明评估的结论和依据' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      <SignatureFields meaning={impactActions.decide.signs} />
      <SecondPersonFields label="质量负责人" meaning={approvalMeaning} name="approver" />
    </StepDialog>
  )
}

/** Where rejected goods go, when any are in the house. */
function RejectedBin({ lot }: { lot: ImpactLot }) {
  const decision: Values['decision'] | undefined = Form.useWatch('decision')
  if (decision !== 'reject' || exact(lot.inHouse).isZero()) return null
  return (
    <BinField
      zone="rejected"
      isToxic={lot.isToxic}
      from={lot.kind === 'pack' ? 'pack_released' : 'bulk'}
      extra="不在不合格区的库存随签名一并移入此货位"
    />
  )
}
