import { Alert, Button, Drawer, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { standardApi, standardLooks, standardSubjectKinds } from '#contract/laboratory/standard.ts'
import { ChangeButton } from '#web/features/cases/change/ChangeButton.tsx'
import { useRead } from '#web/lib/call.ts'
import { dateTime } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { EditionComparison } from './EditionComparison.tsx'
import { ItemTable } from './ItemTable.tsx'
import './standard.css'

/** One edition: heading, items, the editions before and after it, and any two of them side by side. */
export function StandardDrawer({ id, onOpen, onClose }: { id: string; onOpen: (id: string) => void; onClose: () => void }) {
  const file = useRead(standardApi.read, { id })
  const [other, setOther] = useState<string>()
  const [history, setHistory] = useState(false)
  const { standard, editions = [] } = file.data ?? {}
  return (
    <Drawer
      open
      size={1120}
      title={standard ? `${standard.name}　${standard.kind} ${standard.edition}` : '质量标准'}
      onClose={onClose}
      extra={
        standard && (
          <div className="page-tools">
            <ChangeButton record="standard" id={standard.standardId} />
            <Button onClick={() => setHistory(true)}>历史与签名</Button>
          </div>
        )
      }
    >
      {file.isPending && <Skeleton active />}
      {file.error && <CallFailure error={file.error} onRetry={() => void file.refetch()} />}
      {file.data && standard && (
        <>
          {standard.sentBackReason !== '' && standard.state === 'draft' && (
            <Alert className="form-failure" type="warning" showIcon title={`批准人退回：${standard.sentBackReason}`} />
          )}
          <Facts
            rows={[
              ['状态', <StateTag key="state" of={standardLooks} state={standard.state} />],
              ['对象', `${standardSubjectKinds[standard.of]} ${standard.subjectCode} ${standard.subjectName}`],
              ...(standard.customer === '' ? [] : ([['客户', standard.customer]] as const)),
              ['版次', `第 ${standard.version} 版`],
              [
                '生效',
                standard.effectiveTo === null
                  ? `自 ${standard.effectiveFrom}`
                  : `${standard.effectiveFrom} 至 ${standard.effectiveTo}（不含）`,
              ],
              [
                '编制',
                standard.writtenByName && `${standard.writtenByName}${file.data.writtenAt ? `　${dateTime(file.data.writtenAt)}` : ''}`,
              ],
              [
                '批准',
                standard.approvedByName && `${standard.approvedByName}${file.data.approvedAt ? `　${dateTime(file.data.approvedAt)}` : ''}`,
              ],
              ...(file.data.withdrawn === null
                ? []
                : ([
                    [
                      '撤回',
                      `${file.data.withdrawn.byName}、${file.data.withdrawn.approvedByName}　${dateTime(file.data.withdrawn.at)}　${file.data.withdrawn.reason}`,
                    ],
                  ] as const)),
              ...(standard.typedItems.length === 0 ? [] : ([['手工填写结果', standard.typedItems.join('、')]] as const)),
              ['说明', file.data.remark],
              ['正在按此版检验', file.data.openInspections === 0 ? '没有' : `${file.data.openInspections} 批，换版后仍按此版检验`],
            ]}
          />
          {editions.length > 1 && (
            <div className="edition-choice">
              <Select
                aria-label="查看版本"
                value={id}
                options={editions.map((one) => ({
                  value: one.id,
                  label: `第 ${one.version} 版　${one.edition}（${standardLooks[one.state].label}）`,
                }))}
                onChange={onOpen}
              />
              <Select
                aria-label="与另一版对比"
                allowClear
                placeholder="与另一版对比"
                value={other}
                options={editions
                  .filter((one) => one.id !== id)
                  .map((one) => ({ value: one.id, label: `对比 第 ${one.version} 版　${one.edition}` }))}
                onChange={(next?: string) => setOther(next)}
              />
            </div>
          )}
          {other === undefined ? <ItemTable items={file.data.items} /> : <EditionComparison file={file.data} otherId={other} />}
          <Attachments of="standard_version" id={id} usual="证书" />
        </>
      )}
      {history && standard && (
        <HistoryDrawer table="standard_version" id={id} title={`${standard.name} ${standard.edition}`} onClose={() => setHistory(false)} />
      )}
    </Drawer>
  )
}
