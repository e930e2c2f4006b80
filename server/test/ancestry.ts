import type { World } from './world.ts'

/** What the bare tables say about lots, their ancestors and what was decided about them; by other code than the product's. */
export type Tables = {
  lots: { id: string; kind: string; state: string }[]
  edges: { from: string; to: string; step: string }[]
  holds: { lot: string; kind: string; reaches: boolean | null }[]
  decisions: { lot: string; state: string }[]
}

/** Reads them as the superuser. */
export async function readTables(world: World): Promise<Tables> {
  const { rows } = await world.admin.query<{ tables: Tables }>(`select json_build_object(
    'lots', (select json_agg(json_build_object('id', id, 'kind', kind, 'state', state)) from lot),
    'edges', (select json_agg(json_build_object('from', from_lot_id, 'to', to_lot_id, 'step', step)) from lot_edge),
    'holds', (select coalesce(json_agg(json_build_object('lot', lot_id, 'kind', kind, 'reaches', reaches)), '[]') from hold where lifted_at is null),
    'decisions', (select coalesce(json_agg(json_build_object('lot', lot_id, 'state', state) order by id), '[]') from release_decision)) as tables`)
  return rows[0]!.tables
}

/** Whether nothing speaks against a lot: as one that is used, is decided about now, is an ancestor, or was worked again because it was rejected. */
export function isAllowed(tables: Tables, id: string, role: 'used' | 'deciding' | 'ancestor' | 'reworked'): boolean {
  const lot = tables.lots.find((one) => one.id === id)!
  const holds = tables.holds.filter((hold) => hold.lot === id)
  const reaching = holds.filter(
    ({ kind, reaches }) =>
      ['recall', 'regulator', 'oos'].includes(kind) || (['freeze', 'deviation', 'complaint'].includes(kind) && reaches !== false),
  )
  if (lot.state === 'rejected' && role !== 'reworked') return false
  if (role === 'ancestor' || role === 'reworked') {
    if (reaching.length > 0) return false
    const isBought = lot.kind === 'raw' || lot.kind === 'auxiliary'
    const withdrawn = tables.decisions.filter((decision) => decision.lot === id).at(-1)?.state === 'withdrawn'
    if (['quarantine', 'under_test'].includes(lot.state) && (!isBought || withdrawn)) return false
  } else {
    if (holds.length > 0) return false
    if (role === 'used' && lot.state !== (lot.kind === 'bulk' ? 'conforming' : 'released')) return false
  }
  return tables.edges
    .filter((edge) => edge.to === id)
    .every((edge) => isAllowed(tables, edge.from, edge.step === 'rework' ? 'reworked' : 'ancestor'))
}
