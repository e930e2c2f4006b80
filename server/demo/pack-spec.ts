import type { z } from 'zod'
import { packSpecApi } from '#contract/making/pack-spec.ts'
import { approvedVersionChange } from './change.ts'
import type { Person } from './person.ts'

type As = (userName: string) => Promise<Person>

/** A new pack specification of a product that may have been packed before: by an approved change. */
export async function changedPackSpec(as: As, spec: z.input<typeof packSpecApi.create.input>) {
  await approvedVersionChange(as, { record: 'pack_spec', id: spec.productId, plan: spec.name })
  return (await as('admin')).ask(packSpecApi.create, spec)
}
