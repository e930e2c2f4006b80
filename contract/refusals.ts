/** Every "no" the business can say. The server throws the code; the screen shows the sentence, which says what to do. */
export const refusals = {
  // rights and identity
  no_permission: '没有此操作的权限，请联系管理员在角色管理中授权',
  wrong_credentials: '用户名或密码不正确',
  too_many_attempts: '尝试次数过多，请稍后再试',
  account_disabled: '账号已停用，请联系管理员',
  wrong_password: '签名口令不正确，请重新输入',
  weak_password: '新密码过于简单或太常见，请换一个',
  must_change_password: '请先在个人中心设置自己的口令，再签名',
  signer_unknown: '复核人账号或口令不正确',
  signer_lacks_duty: '复核人没有此项职责，请换有权限的人员复核',
  // documents in general
  not_found: '没有找到这条记录，可能已被移走',
  wrong_state: '当前状态不允许此操作，请刷新后查看最新状态',
  stale: '记录已被他人修改，请刷新后重试',
  duplicate: '已有相同的记录，请勿重复',
  still_referenced: '此记录正被使用，不能这样修改',
  key_reused: '同一个幂等键用在了不同的请求上，请换一个新键',
  in_progress: '相同的请求正在处理，请稍候',
  // the separation of duties (domain §2.0, I7): about persons, not roles
  same_person: '同一人不能既操作又复核，请由另一人完成',
  requester_accepts: '请验人不能受理自己的请验，请由他人受理',
  requester_samples: '请验人不能自己取样，请由取样员取样',
  analyst_reviews: '检验人不能复核自己的检验，请由他人复核',
  analyst_approves: '检验人或复核人不能批准报告，请由QC主管批准',
  analyst_releases: '检验人不能放行自己检验的批次，请由其他质量人员放行',
  buyer_releases: '采购人不能放行自己采购的批次，请由QA放行',
  receiver_releases: '收货人不能放行自己验收的批次，请由QA放行',
  issuer_checks: '发料人不能复核自己的称量，请由他人复核',
  operator_checks: '操作人不能复核自己的工序，请由他人复核',
  picker_checks: '拣货人不能复核自己的出库，请由第二人复核',
  producer_releases: '参与生产的人员不能放行该批成品',
  author_approves: '编制人不能批准自己的单据，请由他人批准',
  // lots and stock (I3, I8)
  short_stock: '库存不足，请减少数量或另选批次',
  lot_not_released: '该批尚未放行，不能使用',
  lot_held: '该批已被冻结，解冻前不能移动或使用',
  lot_expired: '该批已超过有效期或复验期，请先复验',
  zone_mismatch: '目标库区与批次的质量状态不符，请选择相应库区',
  // platform
  invalid_input: '输入的数据不合法！',
  unauthenticated: '登录已失效，请重新登录',
  forbidden_origin: '请求来源不受信任，请从本系统页面操作',
  unsupported_media: '不支持的内容类型，请发送 JSON',
  too_large: '提交的内容太大，请减少后重试',
  busy: '系统正忙，请稍后重试',
  internal: '系统出了问题，请把请求编号告诉管理员',
} as const

export type RefusalCode = keyof typeof refusals

/** A business "no". Anything else that is thrown is a bug. */
export class Refusal extends Error {
  readonly code: RefusalCode
  /** What the sentence cannot know: the fields that were wrong, the lot that is short. */
  readonly errors: readonly FieldError[]
  constructor(code: RefusalCode, errors: readonly FieldError[] = []) {
    super(refusals[code])
    this.code = code
    this.errors = errors
  }
}

/** One field and what is wrong with it, in Chinese. `path` uses dots: `lines.0.quantity`. */
export type FieldError = { path: string; message: string }

export const isRefusalCode = (value: unknown): value is RefusalCode => typeof value === 'string' && Object.hasOwn(refusals, value)
