import { App, Form, Input, Radio } from 'antd'
import type { z } from 'zod'
import { returnActions } from '#contract/selling/return.ts'
import { returnApi, type ReturnDetail } from '#contract/selling/return-api.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useWrite } from '#web/lib/call.ts'
import { Facts } from '#web/parts/Facts.tsx'
import { SecondPersonFields } from '#web/parts/SecondPersonFields.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'

type Dialog = { file: ReturnDetail; onClose: () => void }

/** 同意退货: quality assurance agrees, with its signature. */
export function ApproveDialog({ file, onClose }: Dialog) {
  const { message } = App.useApp()
  const approve = useWrite(returnApi.approve)
  return (
    <StepDialog<{ signature: SignatureInput }>
      title={`同意退货 ${file.returnNo}`}
      submit="签名并同意"
      error={approve.error}
      busy={approve.isPending}
      onClose={onClose}
      onSubmit={({ signature }) =>
        approve.mutate(
          { id: file.id, rowVersion: file.rowVersion, signature },
          {
            onSuccess: () => {
              void message.success(`${file.returnNo} 已同意，等待到货`)
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['客户', file.customerName],
          ['退回货物', file.goods],
          ['原因', [file.reason, file.note].filter(Boolean).join('：')],
          ['储存与运回', file.kept],
        ]}
      />
      <SignatureFields meaning={returnActions.approve.signs} />
    </StepDialog>
  )
}

type Inspected = Omit<z.input<typeof returnApi.inspect.input>, 'id' | 'rowVersion'>

/** 退货检验: what packs, labels and records say. */
export function InspectDialog({ file, onClose }: Dialog) {
  const { message } = App.useApp()
  const inspect = useWrite(returnApi.inspect)
  return (
    <StepDialog<Inspected>
      title={`退货检验 ${file.returnNo}`}
      submit="签名并提交"
      error={inspect.error}
      busy={inspect.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        inspect.mutate(
          { id: file.id, rowVersion: file.rowVersion, ...values },
          {
            onSuccess: () => {
              void message.success(`${file.returnNo} 检验已登记，待处理`)
              onClose()
            },
          },
        )
      }
    >
      <p className="quiet">核对包装、封签、标签、性状，以及客户处储存与运回条件的记录。</p>
      <Form.Item name="conforms" label="结论" rules={[{ required: true, message: '请选择检验结论' }]}>
        <Radio.Group
          options={[
            { value: true, label: '符合' },
            { value: false, label: '不符合' },
          ]}
        />
      </Form.Item>
      <Form.Item name="findings" label="检验所见" rules={[{ required: true, whitespace: true, message: '请填写检验所见' }]}>
        <Input.TextArea maxLength={500} showCount autoSize={{ minRows: 3 }} />
      </Form.Item>
      <SignatureFields meaning={returnActions.inspect.signs} />
    </StepDialog>
  )
}

type BackByTwo = { reason: string; signature: SignatureInput; approver: { userName: string; password: string } }

/** A step backwards that two sign: a receipt taken back, a decision withdrawn. */
export function BackByTwoDialog({ file, step, onClose }: Dialog & { step: 'takeBack' | 'withdraw' }) {
  const { message } = App.useApp()
  const back = useWrite(returnApi[step])
  const { label, signs } = returnActions[step]
  return (
    <StepDialog<BackByTwo>
      title={`${label} ${file.returnNo}`}
      submit={`签名并${label}`}
      danger
      error={back.error}
      busy={back.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        back.mutate(
          { id: file.id, rowVersion: file.rowVersion, ...values },
          {
            onSuccess: () => {
              void message.success(`${file.returnNo} 已${label}`)
              onClose()
            },
          },
        )
      }
    >
      <p>{step === 'takeBack' ? '货物、追溯码与台账回到收货之前；可以重新收货。' : '决定尚未执行，撤回后重新处理。'}</p>
      <Form.Item name="reason" label="原因" rules={[{ required: true, whitespace: true, message: '请填写原因' }]}>
        <Input.TextArea maxLength={200} showCount autoSize={{ minRows: 2 }} />
      </Form.Item>
      <SignatureFields meaning={signs} commentLabel={null} />
      <SecondPersonFields label={step === 'takeBack' ? 'QA' : '质量负责人'} meaning={signs} name="approver" />
    </StepDialog>
  )
}

/** 重新入库: the warehouse puts away what may be sold again. */
export function RestockDialog({ file, onClose }: Dialog) {
  const { message } = App.useApp()
  const restock = useWrite(returnApi.restock)
  const items = file.receipt?.items.filter(({ decision, settledAt }) => decision === 'restock' && settledAt === null) ?? []
  return (
    <StepDialog<{ placeId: string }>
      title={`重新入库 ${file.returnNo}`}
      submit="重新入库"
      error={restock.error}
      busy={restock.isPending}
      onClose={onClose}
      onSubmit={({ placeId }) =>
        restock.mutate(
          { id: file.id, rowVersion: file.rowVersion, placeId },
          {
            onSuccess: () => {
              void message.success(`${file.returnNo} 已重新入库，可以再次销售`)
              onClose()
            },
          },
        )
      }
    >
      <Facts
        rows={[
          ['从', `${file.receipt?.bin ?? ''} 隔位 ${file.receipt?.position ?? ''}`],
          ['货物', items.map((item) => `${item.goods} ${item.lotNo}，${item.packs} ${item.packUnit}`).join('；')],
        ]}
      />
      <BinField zone="pack_released" isToxic={file.receipt?.isToxic ?? false} from="returned" />
    </StepDialog>
  )
}
