import { sql, type Selectable } from 'kysely'
import { mergeItems, type StandardLine } from '#contract/laboratory/merge-items.ts'
import type { Schema } from '#server/db/schema.ts'
import { countingResults } from '#contract/laboratory/counting-results.ts'
import type { InspectionFile } from '#contract/laboratory/inspection-file.ts'
import { appliedName, type AppliedStandard } from '#contract/laboratory/request.ts'
import type { TestResult } from '#contract/laboratory/test-result.ts'
import { judgedBy, type TestedItem } from '#contract/laboratory/tested-item.ts'
import { judgedAsRetest, judgeItem, suspicionOf, type Suspicion } from '#contract/laboratory/judge.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { onePlan } from '#server/db/connection.ts'
import type { Calculated } from './calculate-result.ts'

/** What the laboratory wrote down, and the only writer of it: a value is added and never replaced. */

/** The standards by which an inspection is judged, the one that leads first. */
export const standardsOf = async (tx: Tx, inspectionId: string): Promise<AppliedStandard[]> =>
  (await standardsOfEach(tx, [inspectionId])).get(inspectionId) ?? []

/** The same of several inspections, in one statement. */
export async function standardsOfEach(tx: Tx, inspectionIds: readonly string[]): Promise<Map<string, AppliedStandard[]>> {
  const { rows } = await sql<AppliedStandard & { inspectionId: string }>`${sql.raw(onePlan)}
    select i.id as inspection_id, v.id as version_id, title_of_standard(s.kind, v.edition) as name, applied.authority, s.customer_id, coalesce(c.name, '') as customer
    from inspection i cross join standards_of_inspection(i) applied
      join standard_version v on v.enterprise_id = i.enterprise_id and v.id = applied.standard_version_id
      join standard s on s.enterprise_id = v.enterprise_id and s.id = v.standard_id
      left join customer c on c.enterprise_id = s.enterprise_id and c.id = s.customer_id
    where i.enterprise_id = current_enterprise() and i.id = any (${inspectionIds}::uuid[])
    order by v.id <> i.standard_version_id, array_position(array['legal', 'internal', 'customer'], applied.authority), v.effective_from desc, v.id`.execute(
    tx,
  )
  const byInspection = new Map<string, AppliedStandard[]>()
  for (const { inspectionId, ...standard } of rows) byInspection.set(inspectionId, [...(byInspection.get(inspectionId) ?? []), standard])
  return byInspection
}

/** The lines of those standards, as the inspection shows and judges them: what several ask for is one. */
export const itemsOf = async (tx: Tx, standards: readonly AppliedStandard[]): Promise<TestedItem[]> =>
  (await linesOfVersions(tx, standards))(standards)

/** Reads the lines of all these standards in one statement; the answer gives those of an inspection by the standards that it is judged by. */
export async function linesOfVersions(tx: Tx, all: readonly AppliedStandard[]) {
  const items = await tx
    .selectFrom('standardItem')
    .selectAll()
    .where('standardVersionId', 'in', [...new Set(all.map(({ versionId }) => versionId))])
    .orderBy('line')
    .execute()
  const linesByVersion = Map.groupBy(items, ({ standardVersionId }) => standardVersionId)
  return (standards: readonly AppliedStandard[]) =>
    mergeItems(standards.flatMap((standard) => (linesByVersion.get(standard.versionId) ?? []).map((item) => lineOf(standard, item))))
}

const lineOf = (standard: AppliedStandard, item: Selectable<Schema['standardItem']>): StandardLine => ({
  id: item.id,
  standardVersionId: standard.versionId,
  standardName: appliedName(standard),
  authority: standard.authority,
  group: item.itemGroup,
  name: item.name,
  specText: item.specText,
  op: item.operator,
  limit: limitText(item.operator, item.low, item.high),
  internal:
    item.internalLow === null && item.internalHigh === null
      ? null
      : limitText(item.operator, item.internalLow ?? item.low, item.internalHigh ?? item.high),
  unit: item.unit,
  method: item.method,
  parallels: item.parallels,
  isMandatory: item.isMandatory,
  quotedAllowed: item.quotedAllowed,
  outsourcedAllowed: item.outsourcedAllowed,
  formula: item.formula,
  dryBasis: item.dryBasis,
  deviationLimit: item.deviationLimit,
  plausibleLow: item.plausibleLow,
  plausibleHigh: item.plausibleHigh,
  words: item.words,
})

