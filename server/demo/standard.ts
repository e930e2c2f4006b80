import type { z } from 'zod'
import { customerKind } from '#contract/laboratory/authority.ts'
import type { standardItemInput } from '#contract/laboratory/standard-item.ts'
import { standardApi, type StandardRow } from '#contract/laboratory/standard.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>
type Written = {
  of: 'material' | 'product'
  /** Of which material or product it is. */
  name: string
  kind: string
  /** Part of the customer's name, of a customer's standard. */
  customer?: string
  edition: string
  items: z.input<typeof standardItemInput>[]
}

/** A standard that the laboratory's chief wrote and the 质量受权人 approved; it is in force from today. */
export async function standardInForce(as: As, { of, name, kind, customer, edition, items }: Written): Promise<StandardRow> {
  const author = await as('zhuguan')
  const subject = (await author.ask(standardApi.subjects, { of, q: name })).find((one) => one.name === name)
  if (subject === undefined) throw new Error(`no ${of} is called ${name}`)
  const asker =
    customer === undefined
      ? undefined
      : (await author.ask(standardApi.customers, { q: customer })).find((one) => one.name.includes(customer))
  if (kind === customerKind && asker === undefined) throw new Error(`no customer is called ${customer ?? ''}`)
  const header = { edition, effectiveFrom: dayInShanghai(author.time.now()) }
  const draft = await author.ask(standardApi.create, {
    ...{ of, subjectId: subject.id, kind, name, ...header },
    ...(asker !== undefined && { customerId: asker.id }),
  })
  const written = await author.ask(standardApi.edit, { id: draft.id, rowVersion: draft.rowVersion, ...header, items })
  const { id, rowVersion } = await author.ask(standardApi.submit, { id: written.id, rowVersion: written.rowVersion, signature: signed() })
  return (await as('shouquan')).ask(standardApi.approve, { id, rowVersion, acceptsTyped: true, signature: signed('同意') })
}

/** What the firm asks of a product beside the pharmacopoeia: a narrower 水分, and an item that the pharmacopoeia leaves out. */
export const ownStandardOf = (name: string, water: string): Written => ({
  ...{ of: 'product', name, kind: '企业标准', edition: `QB-${name}-01（演示）` },
  items: [
    { group: '检查', name: '水分', op: 'le', high: water, unit: '%', method: '0832' },
    { group: '检查', name: '二氧化硫残留量', op: 'le', high: '100', unit: 'mg/kg', method: '2331' },
  ],
})

/** What the hospital in Beijing asks of it. */
export const customersStandardOf = (name: string, { water, ash }: { water: string; ash: string }): Written => ({
  ...{ of: 'product', name, kind: customerKind, customer: '北京', edition: `KH-${name}-01（演示）` },
  items: [
    { group: '检查', name: '水分', op: 'le', high: water, unit: '%', method: '0832' },
    { group: '检查', name: '总灰分', op: 'le', high: ash, unit: '%', method: '2302' },
  ],
})
