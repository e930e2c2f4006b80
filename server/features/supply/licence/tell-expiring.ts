import { sql } from 'kysely'
import type pg from 'pg'
import type { Duty } from '#contract/kernel/duties.ts'
import { activities } from '#contract/people/authorisation.ts'
import { alertDays } from '#contract/supply/licence.ts'
import type { PagePath } from '#contract/kernel/pages.ts'
import { notify } from '#kernel/notify.ts'
import type { Tx } from '#kernel/serve.ts'
import { eachEnterprise } from '#kernel/calendar.ts'

/**
 * Something that holds until a day: a paper, a supplier's qualification, the licence a customer buys under, the calibration of an instrument, calibration
 * and maintenance of rooms, lines, machines and scales, an authorisation of a person, a reagent, the accreditation of an outside laboratory; and a time point of a stability plan, whose
 * day comes.
 */
type Ending = {
  subject:
    | 'licence'
    | 'supplier'
    | 'customer'
    | 'instrument'
    | 'reagent_lot'
    | 'outside_laboratory'
    | 'stability_point'
    | 'asset'
    | 'authorisation'
  id: string
  validUntil: string
  /** Days left; below zero when it is over. */
  left: number
  /** 供应商 … 的营业执照 */
  what: string
  owner: 'own' | 'supplier' | 'customer'
  /** The search that finds it on its page. */
  q: string
}

const longest = sql.lit(alertDays[0])
/** A calibration is arranged within a month. */
const laboratoryDays = sql.lit(alertDays[1])

const activityNames = (column: string) =>
  sql`case ${sql.ref(column)} ${sql.join(
    Object.entries(activities).map(([code, { label }]) => sql`when ${sql.lit(code)} then ${sql.lit(label)}`),
    sql` `,
  )} end`

/** All that ends within the longest alert period and is in use, and whose owner is in use too. */
async function endings(tx: Tx): Promise<Ending[]> {
  const { rows } = await sql<Ending>`
    select 'licence' as subject, licence.id, licence.valid_until, licence.valid_until - today() as left, coalesce(supplier.code, customer.code, '') as q,
      case when supplier.id is not null then 'supplier' when customer.id is not null then 'customer' else 'own' end as owner,
      case when supplier.id is not null then '供应商 ' || supplier.name when customer.id is not null then '客户 ' || customer.name else '本企业' end || '的' || licence.kind as what
    from licence left join supplier on supplier.enterprise_id = licence.enterprise_id and supplier.id = licence.supplier_id
      left join customer on customer.enterprise_id = licence.enterprise_id and customer.id = licence.customer_id
    where licence.is_active and licence.valid_until <= today() + ${longest}::integer and supplier.state is distinct from 'removed' and customer.is_active is distinct from false
    union all
    select 'supplier', id, valid_until, valid_until - today(), code, 'supplier', '供应商 ' || name || ' 的资格'
    from supplier where state = 'qualified' and valid_until <= today() + ${longest}::integer
    union all
    select 'customer', id, licence_valid_until, licence_valid_until - today(), code, 'customer', '客户 ' || name || ' 的' || licence_kind
    from customer where is_active and licence_valid_until <= today() + ${longest}::integer
    union all
    select 'instrument', id, due_on, due_on - today(), number, 'own', '仪器 ' || number || ' ' || name || ' 的校准'
    from instrument where state = 'in_use' and due_on <= today() + ${laboratoryDays}::integer
    union all
    select 'asset', id, due, due - today(), number, 'own', sort || ' ' || number || ' ' || name || case when due = calibration_due then ' 的校准' else ' 的保养' end
    from (select id, number, name, calibration_due, least(calibration_due, service_due) as due,
        case kind when 'room' then '操作间' when 'line' then '生产线' when 'equipment' then '设备' else '秤' end as sort
      from asset where state <> 'out_of_service') kept where due <= today() + ${laboratoryDays}::integer
    union all
    select 'reagent_lot', id, good, good - today(), number, 'own', reagent || ' ' || number || ' ' || name
    from (select id, number, name, reagent_good_until(reagent_lot, null) as good,
        case kind when 'reagent' then '试剂' when 'standard_solution' then '标准溶液' else '对照品' end as reagent
      from reagent_lot where state = 'in_use') bottle where good <= today() + ${laboratoryDays}::integer
    union all
    select 'outside_laboratory', id, valid_until, valid_until - today(), name, 'own', '委托检验机构 ' || name || ' 的认可'
    from outside_laboratory where is_active and valid_until <= today() + ${laboratoryDays}::integer
    union all
    select 'stability_point', t.id, t.test_on, t.test_on - today(), l.lot_no, 'own', l.name || ' ' || l.lot_no || ' 稳定性考察' || t.month || '个月'
    from stability_point t join lot l on l.enterprise_id = t.enterprise_id and l.id = t.lot_id
    where t.state = 'open' and t.test_on <= today() + ${laboratoryDays}::integer
    union all
    select 'authorisation', a.id, held.until, held.until - today(), person.user_name, 'own',
      person.name || ' 的' || ${activityNames('a.activity')} || case when held.until < a.valid_until then '授权所依据的培训' else '授权' end
    from authorisation a join account person on person.enterprise_id = a.enterprise_id and person.id = a.person_id
      cross join lateral (select least(a.valid_until, training_until(a)) as until) held
    where a.state = 'valid' and person.state = 'active' and held.until <= today() + ${laboratoryDays}::integer
    order by 3, 2`.execute(tx)
  return rows
}

