import { changeApi } from '#contract/cases/change-api.ts'
import type { ChangeRow } from '#contract/cases/change.ts'
import type { SupplierTarget } from '#contract/supply/supplier.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { signed, type Person } from '#server/demo/person.ts'

type As = (userName: string) => Promise<Person>

/** Quality assurance asks for the change of a supplier's state, and the 质量负责人 approves it; it is in force today. */
export async function changedSupplier(as: As, id: string, state: SupplierTarget, reason: string): Promise<ChangeRow> {
  const effectiveOn = dayInShanghai(new Date())
  const proposed = await (
    await as('qa')
  ).ask(changeApi.supplier, { id, changes: { state }, effectiveOn, reason, impact: reason, signature: signed() })
  return (await as('zhiliang')).ask(changeApi.approve, { id: proposed.id, signature: signed() })
}
