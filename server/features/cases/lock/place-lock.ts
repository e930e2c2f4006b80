import { Refusal } from '#contract/kernel/refusals.ts'
import { authorityLockMeaning, authorityLockSecond, type authorityLockApi } from '#contract/cases/authority-lock.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notifyOfEach } from '#kernel/notify.ts'
import type { Handler } from '#kernel/serve.ts'
import { proveSecond, proveSigner, writeSignatures } from '#kernel/sign.ts'

/** Who is told at once that goods stand still. */
const told = ['110:create', '110:pick', '15:issue', '18:create', '14:move', '19:move'] as const

/** 监管锁定 of the enterprise or of a product: from this commit on nothing of it is issued, packed or shipped, and every public page says so. */
export const placeAuthorityLock: Handler<typeof authorityLockApi.place> = async (tx, actor, input) => {
  const { level, productId, signature, approver, ...ordered } = input
  if (ordered.orderedOn > dayInShanghai(tx.now()))
    throw new Refusal('invalid_input', [{ path: 'orderedOn', message: '文书日期不能晚于今天' }])
  const product =
    productId === undefined ? undefined : await tx.selectFrom('product').select('name').where('id', '=', productId).executeTakeFirst()
  if (productId !== undefined && product === undefined)
    throw new Refusal('not_found', [{ path: 'productId', message: '没有这个产品，请重新选择' }])
  const signer = await proveSigner(actor, { ...signature, comment: ordered.reason })
  const second = await proveSecond(actor, approver, authorityLockSecond)
  const { id } = await tx
    .insertInto('authorityLock')
    .values({
      enterpriseId: actor.enterpriseId,
      level,
      productId: productId ?? null,
      ...ordered,
      placedBy: actor.id,
      placedSecondBy: second.id,
      placedAt: tx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const signed = { meaning: authorityLockMeaning, table: 'authority_lock', id }
  await writeSignatures(tx, [
    { signer, ...signed },
    { signer: second, ...signed },
  ])
  const subject = product === undefined ? '全企业' : product.name
  await notifyOfEach(
    tx,
    actor,
    told.map((duty) => ({
      duty,
      title: `监管锁定：${subject}，即刻起不得领用、包装、发出`,
      body: `${ordered.authority} ${ordered.authorityNo}：${ordered.reason}`,
      page: '/zhiliang-shijian',
      at: { view: 'lock' },
    })),
  )
  return { id }
}
