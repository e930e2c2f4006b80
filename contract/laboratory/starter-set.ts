import { z } from 'zod'
import { endpoint } from '#contract/kernel/endpoint.ts'
import { day, signature, text } from '#contract/kernel/values.ts'
import { standardItemInput } from './standard-item.ts'
import { standardSubjectKind } from './standard.ts'

/** A standard of the set, as this enterprise would write it. */
const starterStandard = z.strictObject({
  of: standardSubjectKind,
  name: z.string(),
  items: z.array(standardItemInput),
  /** `awaited`: of a product that the enterprise has not made yet. */
  standing: z.enum(['new', 'loaded', 'awaited']),
})

const starterHerb = z.strictObject({
  code: z.string(),
  name: z.string(),
  part: z.string(),
  species: z.array(z.string()),
  isToxic: z.boolean(),
  /** Whether the enterprise has the material already. */
  isKnown: z.boolean(),
  standards: z.array(starterStandard),
  /** Whether loading it brings anything. */
  isNew: z.boolean(),
})
export type StarterHerb = z.infer<typeof starterHerb>

/** 起始目录: usual herbs with those limits on which all sources agree. A second person approves every standard before it is in force. */
export const starterApi = {
  read: endpoint({
    method: 'GET',
    path: '/starter-set',
    right: '36:manage',
    summary: '起始目录：常用药材、来源一致的限度，以及本企业已有哪些',
    input: z.strictObject({}),
    output: z.strictObject({
      /** The edition of the pharmacopoeia that the limits were copied from; every standard of the set is of it. */
      edition: z.string(),
      herbs: z.array(starterHerb),
    }),
  }),
  load: endpoint({
    method: 'POST',
    path: '/starter-set/load',
    right: '36:manage',
    summary: '载入所选药材、炮制方法与质量标准；载入人签编制，标准待另一人批准后才生效（新建物料另需维护产品与工艺的权限）',
    input: z.strictObject({
      herbs: z.array(text(20)).min(1, '请选择药材').max(200, '药材太多'),
      effectiveFrom: day,
      signature,
    }),
    output: z.strictObject({ materials: z.int(), methods: z.int(), standards: z.int() }),
    refusals: ['not_found', 'starter_loaded', 'standard_day_past', 'dictionary_item_unknown'],
  }),
}
