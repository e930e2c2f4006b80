import { Button, Drawer, Select, Skeleton } from 'antd'
import { useState } from 'react'
import { differencesOf } from '#contract/making/process-difference.ts'
import { historyApi } from '#contract/office/history.ts'
import { processApi, processLooks, type ProcessDetail } from '#contract/making/process-version.ts'
import { ChangeButton } from '#web/features/cases/change/ChangeButton.tsx'
import { useRead } from '#web/lib/call.ts'
import { dateTime, exactTime } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { DifferenceTable } from './DifferenceTable.tsx'
import { ProcessSheet } from './ProcessSheet.tsx'
import { ProcessText } from './ProcessText.tsx'

/** One version, whole: its text, who signed it, and how it differs from another. */
export function ProcessDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const read = useRead(processApi.read, { id })
  const [shown, setShown] = useState<'history' | 'sheet'>()
  const version = read.data
  return (
    <Drawer
      open
      size={860}
      title={version ? `工艺规程 ${version.code}` : '工艺规程'}
      onClose={onClose}
      extra={
        version && (
          <div className="drawer-foot">
            <ChangeButton record="process" id={version.productId} />
            <Button onClick={() => setShown('sheet')}>打印</Button>
            <Button onClick={() => setShown('history')}>历史</Button>
          </div>
        )
      }
    >
      {read.isPending && <Skeleton active />}
      {read.error && <CallFailure error={read.error} onRetry={() => void read.refetch()} />}
      {version && (
        <>
          <VersionFacts version={version} />
          <Signatures version={version} />
          <ProcessText version={version} />
          <Comparison key={version.id} version={version} />
          <Attachments of="process_version" id={id} />
        </>
      )}
      {shown === 'history' && version && (
        <HistoryDrawer table="process_version" id={id} title={version.code} onClose={() => setShown(undefined)} />
      )}
      {shown === 'sheet' && version && <ProcessSheet version={version} onClose={() => setShown(undefined)} />}
    </Drawer>
  )
}

function VersionFacts({ version }: { version: ProcessDetail }) {
  return (
    <Facts
      rows={[
        ['状态', <StateTag key="state" of={processLooks} state={version.state} />],
        ['产品', `${version.productCode} ${version.productName} ${version.cutSpec}`],
        ['版次', `第${version.version}版，共 ${version.versions.length} 版`],
        ['生效', version.effectiveFrom && `${version.effectiveFrom} 起${version.effectiveTo ? `，至 ${version.effectiveTo} 止` : ''}`],
        ['在产指令', version.openOrders === 0 ? '没有' : `${version.openOrders} 份，按此版执行到底`],
        ...(version.returnReason ? [['退回原因', version.returnReason] as const] : []),
        ...(version.voidedAt
          ? [['废止', `${version.voidedBy?.name ?? ''} ${dateTime(version.voidedAt)}：${version.voidReason}`] as const]
          : []),
      ]}
    />
  )
}

function Signatures({ version }: { version: ProcessDetail }) {
  const history = useRead(historyApi.read, { table: 'process_version', id: version.id })
  if (version.isInitial) return <p className="quiet">初始化导入：此版随系统初始数据建立，没有在本系统签名。</p>
  if (history.error) return <CallFailure error={history.error} onRetry={() => void history.refetch()} />
  if (history.data === undefined) return <Skeleton active title={false} />
  const { signatures } = history.data
  if (signatures.length === 0) return <p className="quiet">还没有签名；编制人提交审核时签名。</p>
  return (
    <>
      <h2 className="drawer-heading">电子签名</h2>
      <ol className="history">
        {signatures.map((signature) => (
          <li key={signature.meaning + signature.signedAt}>
            <strong>{signature.meaning}</strong> {signature.signerName}{' '}
            <time dateTime={signature.signedAt}>{exactTime(signature.signedAt)}</time>
            {signature.comment && <p>{signature.comment}</p>}
            {!signature.holds && <p className="broken">已失效：签名后被退回或修改</p>}
          </li>
        ))}
      </ol>
    </>
  )
}

/** Compares this version with another of the same product; the one before it unless chosen otherwise. */
function Comparison({ version }: { version: ProcessDetail }) {
  const others = version.versions.filter((one) => one.id !== version.id)
  const [chosen, setChosen] = useState(() => (others.find((one) => one.version < version.version) ?? others[0])?.id)
  const other = useRead(processApi.read, chosen === undefined ? null : { id: chosen })
  if (others.length === 0) return null
  const older = other.data && other.data.version < version.version
  const [before, after] = other.data === undefined ? [] : older ? [other.data, version] : [version, other.data]
  return (
    <>
      <h2 className="drawer-heading">版次比较</h2>
      <div className="difference-choice">
        <span id="compare-with">与哪一版比较</span>
        <Select
          aria-labelledby="compare-with"
          style={{ minWidth: 160 }}
          value={chosen}
          options={others.map((one) => ({ value: one.id, label: `第${one.version}版 ${processLooks[one.state].label}` }))}
          onChange={setChosen}
        />
      </div>
      {other.error && <CallFailure error={other.error} onRetry={() => void other.refetch()} />}
      {other.isPending && <Skeleton active />}
      {before && after && (
        <DifferenceTable
          before={`第${before.version}版`}
          after={`第${after.version}版`}
          differences={differencesOf(before.content, after.content)}
        />
      )}
    </>
  )
}
