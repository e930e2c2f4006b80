import { z } from 'zod'
import { day, instant } from '#contract/kernel/values.ts'

/** Everything a public page may say: an allow-list. No price, customer, full name of a person, telephone of a farmer, internal limit or id. */

/** What a pack or batch is, for the person who holds it: eight different answers, never one "invalid". The worst comes first. */
const publicStatus = z.enum(['voided', 'recalled', 'rejected', 'frozen', 'expired', 'not_activated', 'not_released', 'genuine'])
export type PublicStatus = z.infer<typeof publicStatus>

/** The statuses from the worst to the best. */
export const statusesByWorst: readonly PublicStatus[] = publicStatus.options

export const publicStatuses: Record<PublicStatus, { title: string; advice: string; tone: 'good' | 'wait' | 'bad' }> = {
  genuine: { title: '正品，质量合格', advice: '此码由生产企业激活，该批产品经检验合格并由质量受权人放行。', tone: 'good' },
  not_released: { title: '尚未放行', advice: '该批产品还没有由质量受权人放行，不应在市场上出现。请向购买处或生产企业查询。', tone: 'wait' },
  not_activated: {
    title: '未激活',
    advice: '此码已生成，但还没有用在任何包装上。如果您在包装上看到它，请勿使用并联系生产企业。',
    tone: 'bad',
  },
  frozen: { title: '已暂停销售', advice: '生产企业正在核查该批产品。核查结束前请暂不使用，可保留包装等待结果。', tone: 'wait' },
  rejected: {
    title: '质量不合格，请停止使用',
    advice: '该批产品或制成它的药材已被生产企业判定为不合格。请停止使用，保留包装并联系购买处或生产企业。',
    tone: 'bad',
  },
  expired: { title: '已过保质期', advice: '产品已超过保质期，请勿使用。', tone: 'bad' },
  recalled: { title: '已召回，请停止使用', advice: '生产企业已召回该批产品。请停止使用，保留包装并联系购买处或生产企业。', tone: 'bad' },
  voided: { title: '此码已作废', advice: '此码已被生产企业作废，不对应任何在售产品。请勿使用并联系生产企业。', tone: 'bad' },
}

/** How sure a statement is: checked and signed in this system, or as the enterprise or its supplier says, or not given. */
const basis = z.enum(['verified', 'declared', 'missing'])

const publicTrace = z.strictObject({
  status: publicStatus,
  /** Scans of this very pack; absent on the batch page. */
  scans: z.strictObject({ firstAt: instant, count: z.int() }).nullable(),
  /** The batches in a box that holds packs of more than one; the page tells of the worst of them, and names them all. Null for everything else. */
  inBox: z
    .array(
      z.strictObject({
        name: z.string(),
        packSpec: z.string().nullable(),
        batchNo: z.string(),
        packs: z.int(),
        status: publicStatus,
        batchToken: z.string(),
      }),
    )
    .nullable(),
  product: z.strictObject({
    name: z.string(),
    spec: z.string(),
    packSpec: z.string().nullable(),
    batchNo: z.string(),
    producedOn: day,
    expiresOn: day.nullable(),
    storage: z.string(),
    method: z.string(),
    standard: z.string().nullable(),
    isToxic: z.boolean(),
  }),
  enterprise: z.strictObject({
    name: z.string(),
    licenceNo: z.string(),
    address: z.string(),
    phone: z.string(),
    introduction: z.string(),
    isDemo: z.boolean(),
  }),
  origins: z.array(
    z.strictObject({
      material: z.string(),
      latin: z.string(),
      species: z.string(),
      part: z.string(),
      sourceType: z.string(),
      /** Province, city and county; the village stays in the house. */
      place: z.string(),
      harvest: z.string(),
      isMain: z.boolean(),
    }),
  ),
  reports: z.array(
    z.strictObject({
      subject: z.string(),
      reportNo: z.string(),
      standard: z.string(),
      conclusion: z.string(),
      conforming: z.boolean(),
      on: day,
      items: z.array(z.strictObject({ name: z.string(), spec: z.string(), result: z.string(), verdict: z.string() })),
    }),
  ),
  steps: z.array(z.strictObject({ what: z.string(), detail: z.string(), on: day, basis })),
  /** Regions only; absent on the page of one pack. */
  destinations: z.array(z.strictObject({ place: z.string(), on: day })).nullable(),
  /** Where the whole batch can be read. */
  batchToken: z.string().nullable(),
})
export type PublicTrace = z.infer<typeof publicTrace>
