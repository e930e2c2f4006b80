import { Button, Drawer, Skeleton } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { bornQuantity, lotStates } from '#contract/warehouse/lot.ts'
import { primaryProcessings, sourceKinds } from '#contract/supply/origin.ts'
import { abnormalPackages, lotDoubts, purchaseCategories, sulfurAnswers } from '#contract/supply/purchase.ts'
import { stockApi, type RawStockDetail } from '#contract/warehouse/stock.ts'
import { isCounted } from '#contract/warehouse/unit.ts'
import { useRead } from '#web/lib/call.ts'
import { mostRetestNotice } from '#contract/warehouse/shelf-life.ts'
import { useDictionary } from '#web/lib/dictionary.ts'
import { amount, dateTime, decimal, kgUnit } from '#web/lib/format.ts'
import { Attachments } from '#web/parts/Attachments.tsx'
import { CallFailure } from '#web/parts/CallFailure.tsx'
import { Facts } from '#web/parts/Facts.tsx'
import { HistoryDrawer } from '#web/parts/HistoryDrawer.tsx'
import { PaperButton } from '#web/parts/PaperView.tsx'
import { StateTag } from '#web/parts/StateTag.tsx'
import { Acceptances } from './Acceptances.tsx'
import { LotStanding } from './LotStanding.tsx'
import { LotStockSections } from './LotStockSections.tsx'
import { RetestNote } from './RetestNote.tsx'

/** 货位卡: one bought lot, where it came from, where it is, what was done to it. */
export function RawLotDrawer({ id, onClose }: { id: string; onClose: () => void }) {
  const lot = useRead(stockApi.read, { id })
  const [history, setHistory] = useState(false)
  const isToRetest =
    lot.data !== undefined &&
    !isCounted(lot.data.unit) &&
    (lot.data.state === 'retest_due' || (lot.data.state === 'released' && (lot.data.daysToRetest ?? Infinity) <= mostRetestNotice))
  // What is released and held by nothing has its 合格证, from page 13.
  const isToLabel = lot.data !== undefined && exact(lot.data.onHand).greaterThan(0) && (lot.data.state !== 'released' || lot.data.holds > 0)
  return (
    <Drawer
      open
      size={960}
      title={lot.data ? `货位卡 ${lot.data.name} ${lot.data.lotNo}` : '货位卡'}
      onClose={onClose}
      extra={
        <span className="page-tools">
          <PaperButton
            papers={[
              { kind: 'bin_card', id },
              ...(isToLabel ? [{ kind: 'package_label', id } as const] : []),
              ...(isToRetest ? [{ kind: 'retest_notice', id } as const] : []),
            ]}
          />
          <Button onClick={() => setHistory(true)}>历史</Button>
        </span>
      }
    >
      {lot.isPending && <Skeleton active />}
      {lot.error && <CallFailure error={lot.error} onRetry={() => void lot.refetch()} />}
      {lot.data && (
        <>
          {/* Who tested, bought and received it the server knows: it refuses those persons. */}
          <LotStanding side="raw" lot={{ ...lot.data, analystIds: [], buyerId: null, receiverIds: [] }} />
          <LotFacts lot={lot.data} />
          {isCounted(lot.data.unit) && <Acceptances lotId={id} />}
          <LotStockSections side="raw" lot={lot.data} />
          <Attachments of="lot" id={id} usual={isCounted(lot.data.unit) ? '证书' : '药材检验报告'} />
          {history && <HistoryDrawer table="lot" id={id} title={lot.data.lotNo} onClose={() => setHistory(false)} />}
        </>
      )}
    </Drawer>
  )
}

const label = (labels: Record<string, string>, code: string) => labels[code] ?? code

