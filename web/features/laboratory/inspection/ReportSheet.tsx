import { Skeleton } from 'antd'
import { reportApi, type Report } from '#contract/laboratory/report.ts'
import { verdictLooks } from '#contract/laboratory/inspection.ts'
import { useRead } from '#web/lib/call.ts'
import { exactTime, kgUnit } from '#web/lib/format.ts'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { PrintSheet } from '#web/parts/PrintSheet.tsx'
import { SignatureStanding } from '#web/parts/SignatureStanding.tsx'

/** 检验报告书 as the trade prints it, from the report as it was signed. */
export function ReportSheet({ id, onClose }: { id: string; onClose: () => void }) {
  const report = useRead(reportApi.read, { id })
  return (
    <PrintSheet title={report.data ? `检验报告书 ${report.data.reportNo}` : '检验报告书'} namesFirm onClose={onClose}>
      {report.isPending && <Skeleton active />}
      {report.error && <CallFailure error={report.error} onRetry={() => void report.refetch()} />}
      {report.data && <Sheet report={report.data} />}
    </PrintSheet>
  )
}

/** The head of the report: what was tested, whose it is, by which standard. */
function factsOf(sheet: Report['sheet']): readonly (readonly [label: string, value: string])[] {
  const isRaw = sheet.side === 'raw'
  return [
    ['检品名称', sheet.name],
    [isRaw ? '进厂批号' : '生产批号', sheet.lotNo],
    ['规格', sheet.spec],
    ['产地', sheet.origin],
    isRaw ? ['供货单位', sheet.supplier] : ['生产企业', sheet.enterprise],
    isRaw ? ['检验类别', sheet.requestKind] : ['许可证号', sheet.licenceNo],
    ['代表量', `${kgUnit(sheet.quantity)}（${sheet.packageCount} 件）`],
    [isRaw ? '到货日期' : '生产日期', sheet.bornOn],
    ...(sheet.expiresOn === null ? [] : ([['保质期至', sheet.expiresOn]] as const)),
    ['收检日期', sheet.receivedOn],
    ['报告日期', sheet.reportedOn],
    ['检验依据', sheet.basis],
  ]
}

function Sheet({ report: { reportNo, version, sheet, signatures, state, replaces, replacedBy } }: { report: Report }) {
  return (
    <article className="report-sheet">
      <p className="report-firm">{sheet.enterprise}</p>
      <h1>检验报告书</h1>
      <p className="report-no">
        报告编号：{reportNo}
        {replaces !== null && `（第${version}版，替代 ${replaces}）`}
        {state === 'superseded' && `（已作废，由 ${replacedBy ?? '新版'} 取代）`}
      </p>
      <table className="report-facts">
        <tbody>
          {pairs(factsOf(sheet)).map((pair) => (
            <tr key={pair.map(([label]) => label).join()}>
              {pair.map(([label, value]) => [
                <th key={label} scope="row">
                  {label}
                </th>,
                <td key={`${label}=`} colSpan={pair.length === 1 ? 3 : 1}>
                  {value || '—'}
                </td>,
              ])}
            </tr>
          ))}
        </tbody>
      </table>
      <table>
        <thead>
          <tr>
            <th scope="col">检验项目</th>
            <th scope="col">标准规定</th>
            <th scope="col">检验结果</th>
            <th scope="col">单项结论</th>
          </tr>
        </thead>
        <tbody>
          {sheet.items.map((item) => (
            <tr key={item.group + item.name}>
              <td>
                {item.group !== item.name && `【${item.group}】`}
                {item.name}
              </td>
              <td>{item.specText}</td>
              <td>
                {item.result}
                {item.source && <small>（{item.source}）</small>}
              </td>
              <td>{verdictLooks[item.verdict].label}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p className="report-end">
        <strong>结论：</strong>
        {sheet.conclusion}。
      </p>
      <ul className="report-signed">
        <li>检验人：{sheet.analysts.join('、')}</li>
        <li>复核人：{sheet.reviewer}</li>
        <li>批准人：{sheet.approver}</li>
      </ul>
      <ul className="report-signatures">
        {signatures.map((signature) => (
          <li key={signature.meaning + signature.signedAt}>
            电子签名：{signature.meaning}　{signature.signerName}　{exactTime(signature.signedAt)}
            <SignatureStanding holds={signature.holds} supersededBy={signature.supersededBy} />
          </li>
        ))}
      </ul>
    </article>
  )
}

/** Two facts to a line, as the printed form has them. */
const pairs = <Fact,>(facts: readonly Fact[]): Fact[][] =>
  Array.from({ length: Math.ceil(facts.length / 2) }, (_, index) => facts.slice(index * 2, index * 2 + 2))
