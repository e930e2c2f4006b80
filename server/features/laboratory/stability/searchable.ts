import { numbered, type Searchable } from '#kernel/searchable.ts'

/** 稳定性考察方案, found by plan_no. */
export const stabilityPlans: Searchable = {
  ...numbered({
    what: '稳定性考察方案',
    pages: ['37'],
    table: 'stability_plan',
    column: 'plan_no',
    subject: `(select p.name from product p where p.enterprise_id = t.enterprise_id and p.id = t.product_id) || ' 第' || t.version || '版'`,
  }),
  path: '/system-jilu',
  at: { view: 'stability' },
}
