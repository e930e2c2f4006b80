import { z } from 'zod'
import { day, instant } from '#contract/kernel/values.ts'

/** Everything a public page may say: an allow-list. No price, customer, full name of a person, telephone of a farmer, internal limit or id. */

/** What a pack or batch is, for the person who holds it: ten different answers, never one "invalid". The worst comes first. */
const publicStatus = z.enum([
  'voided',
  'recalled',
  'rejected',
  'locked',
  'frozen',
  'expired',
  'returned',
  'not_activated',
  'not_released',
  'genuine',
])
export type PublicStatus = z.infer<typeof publicStatus>

/** The statuses from the worst to the best. */
export const statusesByWorst: readonly PublicStatus[] = publicStatus.options

/** What the head of the page says. `off` is for a code that stands for nothing. */
export const publicStatuses: Record<PublicStatus, { title: string; advice: string; tone: 'good' | 'wait' | 'bad' | 'off' }> = {
  genuine: { title: '正品，检验合格', advice: '此码由生产企业发出；这一批检验符合规定，已由质量受权人放行。', tone: 'good' },
  not_released: {
    title: '尚未放行',
    advice: '这一批还没有由质量受权人放行，不应在市场上出现。请先不要使用，并与购买处或企业核对。',
    tone: 'wait',
  },
  not_activated: {
    title: '此码尚未启用',
    advice: '此码未激活：已印制，但企业还没有把它用在出厂的包装上。若它来自您买到的包装，请先不要使用，并与企业核对。',
    tone: 'off',
  },
  frozen: {
    title: '暂停销售，正在核查',
    advice: '企业发现需要核查的情况，已冻结这一批并暂停销售。核查结束前请先不要使用。',
    tone: 'wait',
  },
  rejected: {
    title: '质量不合格，请停止使用',
    advice: '这一批或制成它的药材已被企业判定为不合格。请停止使用，保留包装，与企业或购买处联系退回。',
    tone: 'bad',
  },
  locked: {
    title: '已被监管锁定，请停止使用',
    advice: '监管部门通知锁定这一包装，正在核查。请不要使用，保留包装，与企业或购买处联系。',
    tone: 'bad',
  },
  expired: { title: '正品，但已过保质期', advice: '保质期已过，请不要使用。', tone: 'wait' },
  returned: {
    title: '已退回企业，不应在市场上',
    advice: '这一包装已经退回企业，还没有重新放行出售。若它在您手中，请先不要使用，并与购买处或企业核对。',
    tone: 'wait',
  },
  recalled: {
    title: '已召回，请停止使用',
    advice: '企业正在召回这一批。请不要再使用，保留包装，与企业或购买处联系退回。',
    tone: 'bad',
  },
  voided: {
    title: '此码已作废',
    advice: '企业已停用此码（例如标签损坏、重新包装）。出厂的包装上不应有它；若有，请不要使用，并与企业核对。',
    tone: 'off',
  },
}

/** How often a code was looked at, this visit included. */
const scans = z.strictObject({ firstAt: instant, count: z.int() })
export type PublicScans = z.infer<typeof scans>

/** Who answers for the goods, as the enterprise says of itself. */
const enterprise = z.strictObject({
  name: z.string(),
  licenceNo: z.string(),
  address: z.string(),
  phone: z.string(),
  introduction: z.string(),
  isDemo: z.boolean(),
})
export type PublicEnterprise = z.infer<typeof enterprise>

const publicTrace = z.strictObject({
  status: publicStatus,
  /** Since when the goods are held or recalled; null where no day belongs to the status. */
  since: day.nullable(),
  /** How many days the shelf life is over; null while it lasts. */
  daysExpired: z.int().nullable(),
  /** Scans of this very pack; null on the page of a batch. */
  scans: scans.nullable(),
  /** The batches in a box that holds packs of more than one; the page tells of the worst of them, and names them all. Null for everything else. */
  inBox: z
    .array(
      z.strictObject({
        name: z.string(),
        packSpec: z.string().nullable(),
        batchNo: z.string(),
        packs: z.int(),
        packUnit: z.string(),
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
  enterprise,
  /** The one picture of the page: a photograph, or the approved map of the enterprise with its number (审图号). */
  picture: z.strictObject({ digest: z.string(), mapNo: z.string().nullable() }).nullable(),
  origins: z.array(
    z.strictObject({
      material: z.string(),
      latin: z.string(),
      species: z.string(),
      part: z.string(),
      sourceType: z.string(),
      /** Province, city and county; the village stays in the house. Empty where none was given. */
      place: z.array(z.string()),
      harvestFrom: z.string(),
      harvestTo: z.string(),
      growthYears: z.string(),
      primaryProcessing: z.string(),
    }),
  ),
  /** What was added in processing. Names alone: how much is the enterprise's recipe. */
  auxiliaries: z.array(z.string()),
  /** The batch and all it was made of, the oldest first; null on the page of one pack. `share` is the part of the batch that stems from a lot, in whole percent. */
  genealogy: z
    .array(
      z.strictObject({
        kind: z.enum(['raw', 'auxiliary', 'bulk', 'pack']),
        name: z.string(),
        batchNo: z.string(),
        bornOn: day,
        place: z.string(),
        reportNo: z.string().nullable(),
        share: z.string().nullable(),
      }),
    )
    .nullable(),
  reports: z.array(
    z.strictObject({
      subject: z.enum(['药材', '饮片']),
      material: z.string(),
      batchNo: z.string(),
      reportNo: z.string(),
      standard: z.string(),
      conclusion: z.string(),
      conforming: z.boolean(),
      on: day,
      items: z.array(z.strictObject({ name: z.string(), spec: z.string(), result: z.string(), verdict: z.string() })),
    }),
  ),
  /** `time` on the page of a batch only; `isProcess` marks the steps of processing. */
  steps: z.array(z.strictObject({ what: z.string(), detail: z.string(), on: day, time: z.string().nullable(), isProcess: z.boolean() })),
  /** Regions the batch went to, each with its first and last day. */
  destinations: z.array(z.strictObject({ place: z.string(), from: day, to: day })),
  /** Where the whole batch can be read. */
  batchToken: z.string(),
})
export type PublicTrace = z.infer<typeof publicTrace>
