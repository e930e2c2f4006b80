import { sql } from 'kysely'
import { reprintMeaning, type PrintedLabel, type qrApi } from '#contract/packing/codes.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { only } from '#contract/kernel/certain.ts'
import type { Installation } from '#kernel/installation.ts'
import type { Handler, Tx } from '#kernel/serve.ts'
import { signAsSecond } from '#kernel/sign.ts'
import { issueCodes } from '#tools/trace-code.ts'
import { readIssuer, seriesOf } from './code-series.ts'
import type { CodeRun } from './code-spans.ts'
import { labelAddress } from './label-address.ts'
import { linkCode } from './link-code.ts'
import { readRangeById, runOf } from './take-range.ts'

/**
 * 打印标签: who put which labels on paper is kept; the same label again needs a reason, that of goods which left the house or are frozen a
 * second person besides, a void one is not printed. The text is the snapshot of the approved order (domain §1.3, printing rule).
 */
export const printLabels =
  (installation: Installation): Handler<typeof qrApi.print> =>
  async (tx, actor, { id, first, last, reason, checker, origin = '' }) => {
    const { masterKey } = installation
    const address = await labelAddress(tx, installation, origin)
    const range = await readRangeById(tx, id)
    const run = runOf(range, { first, last })
    const { label: text } = await tx
      .selectFrom('packagingOrder')
      .select('label')
      .where('id', '=', range.packagingOrderId)
      .forUpdate()
      .executeTakeFirstOrThrow()
    const { rows } = await sql<{ isVoid: boolean; isPrinted: boolean; needsSecond: boolean }>`select
      exists (select from code_span where range_id = ${id}::uuid and state in ('repacked', 'voided', 'destroyed', 'missing') and first_index <= ${run.last} and last_index >= ${run.first}) as is_void,
      exists (select from label_print where range_id = ${id}::uuid and first_index <= ${run.last} and last_index >= ${run.first}) as is_printed,
      labels_need_second(${id}::uuid, ${run.first}, ${run.last}) as needs_second`.execute(tx)
    const { isVoid, isPrinted, needsSecond } = only(rows)
    if (isVoid) throw new Refusal('code_voided')
    const reasonMissing = { path: 'reason', message: '请写明补印原因' }
    const secondMissing = { path: 'checker.userName', message: '请包装复核人（QA）签名' }
    if (needsSecond && (reason === '' || checker === undefined))
      throw new Refusal('reprint_needs_second', [
        ...(reason === '' ? [reasonMissing] : []),
        ...(checker === undefined ? [secondMissing] : []),
      ])
    if (isPrinted && reason === '') throw new Refusal('already_printed', [reasonMissing])

    const print = await tx
      .insertInto('labelPrint')
      .values({ enterpriseId: actor.enterpriseId, rangeId: id, firstIndex: run.first, lastIndex: run.last, reason, printedBy: actor.id })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (checker !== undefined)
      await signAsSecond(tx, actor, checker, '18:check', { meaning: reprintMeaning, table: 'label_print', id: print.id })
    if (text === null) throw new Error(`the order of range ${id} has codes and no label`)
    const series = seriesOf(await readIssuer(tx), range)
    const codes = [...issueCodes(masterKey, series, run.first, run.last - run.first + 1)].flat()
    const at = { origin: address.origin, batchNo: text.batchNo }
    const contents = await readContents(tx, run)
    return {
      level: range.level === 1 ? 'pack' : 'box',
      text,
      isDemo: address.isDemo,
      labels: codes.map((code, place) => ({
        serial: first + place,
        code,
        link: linkCode(series, code, at),
        contents: contents.get(run.first + place) ?? [],
      })),
    }
  }

/** What lies in boxes that are packed already, batch by batch. */
async function readContents(tx: Tx, { rangeId, first, last }: CodeRun): Promise<Map<number, PrintedLabel['contents']>> {
  const { rows } = await sql<{ box: number } & PrintedLabel['contents'][number]>`
    select box, c.batch_no, sum(c.packs_in_box)::integer as packs, min(l.born_on) as produced_on, min(l.expires_on) as expires_on from generate_series(${first}::bigint, ${last}::bigint) as box
    join box_content c on c.box_range_id = ${rangeId}::uuid and box between c.first_box and c.last_box and c.opened_at is null
    join lot l on l.enterprise_id = c.enterprise_id and l.id = c.lot_id
    group by box, c.batch_no order by box, c.batch_no`.execute(tx)
  return new Map([...Map.groupBy(rows, (row) => row.box)].map(([box, inside]) => [box, inside.map(({ box: _, ...batch }) => batch)]))
}
