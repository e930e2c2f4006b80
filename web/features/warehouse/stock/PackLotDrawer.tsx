import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { packLotApi, type PackLotDetail } from '#contract/release/pack-lot.ts'
import { bornQuantity, lotStates } from '#contract/warehouse/lot.ts'
import { CodeCounts } from '#web/features/packing/codes/CodeCounts.tsx'
import { useHolds } from '#web/lib/actor.ts'
import { useRead } from '#web/lib/call.ts'
import { dateTime, kgUnit } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton, PaperView } from '#web/parts/PaperView.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { ExpiryNote } from './ExpiryNote.tsx'
import { LotStanding } from './LotStanding.tsx'
import { LotStockSections } from './LotStockSections.tsx'
import { ReleaseChecklist } from '#web/features/release/pack/ReleaseChecklist.tsx'

/** 货位卡 of a pack lot: label, codes, release, where it lies, what was done to it. */
export function PackLotDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const file = useRead(packLotApi.read, { id })
  const [open, setOpen] = useState<'history' | 'report'>()
  const canRepack = useHolds('18:create')
  const navigate = useNavigate()
  const lot = file.data
  return (
    <Drawer
      open
      size={960}
      title={lot ? `货位卡 ${lot.name} ${lot.lotNo}` : '货位卡'}
      onClose={onClose}
      extra={
        lot && (
          <span className="page-tools">
            <PaperButton papers={[{ kind: 'bin_card', id }, ...(lot.releases.length > 0 ? [{ kind: 'pack_release', id } as const] : [])]} />
            {canRepack && lot.state === 'released' && lot.packsOnHand > 0 && (
              <Button onClick={() => void navigate(`/yinpian-baozhuang?view=repack&lot=${id}`)}>换包装</Button>
            )}
            <Button onClick={() => setOpen('history')}>历史</Button>
          </span>
        )
      }
    >
      {file.isPending && <Skeleton active />}
      {file.error && <CallFailure error={file.error} onRetry={() => void file.refetch()} />}
      {lot && (
        <>
          <LotStanding side="pack" lot={{ ...lot, buyerId: null, receiverIds: [] }} />
          <LotFacts lot={lot} onReport={() => setOpen('report')} />
          <Releases lot={lot} />
          <LotStockSections side="pack" lot={lot} />
          <Attachments of="lot" id={id} usual="饮片检验报告" />
          {open === 'history' && <HistoryDrawer table="lot" id={id} title={lot.lotNo} onClose={() => setOpen(undefined)} />}
          {open === 'report' && lot.reportId && <PaperView kind="report" id={lot.reportId} onClose={() => setOpen(undefined)} />}
        </>
      )}
    </Drawer>
  )
}

function LotFacts({ lot, onReport }: { lot: PackLotDetail; onReport: () => void }) {
  const canPack = useHolds('18')
  const canTrace = useHolds('22')
  return (
    <Facts
      rows={[
        [
          '状态',
          <span key="state" className="tags">
            <StateTag of={lotStates.pack} state={lot.state} />
            {lot.holds > 0 && <span className="tag tag-bad">冻结 {lot.holds} 项</span>}
            {lot.isToxic && <span className="tag tag-bad">毒性</span>}
          </span>,
        ],
        ['包装规格', lot.specName],
        [bornQuantity.pack, `${lot.packs} ${lot.packUnit}，${lot.boxes} 箱，${kgUnit(lot.quantity)}`],
        ['在库 / 可用', `${lot.packsOnHand} ${lot.packUnit}（${kgUnit(lot.onHand)}） / ${kgUnit(lot.available)}`],
        ['保质期至', <ExpiryNote key="expiry" on={lot.expiresOn} days={lot.daysLeft} />],
        ['生产批号 / 生产日期', `${lot.batchNo} / ${lot.bornOn}`],
        ['产地', lot.label.origin],
        ['执行标准 / 贮藏', `${lot.label.standard} / ${lot.label.storage}`],
        [
          '检验报告',
          lot.reportId && (
            <Button key="report" type="link" className="text-action" onClick={onReport}>
              {lot.reportNo}
            </Button>
          ),
        ],
        ...(lot.repackOf === null
          ? []
          : [
              [
                '换包装自',
                <Link key="opened" to={`/yinpian-kucun?lot=${lot.repackOf.lotId}`}>
                  {lot.repackOf.lotNo}
                </Link>,
              ] as const,
            ]),
        [
          '包装单号',
          canPack ? (
            <Link key="order" to={`/yinpian-baozhuang?view=${lot.packagingOrderId}`}>
              {lot.orderNo}
            </Link>
          ) : (
            lot.orderNo
          ),
        ],
        ['追溯码', <CodeCounts key="codes" counts={lot.counts} />],
        ...(canTrace
          ? [
              [
                '追溯',
                <Link key="trace" to={`/suyuan-lvli?lot=${lot.id}`}>
                  查看履历
                </Link>,
              ] as const,
            ]
          : []),
      ]}
    />
  )
}

/** The decisions about the lot; before the first one, the checklist as it is now. */
function Releases({ lot }: { lot: PackLotDetail }) {
  const [shown, setShown] = useState<string>()
  return (
    <>
      <h2 className="drawer-heading">放行审核</h2>
      {lot.releases.length === 0 && <ReleaseChecklist lines={lot.checklist} />}
      <ol className="history">
        {lot.releases.map((release) => (
          <li key={release.id}>
            <div>
              <span className={`tag ${release.decision === 'release' ? 'tag-good' : 'tag-bad'}`}>
                {release.decision === 'release' ? '放行' : '不放行'}
              </span>{' '}
              {release.releaseNo}　{release.decidedByName}　<time dateTime={release.decidedAt}>{dateTime(release.decidedAt)}</time>
              {'　'}
              <Button type="link" className="text-action" onClick={() => setShown(release.id)}>
                签名与历史
              </Button>
            </div>
            {release.reason && <p>原因：{release.reason}</p>}
            <ReleaseChecklist lines={release.checklist} />
            {shown === release.id && (
              <HistoryDrawer table="pack_release" id={release.id} title={release.releaseNo} onClose={() => setShown(undefined)} />
            )}
          </li>
        ))}
      </ol>
    </>
  )
}
