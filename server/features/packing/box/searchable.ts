import { numbered, type Searchable } from '#kernel/searchable.ts'

/** 装箱变更单, found by change_no. */
export const boxChanges: Searchable = {
  ...numbered({ what: '装箱变更单', pages: ['19'], table: 'box_change', column: 'change_no', subject: 't.reason' }),
  path: '/yinpian-kucun',
  at: { view: 'box' },
}
