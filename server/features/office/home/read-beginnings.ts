import { sql, type RawBuilder } from 'kysely'
import { neededPapers, type beginningStages, type Beginning } from '#contract/office/dashboard.ts'
import { elementAt, only } from '#contract/kernel/certain.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import type { Right } from '#contract/kernel/duties.ts'
import { pageOfCode, type PageCode } from '#contract/kernel/pages.ts'
import { isReachable, type Installation } from '#kernel/installation.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { unnamedEnterprise } from '#server/features/people/enterprise/found-enterprise.ts'

type Step = {
  title: string
  why: string
  /** Where it is done: the page, and what its address says beside. Nowhere for what no page does. */
  at?: readonly [PageCode, query?: string]
  /** Who may do it. */
  right?: Right
  done: RawBuilder<unknown>
}

/** What a factory needs on its first day, in the order in which one thing needs the other. What is there is read from the rows themselves. */
const steps: Record<keyof typeof beginningStages, readonly Step[]> = {
  enterprise: [
    {
      title: '填写本企业资料',
      why: '名称、法定代表人和电话印在标签、报告和公开页面上；同事注册时凭统一社会信用代码找到本企业',
      at: ['33', 'by=own'],
      right: '33:manage',
      done: sql`exists (select from enterprise where name <> ${unnamedEnterprise} and credit_code is not null and legal_person <> '' and phone <> '')`,
    },
    {
      title: '填写生产地址',
      why: '标签和公开页面要写明产自哪里',
      at: ['33', 'by=own'],
      right: '33:manage',
      done: sql`exists (select from enterprise where province <> '' and address <> '')`,
    },
    {
      title: '登记本企业证照',
      why: `${neededPapers.join('、')}，到期前提醒`,
      at: ['33', 'by=own'],
      right: '33:manage',
      done: sql`not exists (select from unnest(${[...neededPapers]}::text[]) as needed (kind) where not exists (
        select from licence where licence.kind = needed.kind and supplier_id is null and customer_id is null and is_active))`,
    },
    {
      title: '设置对外网址',
      why: '二维码带着它，顾客扫码要能打开；没有它不能打印标签',
      // Labels of a demo say that they are none, and may lead anywhere.
      done: sql`exists (select from enterprise where is_demo)`,
    },
    {
      title: '建立同事的账号',
      why: '质量标准须由第二个人批准，工艺规程须三个人',
      at: ['31'],
      right: '31:manage',
      done: sql`exists (select from account where state = 'active' offset 1)`,
    },
  ],
  buying: [
    {
      title: '载入药材与质量标准',
      why: '从起始目录选用，或自己建立',
      at: ['36', 'starter=open'],
      right: '36:manage',
      done: sql`exists (select from standard where material_id is not null)`,
    },
    {
      title: '批准质量标准',
      why: '由编制人以外的人核对后批准，才能采购和检验',
      at: ['36', 'state=written'],
      right: '36:approve',
      done: sql`exists (select from standard_version where state = 'approved')`,
    },
    {
      title: '登记合格供应商',
      why: '采购单只能下给资质有效的供应商',
      at: ['33'],
      right: '33:manage',
      done: sql`exists (select from supplier where state = 'qualified')`,
    },
    {
      title: '编制第一张采购单',
      why: '批次从到货验收开始',
      at: ['11'],
      right: '11:create',
      done: sql`exists (select from purchase_order)`,
    },
    {
      title: '建立库位',
      why: '货物收到哪里、待验与合格如何分开',
      at: ['36', 'view=places'],
      right: '36:manage',
      done: sql`exists (select from place where kind = 'bin')`,
    },
  ],
  making: [
    {
      title: '建立产品',
      why: '用哪种药材、怎样炮制',
      at: ['35', 'view=product'],
      right: '35:manage',
      done: sql`exists (select from product)`,
    },
    {
      title: '编制工艺规程',
      why: '编制、审核、批准后才能生产',
      at: ['35'],
      right: '35:manage',
      done: sql`exists (select from process_version where state = 'approved')`,
    },
    {
      title: '建立包装规格',
      why: '每袋多少、每箱几袋、用哪种追溯码、用哪些包材',
      at: ['35', 'view=pack'],
      right: '35:manage',
      done: sql`exists (select from pack_spec)`,
    },
    { title: '登记客户', why: '销售前要有在有效期内的许可证', at: ['34'], right: '34:manage', done: sql`exists (select from customer)` },
  ],
}

const allSteps = keysOf(steps).flatMap((stage) => steps[stage].map((step) => ({ stage, ...step })))

/**
 * What to do on the first day. Null once the factory has packed something, or received something and lacks nothing: then the list has nothing to say.
 */
export async function readBeginnings(
  tx: Tx,
  actor: Pick<Actor, 'rights'>,
  { publicUrl }: Pick<Installation, 'publicUrl'>,
): Promise<Beginning[] | null> {
  const { rows } = await sql<{ hasPacks: boolean; hasLot: boolean; isOperating: boolean; done: boolean[] | null }>`
    select has_packs, exists (select from lot) as has_lot, exists (select from enterprise where is_operating) as is_operating,
      case when not has_packs then array[${sql.join(allSteps.map(({ done }) => done))}] end as done
    from (select exists (select from pack_lot) as has_packs) found`.execute(tx)
  const { hasPacks, hasLot, isOperating, done } = only(rows)
  if (hasPacks || done === null) return null
  const beginnings = allSteps.map(({ stage, title, why, at, right, done: _ }, place) => ({
    stage,
    title,
    why,
    done: elementAt(done, place) || (at === undefined && isReachable(publicUrl)),
    path: at === undefined || (right !== undefined && !actor.rights.includes(right)) ? null : pathOf(...at),
    how: at !== undefined ? null : isOperating ? setAddress : '由平台运营方设置，您不用办理',
  }))
  return hasLot && beginnings.every((beginning) => beginning.done) ? null : beginnings
}

const setAddress = '请管理服务器的人用 PUBLIC_URL=https://您的网址 重新启动本系统'
const pathOf = (page: PageCode, query?: string) => pageOfCode(page).path + (query === undefined ? '' : `?${query}`)
