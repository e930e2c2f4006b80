import { sql } from 'kysely'
import { codeLevels, codeLooks, type CodeState, type qrApi } from '#contract/packing/codes.ts'
import type { CodeScheme } from '#contract/packing/trace-code.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import { csvStream, type Cell } from '#tools/csv.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Actor, Download, Tx } from '#kernel/serve.ts'
import { issueCodes, type CodeSeries } from '#tools/trace-code.ts'
import type { z } from 'zod'
import { readIssuer, seriesOf } from './code-series.ts'
import { labelAddress } from './label-address.ts'
import { linkCode } from './link-code.ts'
import { rangeRowOf } from './queries.ts'
import { readRangeById } from './take-range.ts'

type Span = { first: number; last: number; state: CodeState }
/** `lastCode` is the end of the boxes' own range. */
type Boxed = { first: number; last: number; firstBox: number; packsInBox: number; lastCode: number; scheme: CodeScheme; series: string }

const header = ['序号', '层级', '追溯码', '二维码内容', '箱码', '批号', '状态']

/**
 * A range as a file for label printers and for the relation upload: each code with its QR, the box it lies in and its
 * state. Written as it is read: the codes of ten million labels are never in memory together.
 */
export const downloadCodes =
  (installation: Installation) =>
  async (tx: Tx, _actor: Actor, { id, origin = '' }: z.output<typeof qrApi.download.input>): Promise<Download> => {
    const { masterKey } = installation
    const address = await labelAddress(tx, installation, origin)
    const range = await readRangeById(tx, id)
    const { runNo, batchNo, level } = await rangeRowOf(tx, id)
    const issuer = await readIssuer(tx)
    const { rows: spans } =
      await sql<Span>`select first_index as first, last_index as last, state from code_states(${id}::uuid) order by first_index`.execute(tx)
    const { rows: boxes } =
      await sql<Boxed>`select c.first_pack as first, c.last_pack as last, c.first_box, c.packs_in_box, r.last_index as last_code, r.scheme, r.series from box_content c
      join code_range r on r.enterprise_id = c.enterprise_id and r.id = c.box_range_id
      where c.pack_range_id = ${id}::uuid and c.opened_at is null order by c.first_pack`.execute(tx)
    const series = seriesOf(issuer, range)
    const boxCode = boxSpeller(masterKey, boxes, (box) => seriesOf(issuer, box))
    const stateAt = follow(spans)
    function lineOf(code: string, at: number): Cell[] {
      const span = stateAt(at)
      if (span === undefined) throw new Error(`code ${at} of range ${id} has no state`)
      const link = linkCode(series, code, { origin: address.origin, batchNo })
      return [at - range.firstIndex + 1, codeLevels[level], code, link, boxCode(at), batchNo, codeLooks[span.state].label]
    }
    function* batches(): Generator<Cell[][]> {
      let index = range.firstIndex
      for (const codes of issueCodes(masterKey, series, range.firstIndex, range.lastIndex - range.firstIndex + 1))
        for (let from = 0; from < codes.length; from += linesAtOnce)
          yield codes.slice(from, from + linesAtOnce).map((code) => lineOf(code, index++))
    }
    return {
      fileName: `${address.isDemo ? '演示 ' : ''}追溯码 ${runNo} ${codeLevels[level]}.csv`,
      contentType: 'text/csv; charset=utf-8',
      body: csvStream(header, batches()),
    }
  }

/** The entry that holds an index, asked for indexes that only grow. */
function follow<Entry extends { first: number; last: number }>(entries: readonly Entry[]): (index: number) => Entry | undefined {
  const following = entries.values()
  let entry = following.next().value
  return (index) => {
    while (entry !== undefined && entry.last < index) entry = following.next().value
    return entry !== undefined && entry.first <= index ? entry : undefined
  }
}

/** So many lines are written at once: what is garbage soon stays small. */
const linesAtOnce = 512
/** So many codes of boxes are spelled at once: one by one each costs as much as thirty. */
const boxesAtOnce = 4096

/** The code of the box a pack lies in. Boxes follow each other as their packs do, so those of the next boxes are spelled with it. */
function boxSpeller(masterKey: Uint8Array, boxes: readonly Boxed[], seriesOfBox: (box: Boxed) => CodeSeries): (index: number) => string {
  const contentAt = follow(boxes)
  let spelled: { series: string; from: number; codes: readonly string[] } | undefined
  return (index) => {
    const content = contentAt(index)
    if (content === undefined) return ''
    const { series, lastCode } = content
    const box = content.firstBox + Math.floor((index - content.first) / content.packsInBox)
    if (spelled?.series !== series || box < spelled.from || box >= spelled.from + spelled.codes.length) {
      const count = Math.min(boxesAtOnce, lastCode - box + 1)
      spelled = { series, from: box, codes: [...issueCodes(masterKey, seriesOfBox(content), box, count)].flat() }
    }
    return elementAt(spelled.codes, box - spelled.from)
  }
}
