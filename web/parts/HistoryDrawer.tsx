import { Drawer, Skeleton } from 'antd'
import { fieldNames } from '#contract/office/field-names.ts'
import { historyValue } from '#contract/office/field-words.ts'
import { historyApi, type HistoryEntry, type HistoryTable } from '#contract/office/history.ts'
import { useRead } from '#web/lib/call.ts'
import { exactTime } from '#web/lib/format.ts'
import { CallFailure } from './CallFailure.tsx'
import { SignatureStanding } from './SignatureStanding.tsx'

const operations = { INSERT: '新建', UPDATE: '修改', DELETE: '删除' } as const

/** Of which kind of record a correction or change is, where the entry is about one. */
const recordOf = ({ changes }: HistoryEntry) => changes.find(({ field }) => field === 'record')?.after ?? undefined

/** What happened to one record: its signatures, then every change with who, when, before, after and why. */
export function HistoryDrawer({
  table,
  id,
  title,
  onClose,
}: {
  table: HistoryTable
  id: string
  /** What the record is called: its number. */
  title: string
  onClose: () => void
}) {
  const history = useRead(historyApi.read, { table, id })
  return (
    <Drawer open size={680} title={`${title} 的历史`} onClose={onClose}>
      {history.isPending && <Skeleton active />}
      {history.error && <CallFailure error={history.error} onRetry={() => void history.refetch()} />}
      {history.data && (
        // Focusable, so that a keyboard can scroll a history without any control in it.
        <div role="region" aria-label="历史" tabIndex={0}>
          <h2 className="drawer-heading">电子签名</h2>
          {history.data.signatures.length === 0 && <p className="quiet">还没有签名</p>}
          <ol className="history">
            {history.data.signatures.map((signature) => (
              <li key={signature.signedAt + signature.meaning}>
                <div>
                  <strong>{signature.meaning}</strong>　{signature.signerName}
                  {'　'}
                  <time dateTime={signature.signedAt}>{exactTime(signature.signedAt)}</time>
                </div>
                {signature.comment && <p>{signature.comment}</p>}
                <SignatureStanding holds={signature.holds} supersededBy={signature.supersededBy} />
              </li>
            ))}
          </ol>
          <h2 className="drawer-heading">修改记录</h2>
          {history.data.entries.length === 0 && <p className="quiet">没有修改记录</p>}
          <ol className="history">
            {history.data.entries.map((entry, index) => (
              // Two changes of one transaction share time and request.
              <li key={`${entry.request}:${index}`}>
                <div>
                  <strong>{operations[entry.operation]}</strong>　{entry.by}　<time dateTime={entry.at}>{exactTime(entry.at)}</time>
                </div>
                {entry.reason && <p>原因：{entry.reason}</p>}
                {entry.changes.length === 0 ? (
                  <p className="quiet">只改动了不显示的内容</p>
                ) : (
                  <table className="changes">
                    <thead>
                      <tr>
                        <th scope="col">内容</th>
                        <th scope="col">修改前</th>
                        <th scope="col">修改后</th>
                      </tr>
                    </thead>
                    <tbody>
                      {entry.changes.map((change) => (
                        <tr key={change.field}>
                          <th scope="row">{fieldNames[change.field] ?? '其它'}</th>
                          <td>{historyValue(change.before, { table, field: change.field, record: recordOf(entry), time: exactTime })}</td>
                          <td>{historyValue(change.after, { table, field: change.field, record: recordOf(entry), time: exactTime })}</td>
                        </tr>
                      ))}
                    </tbody>
                  </table>
                )}
              </li>
            ))}
          </ol>
        </div>
      )}
    </Drawer>
  )
}