const limitText = (operator: string, low: string | null, high: string | null) =>
  operator === 'range' ? `${low}～${high}` : (low ?? high ?? '')

// Values and not joins: what a result was made with are rows of their own.
const usedMeans = sql<
  TestResult['means']
>`coalesce((select jsonb_agg(jsonb_build_object('instrumentId', m.instrument_id, 'reagentId', m.reagent_lot_id,
    'number', m.number, 'name', m.name, 'detail', m.detail, 'goodUntil', m.good_until) order by m.instrument_id is null, m.number)
  from result_means m where m.enterprise_id = test_result.enterprise_id and m.test_result_id = test_result.id), '[]')`
const usedEnvironment = sql<
  TestResult['environment']
>`(select jsonb_build_object('temperature', e.temperature::text, 'humidity', e.humidity::text)
  from result_environment e where e.enterprise_id = test_result.enterprise_id and e.test_result_id = test_result.id)`
const usedCommission = sql<
  TestResult['commission']
>`(select jsonb_build_object('laboratoryId', c.laboratory_id, 'accreditationNo', c.accreditation_no,
    'validUntil', c.valid_until, 'reportedOn', c.reported_on, 'certificateId', c.certificate_id, 'certificateName', a.name)
  from result_commission c join attachment a on a.enterprise_id = c.enterprise_id and a.id = c.certificate_id
  where c.enterprise_id = test_result.enterprise_id and c.test_result_id = test_result.id)`

/** Everything that was written down for an inspection, oldest first. */
export async function resultsOf(tx: Tx, inspectionId: string): Promise<TestResult[]> {
  return tx
    .selectFrom('testResult')
    .innerJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'testResult.enterpriseId').onRef('account.id', '=', 'testResult.enteredBy'),
    )
    .select([
      'testResult.id',
      'standardItemId as itemId',
      'revision',
      'source',
      'individual',
      'words',
      'referenceNo',
      'laboratory',
      'instrument',
      'verdict',
      'reason',
      'part',
      'caseId',
      'raw',
      'formula',
      'formulaVersion',
      'moistureResultId',
    ])
    .select(
      sql<string | null>`(select m.mean from test_result m where m.enterprise_id = test_result.enterprise_id
        and m.id = test_result.moisture_result_id)`.as('moisture'),
    )
    .select([usedMeans.as('means'), usedEnvironment.as('environment'), usedCommission.as('commission')])
    .select(['mean', 'deviation', 'outOfTrend', 'nearLimit', 'correction', 'enteredBy', 'enteredAt', 'account.name as enteredByName'])
    .where('inspectionId', '=', inspectionId)
    .orderBy('revision')
    .orderBy('testResult.id')
    .execute()
}

/** What was found for an item, and why it may be written: the first value, or one that a case allows. */
export type Found = Pick<TestResult, 'source' | 'referenceNo' | 'laboratory' | 'instrument'> & Calculated
type Allowed =
  | { part: 'first' | 'recalculated'; correction: string }
  | { part: 'repeat' | 'retest' | 'correction'; caseId: string; correction: string }

/** Judges a value by its frozen limit and writes it down beside those before it. Returns what it has to be looked into for. */
export async function writeResult(
  tx: Tx,
  actor: Actor,
  of: { inspectionId: string; item: TestedItem; revision: number },
  given: Found,
  allowed: Allowed,
): Promise<{ id: string; suspicion: Suspicion | null; isConclusive: boolean }> {
  const item = judgedBy(of.item, given.source)
  const measured = { individual: given.individual, text: given.words }
  const found = judgeItem(item, measured)
  const suspicion = suspicionOf(item, measured, found)
  const judged = allowed.part === 'retest' ? judgedAsRetest(found, suspicion) : found
  const { id } = await tx
    .insertInto('testResult')
    .values({
      enterpriseId: actor.enterpriseId,
      inspectionId: of.inspectionId,
      standardItemId: of.item.id,
      revision: of.revision,
      ...given,
      raw: given.raw === null ? null : JSON.stringify(given.raw),
      ...judged,
      ...allowed,
      enteredBy: actor.id,
      enteredAt: tx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return {
    id,
    suspicion,
    isConclusive: found.verdict !== 'INCONCLUSIVE' || found.reason === 'parallels_disagree',
  }
}

/** The result that counts for each item of an inspection. */
export const currentResults = ({ results, oosCases }: Pick<InspectionFile, 'results' | 'oosCases'>) => countingResults(results, oosCases)
