import type { z } from 'zod'
import type { LabelText } from '#contract/packing/label.ts'
import type { CodeLevel, PrintedLabel, qrApi } from '#contract/packing/codes.ts'
import { inGroups } from '#contract/packing/trace-code.ts'
import { PrintSheet } from '#web/parts/PrintSheet.tsx'
import { QrImage } from '#web/parts/QrImage.tsx'

/** The labels as they come out of the printer, 60 × 40 mm each. */
export function LabelSheet({ sheet, title, onClose }: { sheet: z.output<typeof qrApi.print.output>; title: string; onClose: () => void }) {
  return (
    <PrintSheet title={title} size="60mm 40mm" onClose={onClose}>
      <div className="trace-labels">
        {sheet.labels.map((label) => (
          <Label key={label.serial} level={sheet.level} text={sheet.text} label={label} />
        ))}
      </div>
    </PrintSheet>
  )
}

/** 内标签 of a pack, or 外标签 of a box, with everything 《中药饮片标签管理规定》 asks for. */
function Label({ level, text, label }: { level: CodeLevel; text: LabelText; label: PrintedLabel }) {
  return (
    <article className="trace-label" aria-label={`第${label.serial}张 ${label.code}`}>
      <header>
        <span className="attribute">{text.attribute}</span>
        <strong>{text.name}</strong>
        {text.mark && <span className="mark">{text.mark}</span>}
        {level === 'box' && <span className="attribute">箱</span>}
      </header>
      <div className="trace-label-body">
        <dl>
          <dt>规格</dt>
          <dd>{text.spec}</dd>
          <dt>装量</dt>
          <dd>{level === 'pack' ? text.net : boxContent(text, label)}</dd>
          <dt>产地</dt>
          <dd>{text.origin}</dd>
          <dt>批号</dt>
          <dd>{batches(text, label)}</dd>
          <dt>生产日期</dt>
          <dd>{text.producedOn}</dd>
          <dt>保质期至</dt>
          <dd>{text.expiresOn}</dd>
          {text.auxiliary && (
            <>
              <dt>辅料</dt>
              <dd>{text.auxiliary}</dd>
            </>
          )}
        </dl>
        <div className="trace-label-code">
          <QrImage text={label.link} label={`追溯码 ${label.code}`} size="17mm" />
          <code>
            {inGroups(label.code)
              .split(' ')
              .map((group) => (
                <span key={group}>{group}</span>
              ))}
          </code>
        </div>
      </div>
      <footer>
        <div>执行标准 {text.standard}</div>
        <div>贮藏 {text.storage}</div>
        <div>
          {text.manufacturer}　{text.licenceNo}
        </div>
        <div>
          {text.address}　{text.phone}
        </div>
      </footer>
    </article>
  )
}

/** How much a box holds: what is in it once it is packed, else a full box. */
function boxContent(text: LabelText, { contents }: PrintedLabel) {
  const packs = contents.length === 0 ? text.packsPerBox : contents.reduce((sum, inside) => sum + inside.packs, 0)
  return `${text.net} × ${packs} ${text.packUnit}`
}

/** The batch of a label. A box with two batches names both, with how much of each (GMP 第二百九十六条). */
const batches = (text: LabelText, { contents }: PrintedLabel) =>
  contents.length < 2 ? text.batchNo : contents.map(({ batchNo, packs }) => `${batchNo} × ${packs}`).join('，')