/** The alert that is due: 90, 30 or 7 days before the end, 0 once it is over. */
const dueAlert = (left: number): number => (left < 0 ? 0 : Math.min(...alertDays.filter((days) => left <= days)))

/** Who gets the message about what, and on which page they find it. */
type Recipient = { duty: Duty; page: PagePath; at?: Record<string, string> }
const inLaboratory = (kind: string) => (): Recipient => ({ duty: '36:manage', page: '/system-jilu', at: { view: 'means', register: kind } })
const recipients: Record<Ending['subject'], (ending: Ending) => Recipient> = {
  instrument: inLaboratory('instruments'),
  asset: () => ({ duty: '35:manage', page: '/system-jiagong', at: { view: 'asset' } }),
  reagent_lot: inLaboratory('reagents'),
  outside_laboratory: inLaboratory('laboratories'),
  authorisation: () => ({ duty: '31:qualify', page: '/system-user', at: { by: 'authorisation' } }),
  stability_point: () => ({ duty: '13:decide', page: '/system-jilu', at: { view: 'stability', list: 'points' } }),
  supplier: () => ({ duty: '33:audit', page: '/system-qiye' }),
  customer: () => ({ duty: '34:manage', page: '/system-kehu' }),
  licence: ({ owner }) =>
    owner === 'customer' ? { duty: '34:manage', page: '/system-kehu' } : { duty: '33:manage', page: '/system-qiye' },
}

/**
 * Sends those who keep suppliers, customers and our own papers a message about what ends soon: 90, 30 and 7 days before, and when it is
 * over. Each message is sent once for each end, however often this runs (domain §2.12, code 33). No step depends on it: the steps check
 * the days themselves. Returns the number of messages.
 */
export async function tellExpiring(pool: pg.Pool): Promise<number> {
  let count = 0
  await eachEnterprise(pool, 'expiry-alert', async (tx, system) => {
    for (const ending of await endings(tx)) {
      const days = dueAlert(ending.left)
      const { rows } = await sql`
        insert into expiry_alert (enterprise_id, subject, subject_id, valid_until, days)
        values (current_enterprise(), ${ending.subject}, ${ending.id}, ${ending.validUntil}, ${days})
        on conflict (enterprise_id, subject, subject_id, valid_until, days) do nothing returning id`.execute(tx)
      if (rows.length === 0) continue // sent before, or by another process a moment ago
      // The later alert takes the place of the earlier one.
      await tx
        .updateTable('notification')
        .set({ doneAt: tx.now().toISOString() })
        .where('recordId', '=', ending.id)
        .where('asked', '=', 'renew')
        .where('doneAt', 'is', null)
        .execute()
      const title =
        ending.left < 0 ? `${ending.what}已于${ending.validUntil}到期` : `${ending.what}还有${ending.left}天到期（${ending.validUntil}）`
      await notify(tx, system, {
        ...recipients[ending.subject](ending),
        title,
        q: ending.q,
        about: { table: ending.subject, id: ending.id, asks: 'renew' },
      })
      count++
    }
  })
  return count
}