function LotFacts({ lot }: { lot: RawStockDetail }) {
  const packages = useDictionary('package_type')
  const defects = useDictionary('defect_type')
  const crude = lot.category === 'crude_drug'
  return (
    <Facts
      rows={[
        [
          '状态',
          <span key="state" className="tags">
            <StateTag of={lotStates[lot.kind]} state={lot.state} />
            {lot.holds > 0 && <span className="tag tag-bad">冻结 {lot.holds} 项</span>}
            {lot.isToxic && <span className="tag tag-bad">毒性</span>}
          </span>,
        ],
        [bornQuantity[lot.kind], amount(lot.quantity, lot.unit)],
        ['在库 / 预留 / 可用', [lot.onHand, lot.reserved, lot.available].map((quantity) => amount(quantity, lot.unit)).join(' / ')],
        ['复验期', <RetestNote key="retest" on={lot.retestOn} days={lot.daysToRetest} />],
        ['贮藏', lot.storage],
        ['类别', purchaseCategories[lot.category]],
        ['供应商 / 批号', `${lot.supplierName} / ${lot.supplierLotNo}`],
        ...(crude
          ? ([
              ['产地', `${lot.originText}${lot.village}${lot.countyCode === '' ? '' : `（${lot.countyCode}）`}`],
              ['采收', `${lot.harvestFrom} 至 ${lot.harvestTo}${lot.growthYears === null ? '' : `，生长${decimal(lot.growthYears, 0)}年`}`],
              ['基原 / 部位', `${lot.species} / ${lot.medicinalPart}`],
              ['来源类型', label(sourceKinds, lot.sourceKind)],
              ['产地加工', lot.primaryProcessing.map((code) => label(primaryProcessings, code)).join('、')],
              ['趁鲜切制 / 硫熏', `${lot.isFreshCut ? `是（${lot.freshCutBasis}）` : '否'} / ${label(sulfurAnswers, lot.sulfur)}`],
              ...(lot.sourceKind === 'imported'
                ? ([['进口批件号 / 通关单号', `${lot.importApprovalNo} / ${lot.customsNo}`]] as const)
                : []),
            ] as const)
          : ([['生产日期 / 有效期至', `${lot.madeOn ?? '—'} / ${lot.expiresOn ?? '—'}`]] as const)),
        ['规格等级', lot.grade],
        ['包装', `${lot.packageCount} 件 ${packages.labelOf(lot.packageKind)}`],
        isCounted(lot.unit)
          ? ['单据 / 实收', `${amount(lot.noteQuantity, lot.unit)} / ${amount(lot.net, lot.unit)}`]
          : ['单据 / 毛 / 皮 / 净重', [lot.noteQuantity, lot.gross, lot.tare, lot.net].map(kgUnit).join(' / ')],
        ...(lot.netReason === '' ? [] : ([['净重不等于毛重减皮重', lot.netReason]] as const)),
        ['包装完好 / 标签齐全', `${lot.packageIntact ? '是' : '否'} / ${lot.labelComplete ? '是' : '否'}`],
        ['外观异常', lot.defects.map(defects.labelOf).join('、') || '无'],
        ...(lot.abnormal ? ([['异常包装', abnormalPackages[lot.abnormal]]] as const) : []),
        ['异常说明', lot.exceptionNote],
        ...(lot.doubts.length > 0
          ? ([['存疑', `${lot.doubts.map((doubt) => lotDoubts[doubt]).join('；')}：${lot.doubtReason}`]] as const)
          : []),
        ['单据品名', lot.nameOnNote],
        ['上游追溯码', lot.upstreamTraceCode],
        ['到货', `${dateTime(lot.arrivedAt)}，收货 ${lot.receivedBy}，复核 ${lot.checkedBy}`],
        [
          '验收单 / 采购单',
          <Link key="order" to={`/yuanliao-caigou?q=${lot.orderNo}`}>
            {lot.receiptNo} / {lot.orderNo}
          </Link>,
        ],
        [
          '追溯',
          <Link key="trace" to={`/suyuan-lvli?q=${lot.lotNo}`}>
            查看履历
          </Link>,
        ],
      ]}
    />
  )
}
