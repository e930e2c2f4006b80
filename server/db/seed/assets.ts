import { sql } from 'kysely'
import type { AssetKind } from '#contract/making/asset.ts'
import type { Tx } from '#server/db/connection.ts'
import { pinyinInitials } from '#tools/pinyin.ts'

/** One asset of a register that begins: cleaned by nobody yet; of what is calibrated or serviced the last time was so many days ago. */
export type SeededAsset = { kind: AssetKind; number: string; name: string; class: string; place: string; daysAgo?: number }

/** The machines of a workshop by their step: what they are called, and their number. */
const machines = {
  净制: ['JZ', '挑选台'],
  洗润: ['XR', '洗药润药机'],
  切制: ['QY', '往复式切药机'],
  干燥: ['GZ', '热风循环烘箱'],
  炮炙: ['PZ', '炒药机'],
  筛选: ['SX', '振动筛'],
} as const
type Step = keyof typeof machines

/** The rooms of a line, each for steps that follow one another. */
const rooms: readonly [string, string, readonly Step[]][] = [
  ['1', '前处理间', ['净制', '洗润']],
  ['2', '切制干燥间', ['切制', '干燥']],
  ['3', '炮炙筛选间', ['炮炙', '筛选']],
]

const lines: readonly [string, string, readonly Step[]][] = [
  ['切制1线', 'A', ['净制', '洗润', '切制', '干燥', '筛选']],
  ['切制2线', 'B', ['净制', '洗润', '切制', '干燥', '筛选']],
  ['炒制1线', 'C', ['净制', '洗润', '切制', '干燥', '炮炙', '筛选']],
  ['净选1线', 'D', ['净制', '筛选']],
]

const demoAssets: readonly SeededAsset[] = [
  ...lines.flatMap(([line, letter, steps], at): SeededAsset[] => [
    { kind: 'line', number: line, name: `${line}（普通饮片）`, class: '生产线', place: '普通饮片车间' },
    ...rooms
      .filter(([, , own]) => own.some((step) => steps.includes(step)))
      .map(([no, name, own]): SeededAsset => ({ kind: 'room', number: `${letter}-${no}`, name, class: own.join('、'), place: line })),
    ...steps.map((step): SeededAsset => {
      const [code, name] = machines[step]
      return {
        kind: 'equipment',
        number: `${letter}-${code}`,
        name,
        class: step,
        place: line,
        daysAgo: 60 + at * 12,
      }
    }),
  ]),
  ...['1', '2', '3'].flatMap((no): SeededAsset[] => [
    { kind: 'room', number: `BZ-${no}`, name: `内包装间${no}`, class: '包装', place: '包装车间' },
    { kind: 'equipment', number: `BZ-FK${no}`, name: '自动封口机', class: '包装', place: `BZ-${no}`, daysAgo: 40 },
  ]),
  { kind: 'scale', number: 'TCS-300-02', name: '电子台秤', class: '台秤', place: '领料间', daysAgo: 120 },
  { kind: 'scale', number: 'TCS-300-03', name: '电子台秤', class: '台秤', place: '普通饮片车间', daysAgo: 210 },
  { kind: 'scale', number: 'DZC-30-01', name: '电子计重秤', class: '包装秤', place: '包装车间', daysAgo: 90 },
]

/** The register of an enterprise that begins, and the last service of what is calibrated or serviced. */
export async function seedAssets(tx: Tx, enterpriseId: string, assets: readonly SeededAsset[] = demoAssets): Promise<void> {
  const keeper = await tx
    .selectFrom('account')
    .select(['id', 'name'])
    .orderBy(sql`user_name <> 'shengchan2'`)
    .orderBy('id')
    .executeTakeFirstOrThrow()
  const checker = await tx
    .selectFrom('account')
    .select('id')
    .where('id', '<>', keeper.id)
    .orderBy(sql`user_name <> 'qa'`)
    .orderBy('id')
    .executeTakeFirst()
  const rows = await tx
    .insertInto('asset')
    .values(
      assets.map(({ daysAgo, ...asset }) => ({
        enterpriseId,
        ...asset,
        initials: pinyinInitials(asset.name),
        isToxic: false,
        clearanceHours: 72,
        calibrationMonths: asset.kind === 'scale' ? 12 : null,
        // Maintenance takes two.
        maintenanceMonths: asset.kind === 'equipment' && daysAgo !== undefined && checker !== undefined ? 6 : null,
        state: asset.kind === 'scale' ? ('clean' as const) : ('to_clean' as const),
      })),
    )
    .returning(['id', 'number', 'kind'])
    .execute()
  const serviced = rows.flatMap(({ id, number, kind }) => {
    const daysAgo = assets.find((asset) => asset.number === number)?.daysAgo
    return daysAgo === undefined || (kind === 'equipment' && checker === undefined)
      ? []
      : [{ id, number, isScale: kind === 'scale', daysAgo }]
  })
  if (serviced.length === 0) return
  await tx
    .insertInto('assetService')
    .values(
      serviced.map(({ id, number, isScale, daysAgo }) => ({
        enterpriseId,
        assetId: id,
        kind: isScale ? ('calibration' as const) : ('maintenance' as const),
        doneOn: sql<string>`today() - ${sql.lit(daysAgo)}::integer`,
        result: 'pass' as const,
        doneBy: isScale ? '定西市计量检定所（演示）' : keeper.name,
        certificateNo: isScale ? `JD-${number}` : '',
        nextDue: sql<string>`today() - ${sql.lit(daysAgo)}::integer + ${sql.lit(isScale ? 365 : 183)}::integer`,
        remark: '',
        recordedBy: keeper.id,
        checkedBy: isScale || checker === undefined ? null : checker.id,
      })),
    )
    .execute()
}
