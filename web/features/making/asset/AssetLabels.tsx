import { assetKinds, type AssetRow } from '#contract/making/asset.ts'
import { PrintSheet } from '#web/parts/PrintSheet.tsx'
import { QrImage } from '#web/parts/QrImage.tsx'
import './asset.css'

/** Labels, 60 × 40 mm; the QR holds the number, so that a scanner types it. */
export function AssetLabels({ assets, onClose }: { assets: readonly AssetRow[]; onClose: () => void }) {
  return (
    <PrintSheet title="设施设备标签" size="60mm 40mm" onClose={onClose}>
      {assets.map((asset) => (
        <article key={asset.id} className="asset-label" aria-label={`${asset.number} 标签`}>
          <div>
            <strong>{asset.number}</strong>
            <span>{asset.name}</span>
            <span>
              {assetKinds[asset.kind]}　{asset.place}
            </span>
            {asset.isToxic && <strong>毒性饮片专用</strong>}
          </div>
          <QrImage text={asset.number} label={`编号 ${asset.number}`} size="22mm" />
        </article>
      ))}
    </PrintSheet>
  )
}
