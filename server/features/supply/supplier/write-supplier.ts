import type { z } from 'zod'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { supplierApi } from '#contract/supply/supplier-api.ts'
import { supplierActions, type SupplierRow } from '#contract/supply/supplier.ts'
import { nextCode } from '#kernel/next-code.ts'
import { notify } from '#kernel/notify.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { pendingChangeOf, supplierRowOf } from './queries.ts'
import { placeStop } from './stop-supplier.ts'
import { takeSupplier } from './take-supplier.ts'

/** Writes down a candidate. It delivers nothing until quality assurance has audited it. */
export const createSupplier: Handler<typeof supplierApi.create> = async (tx, actor, input) => {
  const supplier = await supplierRowOf(tx, await writeSupplier(tx, actor, input))
  await notify(tx, actor, {
    duty: '33:audit',
    title: `候选供应商 ${supplier.name} 待评审`,
    page: '/system-qiye',
    q: supplier.code,
    about: { table: 'supplier', id: supplier.id, asks: 'candidate' },
  })
  return supplier
}

/** One message to quality assurance about all the suppliers of one workbook. */
export const tellOfImportedSuppliers = (tx: Tx, actor: Actor, count: number) =>
  notify(tx, actor, {
    duty: '33:audit',
    title: `导入了 ${count} 家候选供应商，待评审`,
    page: '/system-qiye',
    at: { state: 'candidate' },
  })

/** Writes the candidate and returns its id; the caller sends the message to quality assurance. */
export async function writeSupplier(tx: Tx, actor: Actor, input: z.output<typeof supplierApi.create.input>): Promise<string> {
  const { id } = await tx
    .insertInto('supplier')
    .values({
      enterpriseId: actor.enterpriseId,
      code: await nextCode(tx, 'supplier'),
      ...input,
      initials: pinyinInitials(input.name),
      createdBy: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** The fields by which quality assurance judged the supplier: a change stops the supplier until a second person has looked. */
const judgedFields = ['name', 'kind', 'creditCode'] as const
const changedReason = '资料变更，待质量负责人重新确认'

/** Changes what is known of a supplier. A change of what quality assurance judged by stops a qualified supplier. */
export const editSupplier: Handler<typeof supplierApi.edit> = async (tx, actor, { id, rowVersion, ...input }) => {
  const supplier = await takeSupplier(tx, actor, supplierActions.edit, id)
  if (supplier.rowVersion !== rowVersion) throw new Refusal('stale')
  const widened = input.categories.some((category) => !supplier.categories.includes(category))
  const judged = judgedFields.filter((field) => input[field] !== supplier[field])
  const asked = widened ? [...judged, 'categories'] : judged
  refuseWhileStopped(supplier, asked)
  await refuseWhileReturning(tx, id, asked)
  await tx
    .updateTable('supplier')
    .set({ ...input, initials: pinyinInitials(input.name) })
    .where('id', '=', id)
    .execute()
  // After the change, since nothing of this is changed on a stopped supplier.
  if (supplier.state === 'qualified' && asked.length > 0) await placeStop(tx, actor, supplier, { cause: 'edit', reason: changedReason })
  return supplierRowOf(tx, id)
}

/** The second person judges what they see: it stays until the stop has ended. The database says so again. */
function refuseWhileStopped({ state }: SupplierRow, judged: readonly string[]): void {
  if (state !== 'stopped' || judged.length === 0) return
  const message = '供应商临时暂停，待第二人确认或解除；在此之前不能改名称、类型、统一社会信用代码，也不能增加供货类别'
  throw new Refusal(
    'supplier_stopped',
    judged.map((path) => ({ path, message })),
  )
}

/** A change that brings the supplier back is about what two persons judged; the database says so again. */
async function refuseWhileReturning(tx: Tx, id: string, judged: readonly string[]): Promise<void> {
  if (judged.length === 0) return
  const change = await pendingChangeOf(tx, id)
  if (change?.to !== 'qualified') return
  const message = `恢复该供应商的变更 ${change.caseNo} 尚未办完，名称、类型、统一社会信用代码和供货类别暂不能改`
  throw new Refusal(
    'change_open',
    judged.map((path) => ({ path, message })),
  )
}
