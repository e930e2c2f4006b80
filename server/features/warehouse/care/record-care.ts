import { sql } from 'kysely'
import { exact } from '#contract/kernel/exact-decimal.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { careActions, careMeanings, nothingFound, type careApi, type CareFile } from '#contract/warehouse/care.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import type { StockSide } from '#contract/warehouse/stock.ts'
import { documentNo } from '#kernel/number.ts'
import { occurredAt } from '#kernel/occurred-at.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'
import { openIncident } from '#server/features/cases/incident/open-incident.ts'
import { checkChoices } from '#server/features/office/dictionary/check-choices.ts'
import { lockLots } from '#server/features/warehouse/lot/lot.ts'
import { careOf } from './queries.ts'

type Input = Parameters<Handler<(typeof careApi)['raw']['record']>>[2]
type Line = Input['lines'][number]

/**
 * 登记养护: what was found at each lot in each bin and what was done. Weights stay as they are: what dried or was sorted out is put right by a stocktake or a
 * disposal. A finding that matters by the plan of its lot opens one case for the record, which holds these lots.
 */
export const recordCare =
  (side: StockSide): Handler<(typeof careApi)['raw']['record']> =>
  async (tx, actor, { lookedAt: given, lines, signature, second: givenSecond, ...found }): Promise<CareFile> => {
    const action = careActions[side].record
    const lots = await lockLots(
      tx,
      lines.map(({ lotId }) => lotId),
    )
    await checkWords(tx, lines)
    const lookedAt = occurredAt(tx, given, 'lookedAt')
    const signer = await proveSigner(actor, signature)
    const second = givenSecond === undefined ? undefined : await proveSecond(actor, givenSecond, action.duty)
    if (second === undefined && lots.some(({ isToxic }) => isToxic))
      throw new Refusal('care_needs_two', [{ path: 'second.userName', message: '毒性货物须第二人签名' }])
    const { id, careNo } = await tx
      .insertInto('careRecord')
      .values({
        ...{ enterpriseId: actor.enterpriseId, careNo: documentNo('YH', dayInShanghai(tx.now())), side, lookedAt, ...found },
        ...{ doneBy: actor.id, secondBy: second?.id ?? null, recordedAt: tx.now().toISOString() },
      })
      .returning(['id', 'careNo'])
      .executeTakeFirstOrThrow()
    const seen = await lookAt(tx, lines, lookedAt)
    const incidentId = await caseOf(tx, actor, { id, careNo, lookedAt }, seen)
    await tx
      .insertInto('careLine')
      .values(
        seen.map(({ matters, lotId, placeId, findings, measures, note, quantity }) => ({
          ...{ enterpriseId: actor.enterpriseId, careId: id, lotId, placeId, findings, measures, note, quantity },
          // The trigger reckons all of these again.
          ...{ matters, incidentId: matters ? incidentId : null },
        })),
      )
      .execute()
    const record = { table: 'care_record', id }
    await writeSignatures(tx, [
      { signer, meaning: action.signs, ...record },
      ...(second === undefined ? [] : [{ signer: second, meaning: careMeanings.second, ...record }]),
    ])
    return careOf(tx, id)
  }

async function checkWords(tx: Tx, lines: readonly Line[]): Promise<void> {
  const chosen = (of: 'findings' | 'measures') =>
    lines.flatMap((line, index) => line[of].map((value) => ({ value, path: `lines.${index}.${of}` })))
  await checkChoices(tx, 'care_finding', 'code', chosen('findings'))
  await checkChoices(tx, 'curing_method', 'code', chosen('measures'))
}

type Seen = Line & { lotNo: string; name: string; placeCode: string; quantity: string; matters: boolean; words: string }

/** Each line with how much lay there then, and whether the plan of its lot wants a case for what was found. */
async function lookAt(tx: Tx, lines: readonly Line[], lookedAt: string): Promise<Seen[]> {
  const { rows } = await sql<Omit<Seen, keyof Line>>`
    select l.lot_no, l.name, coalesce(p.code, '') as place_code, lay_in(l.id, p.id, ${lookedAt}::timestamptz) as quantity,
      asked.findings <> ${sql.lit(nothingFound)} and (plan.id is null or string_to_array(asked.findings, ',') && plan.case_findings) as matters,
      (select string_agg(d.label, '、' order by d.sort) from dictionary_item d where d.enterprise_id = l.enterprise_id and d.type = 'care_finding'
        and d.code = any (string_to_array(asked.findings, ','))) as words
    from unnest(${lines.map(({ lotId }) => lotId)}::uuid[], ${lines.map(({ placeId }) => placeId)}::uuid[],
        ${lines.map(({ findings }) => findings.join(','))}::text[]) with ordinality as asked (lot_id, place_id, findings, place)
      join lot l on l.enterprise_id = current_enterprise() and l.id = asked.lot_id
      left join place p on p.enterprise_id = l.enterprise_id and p.id = asked.place_id and p.kind = 'bin'
      cross join lateral care_plan_of(l) plan
    order by asked.place`.execute(tx)
  return lines.map((line, index) => {
    const row = rows[index]
    if (row === undefined) throw new Refusal('not_found')
    if (row.placeCode === '' || exact(row.quantity).lessThanOrEqualTo(0))
      throw new Refusal('care_lot_absent', [{ path: `lines.${index}.placeId`, message: `${row.lotNo} 当时不在这个货位` }])
    return { ...line, ...row }
  })
}

/** One case for what matters in a record, with every lot that it was found at. */
async function caseOf(
  tx: Tx,
  actor: Actor,
  { id, careNo, lookedAt }: { id: string; careNo: string; lookedAt: string },
  seen: readonly Seen[],
): Promise<string | null> {
  const bad = seen.filter(({ matters }) => matters)
  if (bad.length === 0) return null
  const words = [...new Set(bad.flatMap((one) => one.words.split('、')))].join('、')
  const lotIds = [...new Set(bad.map(({ lotId }) => lotId))]
  const incident = await openIncident(tx, actor, {
    area: 'storage',
    subject: `养护发现${words}：${lotIds.length}批`.slice(0, 100),
    description: bad
      .map((one) => `${one.name} ${one.lotNo} 货位${one.placeCode}：${one.words}${one.note === '' ? '' : `，${one.note}`}`)
      .join('；')
      .slice(0, 1000),
    place: [...new Set(bad.map(({ placeCode }) => placeCode))].join('、').slice(0, 60),
    foundAt: lookedAt,
    source: { table: 'care_record', id, no: careNo },
    lotIds,
    // What mould or insects are found at lies here; what was made of it left before. Quality assurance may hold that too.
    reaches: false,
  })
  return incident.id
}
