import type { z } from 'zod'
import type { qrApi } from '#contract/packing/codes.ts'
import { PrintSheet } from '#web/parts/PrintSheet.tsx'
import type { LabelSize } from './draw-label.ts'
import { LabelImage } from './LabelImage.ts'

/** The labels as they come out of the printer, one to a page. */
export function LabelSheet({
  sheet,
  size,
  title,
  onClose,
}: {
  sheet: z.output<typeof qrApi.print.output>
  size: LabelSize
  title: string
  onClose: () => void
}) {
  return (
    <PrintSheet title={title} size={size === '60×40' ? '60mm 40mm' : '100mm 70mm'} onClose={onClose}>
      <div className="trace-labels">
        {sheet.labels.map((label) => (
          <article key={label.serial} className="trace-label" aria-label={`第${label.serial}张 ${label.code}`}>
            <LabelImage size={size} level={sheet.level} text={sheet.text} label={label} isDemo={sheet.isDemo} />
          </article>
        ))}
      </div>
    </PrintSheet>
  )
}
