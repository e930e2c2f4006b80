import { sql } from 'kysely'
import type { Beginning } from '#contract/office/dashboard.ts'
import { pageOfCode, type PageCode } from '#contract/kernel/pages.ts'
import { elementAt, only } from '#contract/kernel/certain.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

/** What a factory needs before its first lot, in the order in which one thing needs the other. */
const steps: readonly { title: string; why: string; page: PageCode; view?: string; done: string }[] = [
  {
    title: '建立库位',
    why: '货物收到哪里、待验与合格如何分开',
    page: '36',
    view: 'places',
    done: `exists (select from place where kind = 'bin')`,
  },
  { title: '建立物料与产品', why: '收什么药材、做什么饮片、怎样包装', page: '35', done: 'exists (select from product)' },
  {
    title: '批准质量标准',
    why: '检验与放行以它为依据',
    page: '36',
    done: `exists (select from standard_version where state = 'approved')`,
  },
  {
    title: '登记合格供应商',
    why: '采购单只能下给资质有效的供应商',
    page: '33',
    done: `exists (select from supplier where state = 'qualified')`,
  },
  { title: '登记客户', why: '销售前要有在有效期内的许可证', page: '34', done: 'exists (select from customer)' },
  { title: '建立人员账号', why: '编制、复核、批准须是不同的人', page: '31', done: 'exists (select from account offset 1)' },
  { title: '编制第一张采购单', why: '批次从到货验收开始', page: '11', done: 'exists (select from purchase_order)' },
]

/** What to do first in a factory without a lot; null once it has a lot. */
export async function readBeginnings(tx: Tx, actor: Pick<Actor, 'rights'>): Promise<Beginning[] | null> {
  const { rows } = await sql<{ hasLot: boolean; done: boolean[] | null }>`
    select has_lot, case when not has_lot then array[${sql.raw(steps.map(({ done }) => done).join(', '))}] end as done
    from (select exists (select from lot) as has_lot) found`.execute(tx)
  const { hasLot, done } = only(rows)
  if (hasLot || done === null) return null
  return steps.map(({ title, why, page, view }, place) => ({
    title,
    why,
    done: elementAt(done, place),
    path: actor.rights.includes(page) ? pageOfCode(page).path + (view === undefined ? '' : `?view=${view}`) : null,
  }))
}
