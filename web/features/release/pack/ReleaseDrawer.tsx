import { Alert, App, Button, Checkbox, Form } from 'antd'
import { useState } from 'react'
import { packLotActions, packLotApi, releaseChecks, type PackLotRow } from '#contract/release/pack-lot.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { AuthorisationHint } from '#web/features/people/authorisation/AuthorisationHint.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { PaperView } from '#web/parts/PaperView.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { ReleaseChecklist } from './ReleaseChecklist.tsx'

type Values = { environmentOk: true; placeId: string; signature: SignatureInput }

/** 成品放行审核: what the records answer, what the 质量受权人 confirms in person, and the signature that lets the lot be sold. */
export function ReleaseDrawer({ lot, onClose }: { lot: PackLotRow; onClose: () => void }) {
  const { message } = App.useApp()
  const file = useRead(packLotApi.read, { id: lot.id })
  const release = useWrite(packLotApi.release)
  const [isReading, setIsReading] = useState(false)
  const failed = file.data?.checklist.filter((line) => line.passed === false) ?? []
  return (
    <FormDrawer<Values>
      title={`成品放行 ${lot.name} ${lot.lotNo}`}
      submit="签名并放行"
      draftName={`release:${lot.id}`}
      initial={{}}
      error={release.error}
      busy={release.isPending}
      onClose={onClose}
      onSubmit={(values, saved) =>
        release.mutate(
          { id: lot.id, ...values },
          {
            onSuccess: ({ releaseNo }) => {
              saved()
              message.success(`${releaseNo}：${lot.lotNo} 已放行，可销售`)
              onClose()
            },
          },
        )
      }
    >
      <AuthorisationHint asked={['release']} />
      {file.error && <CallFailure error={file.error} onRetry={() => void file.refetch()} />}
      <Facts
        rows={[
          ['数量', `${lot.packs} ${lot.packUnit}，${kgUnit(lot.quantity)}`],
          ['包装规格', lot.specName],
          ['生产日期 / 保质期至', `${lot.bornOn} / ${lot.expiresOn}`],
          [
            '检验报告',
            file.data?.reportId && (
              <Button key="report" type="link" className="text-action" onClick={() => setIsReading(true)}>
                {file.data.reportNo}
              </Button>
            ),
          ],
        ]}
      />
      <h2 className="drawer-heading">系统核对</h2>
      {file.data && <ReleaseChecklist lines={file.data.checklist.filter((line) => line.passed !== null)} />}
      {failed.length > 0 && <Alert className="form-failure" type="error" showIcon title={`有 ${failed.length} 项未通过，不能放行`} />}
      <h2 className="drawer-heading">受权人确认</h2>
      <Form.Item
        name="environmentOk"
        valuePropName="checked"
        rules={[
          {
            validator: async (_, checked) => {
              if (!checked) throw new Error('请确认环境、设备、清场符合要求')
            },
          },
        ]}
      >
        <Checkbox>{releaseChecks.environment}</Checkbox>
      </Form.Item>
      <BinField zone="pack_released" isToxic={lot.isToxic} from="pack_quarantine" extra="不在成品合格区的成品随签名一并移入此货位" />
      <SignatureFields meaning={packLotActions.release.signs} />
      {isReading && file.data?.reportId && <PaperView kind="report" id={file.data.reportId} onClose={() => setIsReading(false)} />}
    </FormDrawer>
  )
}
