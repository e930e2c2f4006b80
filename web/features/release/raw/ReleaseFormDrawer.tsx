import { App, Form, Input, Radio, Skeleton } from 'antd'
import {
  answers,
  askedChecks,
  computedChecks,
  releaseActions,
  releaseApi,
  type Checklist,
  type ReleaseFile,
  type ReleaseRow,
} from '#contract/release/raw-release.ts'
import type { SignatureInput } from '#contract/kernel/values.ts'
import { BinField } from '#web/features/warehouse/place/BinField.tsx'
import { useRead, useWrite } from '#web/lib/call.ts'
import { kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { DayInput } from '#web/parts/DayInput.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { AuthorisationHint } from '#web/features/people/authorisation/AuthorisationHint.tsx'
import { FormDrawer } from '#web/parts/FormDrawer.tsx'
import { SignatureFields } from '#web/parts/SignatureFields.tsx'

type Values = { checklist: Checklist; retestOn: string; placeId: string; restriction?: string; signature: SignatureInput }

/** 放行审核: what the records answer, what a person has to look at, and the signature that lets the lot go. */
export function ReleaseFormDrawer({ row, onClose }: { row: ReleaseRow; onClose: () => void }) {
  const { message } = App.useApp()
  const file = useRead(releaseApi.file, { id: row.id })
  const release = useWrite(releaseApi.release)
  if (file.data === undefined)
    return file.error ? <CallFailure error={file.error} onRetry={() => void file.refetch()} /> : <Skeleton active />
  return (
    <FormDrawer<Values>
      title={`放行 ${row.lotName} ${row.lotNo}`}
      submit="签名并放行"
      draftName={`release:${row.id}`}
      initial={{ retestOn: file.data.latestRetestOn }}
      error={release.error}
      busy={release.isPending}
      onClose={onClose}
      onSubmit={(values, saved) =>
        release.mutate(
          { id: row.id, ...values },
          {
            onSuccess: ({ releaseNo }) => {
              saved()
              void message.success(`${releaseNo}：${row.lotNo} 已放行`)
              onClose()
            },
          },
        )
      }
    >
      <AuthorisationHint asked={['release']} />
      <Facts
        rows={[
          ['放行数量', `${kgUnit(row.onHand)}（在库）`],
          ['供货单位', row.supplierName],
          ['检验报告', row.reportNo],
        ]}
      />
      <Computed checks={file.data.checks} />
      <div className="form-columns">
        {Object.entries(askedChecks).map(([check, { question, mayNotApply }]) => (
          <Form.Item
            key={check}
            name={['checklist', check]}
            label={question}
            rules={[{ required: true, message: mayNotApply ? '请选择是、否或不适用' : '请选择是或否' }]}
          >
            <Radio.Group
              aria-label={question}
              options={Object.entries(answers)
                .filter(([answer]) => mayNotApply || answer !== 'na')
                .map(([value, label]) => ({ value, label }))}
            />
          </Form.Item>
        ))}
      </div>
      <div className="form-columns">
        <Form.Item
          name="retestOn"
          label="复验期"
          rules={[{ required: true, message: '请填写复验期' }]}
          extra={`最晚 ${file.data.latestRetestOn}；到期当日起不得投料${lateWords(file.data)}`}
        >
          <DayInput max={file.data.latestRetestOn} />
        </Form.Item>
        <BinField zone="released" isToxic={row.isToxic} from="quarantine" extra="不在合格区的库存随签名一并移入此货位" />
      </div>
      <Form.Item name="restriction" label="限制条件" extra="例如：仅用于酒炙；没有可不填">
        <Input maxLength={200} />
      </Form.Item>
      <SignatureFields meaning={releaseActions.release.signs} />
    </FormDrawer>
  )
}

/** A retest that ended late uses up more than one extension. */
const lateWords = ({ extensions: { used, now, limit } }: ReleaseFile) =>
  now < 2 ? '' : `。复验晚于一个周期，本次计 ${now} 次延长（已延长 ${used} 次${limit === null ? '' : `，最多 ${limit} 次`}）`

/** The computed part of the checklist: the records answer it, and no person types it. */
function Computed({ checks }: { checks: ReleaseFile['checks'] }) {
  return (
    <>
      <h2 className="drawer-heading">系统核对</h2>
      <ul className="checks">
        {checks.map(({ check, ok, evidence }) => (
          <li key={check}>
            <span className={`tag ${ok ? 'tag-good' : 'tag-bad'}`}>{ok ? answers.yes : answers.no}</span> {computedChecks[check]}{' '}
            <small className="quiet">{evidence}</small>
          </li>
        ))}
      </ul>
      <h2 className="drawer-heading">人工审核</h2>
    </>
  )
}
