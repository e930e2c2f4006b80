import { historyApi } from '#contract/office/history.ts'
import { processLooks, type ProcessDetail } from '#contract/making/process-version.ts'
import { useSession } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { exactTime } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { PrintSheet } from '#web/parts/PrintSheet.tsx'
import { ProcessText } from './ProcessText.tsx'

/** 工艺规程 on paper (A4), with the signatures that hold. Any version but the one in effect says so at the top. */
export function ProcessSheet({ version, onClose }: { version: ProcessDetail; onClose: () => void }) {
  const history = useRead(historyApi.read, { table: 'process_version', id: version.id })
  const { enterprise } = useSession()
  const holding = history.data?.signatures.filter((signature) => signature.holds) ?? []
  return (
    <PrintSheet title={`工艺规程 ${version.code}`} namesFirm onClose={onClose}>
      <p className="report-firm">{enterprise.name}</p>
      <h1>{version.productName}工艺规程</h1>
      {version.state !== 'effective' && <p className="report-firm">（{processLooks[version.state].label}，不得用于生产）</p>}
      <table>
        <tbody>
          <tr>
            <th scope="row">文件编号</th>
            <td>{version.code}</td>
            <th scope="row">版次</th>
            <td>第{version.version}版</td>
            <th scope="row">生效日期</th>
            <td>{version.effectiveFrom ?? '—'}</td>
          </tr>
        </tbody>
      </table>
      <ProcessText version={version} />
      {history.error && <CallFailure error={history.error} onRetry={() => void history.refetch()} />}
      {version.isInitial ? (
        <p>初始化导入，没有在本系统签名。</p>
      ) : (
        <div className="process-signers">
          {['编制', '审核', '批准'].map((meaning) => {
            const signature = holding.findLast((one) => one.meaning === meaning)
            return (
              <div key={meaning}>
                {meaning}：{signature ? `${signature.signerName}（电子签名 ${exactTime(signature.signedAt)}）` : '—'}
              </div>
            )
          })}
        </div>
      )}
    </PrintSheet>
  )
}
