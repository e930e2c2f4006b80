import { App } from 'antd'
import { useState } from 'react'
import { planActions, planEndSecond, stabilityApi, type PlanRow } from '#contract/laboratory/stability.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { useWrite } from '#web/lib/call.ts'
import { ReasonDialog } from '#web/parts/ReasonDialog.tsx'
import { RowActions } from '#web/parts/RowActions.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'
import { StepDialog } from '#web/parts/StepDialog.tsx'
import { EndDialog } from './EndDialog.tsx'
import { PlanDialog } from './PlanDialog.tsx'
import { PutOnDialog } from './PutOnDialog.tsx'

type Step = 'edit' | 'approve' | 'discard' | 'putOn' | 'renew' | 'end'

/** What can be done with a plan, each step with its dialog. A lot is taken off beside it. */
export function PlanSteps({ plan, type }: { plan: PlanRow; type?: 'default' }) {
  const [step, setStep] = useState<Step>()
  const close = () => setStep(undefined)
  return (
    <>
      <RowActions
        of={planActions}
        row={plan}
        {...(type !== undefined && { type })}
        danger={['end', 'discard']}
        on={{
          edit: () => setStep('edit'),
          approve: () => setStep('approve'),
          discard: () => setStep('discard'),
          putOn: () => setStep('putOn'),
          renew: type === undefined ? null : () => setStep('renew'),
          takeOff: null,
          end: type === undefined ? null : () => setStep('end'),
        }}
      />
      {(step === 'edit' || step === 'renew') && <PlanDialog plan={plan} step={step} onClose={close} />}
      {step === 'approve' && <ApproveDialog plan={plan} onClose={close} />}
      {step === 'putOn' && <PutOnDialog plan={plan} onClose={close} />}
      {step === 'end' && <EndPlan plan={plan} onClose={close} />}
      {step === 'discard' && (
        <ReasonDialog
          title={`作废草案 ${plan.planNo} 第${plan.version}版`}
          submit="作废草案"
          danger
          done={`${plan.planNo} 第${plan.version}版已作废`}
          endpoint={stabilityApi.discard}
          id={plan.id}
          onClose={close}
        />
      )}
    </>
  )
}

function ApproveDialog({ plan, onClose }: { plan: PlanRow; onClose: () => void }) {
  const { message } = App.useApp()
  const approve = useWrite(stabilityApi.approve)
  return (
    <StepDialog<{ signature: SignatureInput }>
      title={`批准 ${plan.planNo} 第${plan.version}版　${plan.productName}`}
      submit="签名并批准"
      error={approve.error}
      busy={approve.isPending}
      onClose={onClose}
      onSubmit={({ signature }) =>
        approve.mutate(
          { id: plan.id, rowVersion: plan.rowVersion, signature },
          {
            onSuccess: () => {
              void message.success(`${plan.planNo} 第${plan.version}版已生效`)
              onClose()
            },
          },
        )
      }
    >
      <p>
        {plan.version > 1
          ? '批准后替代现行版：各批转入本版，取消的时间点不再考察，已请验的照常完成。'
          : '批准后可以把留有整袋的批次列入方案，各时间点到期时提醒。'}
      </p>
      <SignatureFields meaning={planActions.approve.signs} />
    </StepDialog>
  )
}

function EndPlan({ plan, onClose }: { plan: PlanRow; onClose: () => void }) {
  const { message } = App.useApp()
  const end = useWrite(stabilityApi.end)
  return (
    <EndDialog
      title={`终止 ${plan.planNo}　${plan.productName}`}
      submit="签名并终止"
      meaning={planActions.end.signs}
      second={planEndSecond}
      says="还没有请验的时间点不再考察，各批移出方案；已请验的照常完成。"
      error={end.error}
      busy={end.isPending}
      onClose={onClose}
      onSubmit={(values) =>
        end.mutate(
          { id: plan.id, rowVersion: plan.rowVersion, ...values },
          {
            onSuccess: () => {
              void message.success(`${plan.planNo} 已终止`)
              onClose()
            },
          },
        )
      }
    />
  )
}
