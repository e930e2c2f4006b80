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
  // accounts and roles (domain §2.0)
  user_name_not_allowed: '用户名只能用小写字母、数字和 . _ -（2至40个），或2至20个汉字和数字，请另取一个',
  user_name_taken: '用户名已被使用，请另取一个',
  own_account: '不能这样处理自己的账号，请由另一位管理员操作，或到个人中心修改',
  last_administrator: '这是最后一位管理员，请先让另一位在用人员同时持有“维护用户”和“维护角色”',
  beyond_own_rights: '涉及您自己没有的管理权限，请由持有该权限的管理员操作',
  not_locked: '该账号没有被锁定',
  no_session_open: '该账号没有登录中的会话',
  password_change_required: '已要求本人修改口令，请等其修改',
  shown_once: '一次性口令只显示一次，操作已经完成；没有记下时，请重新发放',
  role_unknown: '所选角色已不存在，请刷新后重选',
  role_name_taken: '已有同名的角色，请换一个名称',
  role_built_in: '内置角色不能修改或删除，请复制后再改',
  role_held: '还有账号持有该角色，请先在用户管理中收回',
  // documents in general
  not_found: '没有找到这条记录，可能已被移走',
  wrong_state: '当前状态不允许此操作，请刷新后查看最新状态',
  stale: '记录已被他人修改，请刷新后重试',
  duplicate: '已有相同的记录，请勿重复',
  still_referenced: '此记录正被使用，不能这样修改',
  key_reused: '同一个幂等键用在了不同的请求上，请换一个新键',
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
  toxic_store: '毒性药材只能存放在双锁的毒性库，其它物料不得存入，请另选货位',
  not_held: '该批没有这项冻结，或已经解冻，请刷新后查看',
  hold_of_case: '该冻结由OOS或召回产生，须在相应流程中结案解除',
  // purchase (domain §2.1)
  supplier_not_qualified: '供应商不在合格名录或资质已过有效期，请先在企业管理完成审计',
  supplier_out_of_scope: '该供应商的供货范围不含此类物料，请另选供应商',
  material_not_orderable: '物料已停用或不属于所选采购类别，请另选物料',
  sulfur_fumigated: '硫熏的药材不得验收入库，请改为拒收',
  one_lot_twice: '两行的产地、采收时间、等级和供应商批号都相同，应合并为一批',
  over_delivery: '到货量超过订购量10%以上，请先补订或拒收多出的部分',
  signature_needed: '毒性药材须由收货人与复核人两人签名，请收货人也签名',
  short_close_needs_reason: '采购单尚未到齐，关闭时请填写原因',
  // sales and transport (domain §2.10)
  not_author: '只有编制人可以修改和提交自己的单据',
  customer_inactive: '客户已停用，不能销售',
  licence_expired: '客户的许可证已过期，请先在客户管理更新许可证',
  scope_missing: '客户的许可范围不含中药饮片，不能销售',
  toxic_scope_missing: '客户的许可范围不含毒性中药饮片，不能销售毒性饮片',
  address_not_licensed: '收货地址不是该客户许可证上的地址，请重新选择',
  shelf_life_short: '批次剩余有效期不足，请退回重配',
  code_unknown: '没有这个追溯码，请重新扫描',
  code_not_in_stock: '该追溯码不在库（未激活、已出库或已作废），不能发出',
  code_of_other_batch: '该追溯码不属于本单分配的批次，请放回并另取',
  code_twice: '该追溯码已经扫过，或已被别的销售单拣走',
  count_mismatch: '数量与单据不符，请逐批核对',
  // inspection and release
  inspection_open: '该批已有未完成的请验，请先办完或取消',
  standard_not_effective: '该质量标准不适用于此批，或今天不在有效期内，请另选标准',
  sample_too_small: '取样量不足检验需用量的3倍，或某一份少于规定，请增加取样量',
  toxic_needs_second: '毒性物料须由两人取样，请第二取样人签名',
  quote_not_allowed: '该项目不允许引用或委托检验，请自行检验',
  results_incomplete: '还有项目没有结论，请补齐结果后再提交',
  oos_open: '有不符合规定的项目且OOS尚未作出结论，请先填写OOS调查结论',
  oos_fixed: '该项目已判不符合规定并开立OOS，批准复检前不能更改结果',
  report_nonconforming: '检验报告结论为不符合规定，不能放行',
  report_conforming: '检验报告结论为符合规定，无需判定不合格',
  checklist_incomplete: '放行审核项未全部通过，请逐项确认或选择不合格',
  // production (domain §2.5)
  process_missing: '该产品没有现行工艺规程，请先在加工管理中批准工艺规程',
  standard_missing: '该产品没有现行质量标准，请先维护并批准质量标准',
  lot_mismatch: '所选批次不是该产品或工艺所用的物料，请重新选择',
  blend_not_allowed: '一批产品只能用一个主药材批次，该工艺规程不允许拼批',
  blend_needs_qa: '拼批须由编制人以外的QA签名批准，请QA输入账号与口令',
  batch_too_large: '投料量超过工艺规程规定的最大批量，请减少投料量',
  auxiliary_ratio: '辅料用量不符合工艺规程的比例，请按比例填写',
  not_first_due: '所选批次不是最先到期的批次，请改选，或填写理由',
  scale_overdue: '该秤检定已过期，不能称量，请更换检定有效的秤',
  wrong_lot: '所扫描的批号不在本指令中，请核对物料标识',
  lot_not_weighed: '指令中还有批次没有称量，请全部称量后再发料',
  issue_exceeds_plan: '实发量超过计划量的允许范围，请减少后重新称量',
  issue_needs_reason: '实发量或辅料比例偏离计划，请填写原因',
  step_running: '上一道工序尚未完成，请先完成',
  no_step_running: '没有正在进行的工序，请先开始工序',
  steps_done: '全部工序已完成，请完成生产',
  steps_open: '还有工序未完成，请先完成全部工序',
  wrong_step: '这不是当前应做的工序，请刷新后查看',
  input_exceeds: '投入量大于上道工序的产出或领料量，请核对',
  output_exceeds: '合格产出大于末道工序的产出量，请核对',
  return_exceeds: '退料量超过领料量，请核对',
  line_busy: '该生产线上一批尚未完成清场，请等待或更换生产线',
  deviation_required: '有超出规定范围的项目，请填写偏差说明',
  signature_required: '关键工序须由操作人签名，请输入签名口令',
  operator_reviews: '编制或参与生产的人员不能审核该批记录，请由其他QA审核',
  conclusion_required: '该批有偏差，请填写偏差处理结论后再审核',
  // packaging, labels and trace codes (domain §2.8)
  batch_not_conforming: '该批还没有符合规定的检验报告，不能包装',
  spec_of_other_product: '该包装规格不属于此产品，请另选',
  labels_need_reason: '再次领用或超出计划的领用须写明原因',
  labels_unreconciled: '标签数不平：领用数应等于使用、损坏、销毁、取样之和，请重新清点，仍不符时报偏差',
  labels_not_scanned: '损坏和取样的标签须逐张扫码，扫到的张数与填写的不符',
  label_of_other_order: '扫到的标签不是本包装指令领用的，请核对并查明来源',
  packed_more_than_charged: '成品、零头与损耗之和超过了领用量，请核对',
  balance_needs_deviation: '包装物料平衡低于99%，请填写偏差说明',
  pack_too_light: '有一袋的短缺量超过允许值（JJF 1070），请剔除并查明原因',
  box_labels_short: '箱签不够装下全部成品，请补领箱签',
  box_two_batches: '一箱最多装两个批号，请另装一箱',
  box_full: '该箱已满，请另选一箱',
  pack_in_other_box: '其中有已装在别的箱里的袋，请先拆箱',
  box_not_open: '该箱不能合箱：规格不同、已放行发运或没有启用，请另选一箱',
  already_printed: '其中有已经打印过的标签，补印请写明原因',
  no_such_serial: '序号超出了本码段的范围',
  code_shipped: '其中有已发运的码，不能作废；请走退货或召回',
  code_voided: '其中有已经作废的码，请缩小范围',
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
