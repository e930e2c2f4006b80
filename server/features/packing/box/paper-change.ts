import { sql } from 'kysely'
import { dateTime } from '#contract/kernel/shown-value.ts'
import { boxChangeKinds, type BoxChange } from '#contract/packing/box.ts'
import { inGroups } from '#contract/packing/trace-code.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Block } from '#tools/paper.ts'
import { boxChangeOf } from './queries.ts'

const titles = { open: '拆箱记录', refill: '补装记录', merge: '合箱记录' } as const

/** 装箱变更单: what was done to a box, which packs it holds since, by whom and why. With two batches it is the 合箱记录 of I14. */
export const boxChangePaper: PaperSource = {
  async read(tx, _actor, id) {
    const change = await boxChangeOf(tx, id)
    return {
      title: titles[change.kind],
      documentNo: change.changeNo,
      marks: [],
      page: '/yinpian-kucun',
      q: change.changeNo,
      blocks: [
        { is: 'facts', rows: factsOf(change) },
        { is: 'heading', text: change.after.length === 0 ? '箱内已空，箱码作废' : '变更后箱内' },
        ...(change.after.length === 0 ? [] : [contentBlock(change)]),
        { is: 'heading', text: change.kind === 'open' ? '取出的标签序号' : '装入的标签序号' },
        await serialBlock(tx, id),
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'box_change', ids: [id] }])),
      ],
    }
  },
}

const factsOf = (change: BoxChange): (readonly [string, string])[] => [
  ['事项', change.isNewBox ? `${boxChangeKinds[change.kind]}（换新箱，换发箱签）` : boxChangeKinds[change.kind]],
  ['箱码', inGroups(change.boxCode)],
  ['品名', change.productName],
  ['包装规格', `${change.specName}，每箱 ${change.packsPerBox} ${change.packUnit}`],
  ['地点', change.orderNo === null ? (change.bin ?? '—') : `包装线，包装单 ${change.orderNo}`],
  ['原因', change.reason],
  ['操作', change.changedBy.name],
  ['复核', change.checkedBy?.name ?? '—'],
  ['时间', dateTime(change.changedAt)],
]

/** Batch by batch: what lies in the box, and how much of it was moved. */
function contentBlock({ after, moved, packUnit, kind }: BoxChange): Block {
  return {
    is: 'table',
    columns: [
      { title: '成品批号', share: 30 },
      { title: '产品批号', share: 30 },
      { title: `箱内 (${packUnit})`, share: 20, align: 'right' },
      { title: `其中本次装入 (${packUnit})`, share: 20, align: 'right' },
    ],
    rows: after.map(({ lotNo, batchNo, packs }) => [
      lotNo,
      batchNo,
      String(packs),
      kind === 'open' ? '—' : String(moved.find((one) => one.lotNo === lotNo)?.packs ?? 0),
    ]),
  }
}

/** The moved packs by the serials of their labels, as lists and labels' sheets number them. */
async function serialBlock(tx: Tx, id: string): Promise<Block> {
  const { rows } = await sql<{ lotNo: string; runNo: string; first: number; last: number }>`
    select l.lot_no, run.run_no, p.first_index - r.first_index + 1 as first, p.last_index - r.first_index + 1 as last
    from box_change_pack p join lot l on l.enterprise_id = p.enterprise_id and l.id = p.lot_id
      join code_range r on r.enterprise_id = p.enterprise_id and r.id = p.range_id
      join label_run run on run.enterprise_id = p.enterprise_id and run.pack_range_id = p.range_id
    where p.change_id = ${id}::uuid and p.way <> 'stays' order by l.lot_no, run.run_no, 3`.execute(tx)
  return {
    is: 'table',
    columns: [
      { title: '成品批号', share: 30 },
      { title: '标签领用单', share: 30 },
      { title: '序号', share: 25 },
      { title: '数量', share: 15, align: 'right' },
    ],
    rows: rows.map(({ lotNo, runNo, first, last }) => [
      lotNo,
      runNo,
      first === last ? String(first) : `${first}–${last}`,
      String(last - first + 1),
    ]),
  }
}
