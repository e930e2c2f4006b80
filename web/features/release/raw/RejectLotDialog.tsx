import { Alert, App, Form, Input } from 'antd'
import { Link } from 'react-router'
import type { z } from 'zod'
import { approvalMeaning, rejectLotAction, releaseApi } from '#contract/release/raw-release.ts'
import type { LotKind } from '#contract/warehouse/lot.ts'
import type { Zone } from '#contract/warehouse/movement.ts'
import { sideOfKind, stockApi } from '#contract/warehouse/stock.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { UnreadForm } from '#web/parts/UnreadForm.tsx'

type Values = Omit<z.input<typeof releaseApi.rejectLot.input>, 'id'>

/** The zone in which most of a lot of this kind lies: bins of the same warehouse come first. */
const usualZone: Record<LotKind, Zone> = { raw: 'released', auxiliary: 'released', bulk: 'bulk', pack: 'pack_released' }

/** 判不合格 without a failed report: of a lot that was never tested, or that was found good and is no longer believed. */
export function RejectLotDialog({
  lot,
  onClose,
}: {
  lot: { id: string; lotNo: string; name: string; kind: LotKind; isToxic: boolean }
  onClose: () => void
}) {
  const { message } = App.useApp()
  const stock = useRead(stockApi[sideOfKind[lot.kind]].stock, { id: lot.id })
  const reject = useWrite(releaseApi.rejectLot)
  // Whether a bin has to be named is known only when the stock is.
  if (stock.data === undefined) return <UnreadForm title={`判不合格 ${lot.name} ${lot.lotNo}`} read={stock} onClose={onClose} />
  const hasGoods = stock.data.places.some(({ zone }) => zone !== null && zone !== 'rejected')
  return (
    <StepDialog<Values>
      title={`判不合格 ${lot.name} ${lot.lotNo}`}
      submit="签名并判不合格"
      danger
      error={reject.error}
      busy={reject.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        reject.mutate(
          { id: lot.id, ...values },
          {
            onSuccess: ({ releaseNo, caseNo }) => {
              message.success(
                <>
                  {releaseNo}：{lot.lotNo} 已判不合格
                  {caseNo !== null && (
                    <>
                      ，影响评估 <Link to={`/zhiliang-shijian?q=${caseNo}`}>{caseNo}</Link> 已开启
                    </>
                  )}
                </>,
                caseNo === null ? 3 : 10,
              )
              onClose()
            },
          },
        )
      }
    >
      <Alert
        className="form-failure"
        type="warning"
        showIcon
        title="判不合格后不能恢复"
        description="由本批制成的所有批次即刻冻结并开启影响评估，由QA与质量负责人逐批处置；已售出的，公开页面提示质量不合格。"
      />
      <Form.Item name="basis" label="决定依据" rules={[{ required: true, whitespace: true, message: '请填写判定不合格的依据' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      {hasGoods && (
        <BinField zone="rejected" isToxic={lot.isToxic} from={usualZone[lot.kind]} extra="不在不合格区的库存随签名一并移入此货位" />
      )}
      <SignatureFields meaning={rejectLotAction.signs} />
      <SecondPersonFields label="质量负责人" meaning={approvalMeaning} name="approver" />
    </StepDialog>
  )
}
