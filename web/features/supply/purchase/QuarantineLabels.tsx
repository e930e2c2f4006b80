import { Fragment } from 'react'
import type { ReceiptDetail, ReceiptLot } from '#contract/supply/receipt.ts'
import { abnormalPackages } from '#contract/supply/purchase.ts'
import { amount, day } from '#web/lib/format.ts'
import { PrintSheet } from '#web/parts/PrintSheet.tsx'
import { QrImage } from '#web/parts/QrImage.tsx'
import './purchase.css'

/** 待验标签, 60 × 40 mm, one for each package of a receipt; the QR holds the lot number, so that a scanner types it. */
export function QuarantineLabels({ receipt, supplier, onClose }: { receipt: ReceiptDetail; supplier: string; onClose: () => void }) {
  return (
    <PrintSheet title={`${receipt.receiptNo} 待验标签`} size="60mm 40mm" onClose={onClose}>
      <div className="labels">
        {receipt.lots.map((lot) => (
          <Fragment key={lot.lotId}>
            {Array.from({ length: lot.packageCount }, (_, index) => (
              <Label key={index} lot={lot} number={index + 1} supplier={supplier} arrivedAt={receipt.arrivedAt} />
            ))}
          </Fragment>
        ))}
      </div>
    </PrintSheet>
  )
}

function Label({ lot, number, supplier, arrivedAt }: { lot: ReceiptLot; number: number; supplier: string; arrivedAt: string }) {
  return (
    <article className="quarantine-label" aria-label={`${lot.lotNo} 第${number}件`}>
      <header>
        <strong>待验</strong>
        <span>
          {lot.name}
          {lot.abnormal && `（${abnormalPackages[lot.abnormal]}）`}
        </span>
      </header>
      <div>
        <dl>
          <dt>批号</dt>
          <dd>{lot.lotNo}</dd>
          <dt>件号</dt>
          <dd>
            {number} / {lot.packageCount}
          </dd>
          <dt>批量</dt>
          <dd>{amount(lot.net, lot.unit)}</dd>
          <dt>产地</dt>
          <dd>{lot.originText || '—'}</dd>
          <dt>供应商</dt>
          <dd>{supplier}</dd>
          <dt>到货</dt>
          <dd>{day(arrivedAt)}</dd>
        </dl>
        <QrImage text={lot.lotNo} label={`批号 ${lot.lotNo}`} size="18mm" />
      </div>
    </article>
  )
}
