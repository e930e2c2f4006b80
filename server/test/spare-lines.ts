import type pg from 'pg'
import { only } from '#contract/kernel/certain.ts'
import { asSetup } from '#server/db/seed/as-setup.ts'
import { seedAssets, type SeededAsset } from '#server/db/seed/assets.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** Lines of their own for batches that tests make beside each other: each with one room and one machine, on which every step can be done. */
const spareLines: readonly SeededAsset[] = [
  ...upTo(36).flatMap((no): SeededAsset[] => [
    { kind: 'line', number: `${no}号线`, name: `${no}号生产线`, class: '生产线', place: '普通饮片车间' },
    { kind: 'room', number: `SC-${no}`, name: '操作间', class: '净制、洗润、切制、干燥、炮炙、筛选', place: `${no}号线` },
    { kind: 'equipment', number: `SC-${no}-01`, name: '联动机组', class: '净制、洗润、切制、干燥、炮炙、筛选', place: `${no}号线` },
  ]),
  ...upTo(18).flatMap((no): SeededAsset[] => [
    { kind: 'room', number: `BZ-${no + 10}`, name: '内包装间', class: '包装', place: '包装车间' },
    { kind: 'equipment', number: `BZ-FK${no + 10}`, name: '封口机', class: '包装', place: `BZ-${no + 10}` },
  ]),
]

/** Gives the operating enterprise of a test database its spare lines. */
export async function addSpareLines(pool: pg.Pool, admin: pg.ClientBase): Promise<void> {
  const { rows } = await admin.query<{ id: string }>('select id from enterprise where is_operating')
  const { id } = only(rows)
  await asSetup(pool, id, (tx) => seedAssets(tx, id, spareLines))
}
