import { keysOf } from '#contract/kernel/key-of.ts'
import { numberedObjects } from './numbering.ts'
import { requestKinds } from '#contract/laboratory/request.ts'
import { sampleKinds } from '#contract/laboratory/sample-state.ts'
import { resultSources, verdictLooks } from '#contract/laboratory/test-result.ts'
import { limitOps } from '#contract/laboratory/judge.ts'
import { holdKinds } from '#contract/warehouse/lot.ts'
import { movementKinds } from '#contract/warehouse/movement.ts'
import { provinces } from '#contract/supply/origin.ts'
import { codeLevels, codeLooks, codeSchemes } from '#contract/packing/codes.ts'

/** One word of the dictionary as the program ships it; `locked`: the program looks for this very word, so it stays as it is. */
export type ShippedItem = { code: string; label: string; locked?: true }
/** 字典类型. A system type drives the program: its items are listed here and nowhere else. Each factory makes its own items of the other types. */
export type DictionaryTypeDefinition = { name: string; isSystem: boolean; items: readonly ShippedItem[] }

/** `code 标签`, one after another; a `!` behind the code locks the item. */
const words = (text: string): ShippedItem[] =>
  text
    .trim()
    .split(/\s*\|\s*/)
    .map((pair) => {
      const [code = '', ...label] = pair.split(' ')
      return { code: code.replace('!', ''), label: label.join(' '), ...(code.endsWith('!') && { locked: true as const }) }
    })
const own = (name: string, text: string): DictionaryTypeDefinition => ({ name, isSystem: false, items: words(text) })
const system = (name: string, items: readonly ShippedItem[] | string): DictionaryTypeDefinition => ({
  name,
  isSystem: true,
  items: typeof items === 'string' ? words(items) : items,
})
const labels = (record: Record<string, string>): ShippedItem[] => Object.entries(record).map(([code, label]) => ({ code, label }))
const codesAlone = (text: string): ShippedItem[] => text.split(' ').map((code) => ({ code, label: code }))
const looks = (record: Record<string, { label: string }>): ShippedItem[] =>
  Object.entries(record).map(([code, { label }]) => ({ code, label }))

/** The dictionary the product ships (domain §5), by type. Codes never change and are never used again for another word. */
export const dictionaryTypes = {
  // ── 系统类型 ──
  quality_status: system(
    '质量状态',
    'quarantine 待验/待放行 | under_test 检验中 | conforming 检验合格 | released 合格/可销售 | rejected 不合格 | retest_due 待复验',
  ),
  hold_type: system('冻结类型', labels(holdKinds)),
  lock_level: system('锁定级别', '1 企业码 | 2 产品码 | 3 批次码 | 4 溯源码'),
  doc_status: system(
    '单据状态',
    'draft 草稿 | submitted 已提交 | approved 已批准 | in_progress 执行中 | completed 已完成 | reviewed 已复核 | closed 已关闭 | cancelled 已取消 | void 已作废',
  ),
  request_type: system('请验类别', labels(requestKinds)),
  sample_type: system('样品类型', labels(sampleKinds)),
  item_conclusion: system('单项结论', looks(verdictLooks)),
  result_type: system('结果来源', labels(resultSources)),
  limit_op: system('限度符号', labels(limitOps)),
  release_decision: system('放行决定', 'release 放行 | reject 不放行'),
  movement_type: system('库存变动', labels(movementKinds)),
  process_step: system(
    '工序',
    'clean 净制 | moisten 洗润 | cut 切制 | dry 干燥 | process 炮炙 | screen 筛选 | pack 包装 | clear 清场 | hand_over 交接',
  ),
  sign_meaning: system(
    '签名含义',
    'write 编制 | operate 操作 | check 复核 | review 审核 | approve 批准 | release 放行 | reject 拒绝 | receive 领用 | confirm 确认 | witness 见证',
  ),
  audit_action: system('审计动作', 'INSERT 新增 | UPDATE 修改 | DELETE 删除'),
  code_system: system('追溯码体系', labels(codeSchemes)),
  code_level: system('追溯码层级', labels(codeLevels)),
  code_status: system('追溯码状态', looks(codeLooks)),
  role_code: system(
    '岗位',
    'buyer 采购员 | wh_raw 原料库管员 | wh_fg 成品库管员 | qc_sampler 取样员 | qc_analyst 检验员 | qc_reviewer 复核员 | qc_manager QC主管 | qa QA | qp 质量受权人 | quality_head 质量负责人 | prod_operator 操作工 | prod_leader 班组长 | process_engineer 工艺员 | prod_manager 生产部经理 | packer 包装工 | sales 销售员 | logistics 物流员 | sys_admin 系统管理员 | auditor 审计/监管查看',
  ),
  // GS1 Core Business Vocabulary 2.0; its words are the same in every language.
  epcis_bizstep: system(
    'EPCIS 业务步骤',
    codesAlone(
      'accepting arriving assembling collecting commissioning consigning creating_class_instance cycle_counting decommissioning departing destroying disassembling dispensing encoding entering_exiting holding inspecting installing killing loading other packing picking receiving removing repackaging repairing replacing reserving retail_selling sampling sensor_reporting shipping staging_outbound stock_taking stocking storing transforming transporting unloading unpacking void_shipping',
    ),
  ),
  epcis_disposition: system(
    'EPCIS 处置状态',
    codesAlone(
      'active available completeness_inferred completeness_verified conformant container_closed container_open damaged destroyed dispensed disposed encoded expired in_progress in_transit inactive mismatch_class mismatch_instance mismatch_quantity needs_replacement no_pedigree_match non_conformant non_sellable_other partially_dispensed recalled reserved retail_sold returned sellable_accessible sellable_not_accessible stolen unavailable unknown',
    ),
  ),
  numbering_object: system(
    '编号对象',
    Object.entries(numberedObjects).map(([code, { label }]) => ({ code, label })),
  ),
  region: system(
    '行政区（省级）',
    provinces.map((name) => ({ code: name, label: name })),
  ),

  // ── 采购与产地 ──
  purchase_type: own('采购类别', 'crude_drug 药材 | auxiliary 辅料 | inner_pack 内包材 | outer_pack 外包材 | label 标签'),
  material_class: own(
    '物料分类',
    '01 根及根茎 | 02 果实种子 | 03 全草 | 04 花叶 | 05 皮类 | 06 藤木树脂 | 07 菌藻 | 08 动物 | 09 矿物 | 10 其它',
  ),
  medicinal_part: own(
    '药用部位',
    'root 根 | root_rhizome 根及根茎 | rhizome 根茎 | tuberous_root 块根 | tuber 块茎 | bulb 鳞茎 | stem 茎 | stem_wood 茎木 | bark 皮 | leaf 叶 | flower 花 | flower_bud 花蕾 | fruit 果实 | peel 果皮 | seed 种子 | kernel 种仁 | herb 全草 | sclerotium 菌核 | fruiting_body 子实体 | animal 动物体 | secretion 分泌物 | shell 贝壳 | mineral 矿物 | other 其它',
  ),
  source_type: own(
    '来源类型',
    'cultivated 栽培 | wild 野生 | self_bought 自购 | wild_imitating 仿野生 | wild_tended 野生抚育 | farmed 养殖 | imported 进口',
  ),
  enterprise_type: own(
    '企业类型',
    'grower 药材种植 | herb_dealer 药材经销商 | slice_maker 饮片生产 | slice_dealer 饮片经销商 | market 药材市场 | hospital 医院 | authority 管理机构 | cooperative 合作社 | farmer 农户 | importer 进口商 | carrier 承运商 | laboratory 委托检验机构 | other 其它',
  ),
  customer_type: own(
    '客户类型',
    'hospital 医院 | pharmacy 药店 | wholesaler 批发企业 | slice_trader 饮片经营 | manufacturer 制药企业 | clinic 诊所 | other 其它',
  ),
  primary_processing: own(
    '产地加工',
    'washed 清洗 | trimmed 修整 | sweated 发汗 | steamed 蒸 | boiled 煮 | scalded 烫 | peeled 去皮 | shelled 去壳 | pulp_removed 去瓤 | crown_removed 去芦头 | stone_removed 去核 | rootlets_removed 去须根 | core_removed 去心 | sliced 切片 | diced 切块 | cut 切段 | oven_dried 烘干 | shade_dried 阴干 | sun_dried 晒干 | other 其它',
  ),
  package_type: own(
    '包装形式',
    'woven_bag 编织袋 | jute_bag 麻袋 | carton 纸箱 | crate 木箱 | drum 纸桶 | paper_bag 牛皮纸袋 | film_bag 复合膜袋 | bottle 塑料瓶 | jar 陶坛 | small_bag 小袋（g/袋）',
  ),
  defect_type: own(
    '异常类型',
    'mould 霉变 | insects 虫蛀 | oil 走油 | discoloured 变色 | efflorescence 风化 | deliquescence 潮解 | odour 异味 | damp 水湿 | foreign 异物 | mixed 混品 | broken 破损 | label 标签错误 | count 数量不符',
  ),

  // ── 炮制 ──
  clean_method: own('净制方法', 'pick 挑选 | winnow 风选 | sieve 筛选 | water 水选 | brush 刷 | shear 剪 | scrape 刮 | blanch_peel 燀去皮'),
  clean_content: own(
    '净制内容',
    'impurity 去杂质 | root 去残根 | stem 去残茎 | twig 去枝梗 | shell 去皮壳 | hair 去毛 | core 去心 | stone 去核 | flesh 去残肉 | head_foot 去头足',
  ),
  soften_method: own(
    '软化方法',
    'sprinkle 淋润 | rinse 淘洗 | soak_moisten 浸润 | soak 浸泡 | steam 蒸汽润 | quick_wash 抢水洗 | vacuum 真空润药',
  ),
  cut_spec: own(
    '切制规格',
    'extra_thin 极薄片 | thin 薄片（1–2 mm） | thick 厚片（2–4 mm） | oblique 斜片 | straight 直片 | section 段 | cube 方块 | shred 丝 | powder 粉碎 | floss 制绒 | planed 镑片 | crushed 捣碎',
  ),
  dry_method: own(
    '干燥方法',
    'low 低温50℃ | middle 中温70℃ | high 高温80℃ | sun 晒干 | shade 阴干 | hot_air 热风循环 | belt 带式 | microwave 微波',
  ),
  fry_method: own(
    '炒制',
    'yellow 炒黄 | brown 炒焦 | charred 炒炭 | bran 麸炒 | rice 米炒 | earth 土炒 | sand 砂烫 | sand_vinegar 砂烫醋淬 | clam 蛤壳粉烫 | talc 滑石粉烫',
  ),
  zhi_method: own(
    '炙制',
    'honey 蜜炙 | wine 酒炙 | vinegar 醋炙 | salt 盐水炙 | ginger 姜汁炙 | licorice 甘草汁炙 | black_bean 黑豆汁炙 | gleditsia 皂角汁炙 | bile 胆汁炙 | suet 羊脂炙',
  ),
  steam_method: own('蒸制', 'wine 酒蒸 | vinegar 醋蒸 | salt 盐蒸 | licorice 甘草汁蒸 | black_bean 黑豆汁蒸 | ginger 姜汁蒸 | plain 清蒸'),
  boil_method: own('煮制', 'water 清水煮 | ginger 姜汁煮 | radish 萝卜煮 | licorice 甘草汁煮 | black_bean 黑豆汁煮'),
  calcine_method: own('煅制', 'open 明煅 | sealed 密闭煅 | quenched 煅淬'),
  simmer_method: own('煨制', 'dough 面裹煨 | paper 草纸煨 | bran 麦麸煨'),
  other_process: own(
    '其它炮制',
    'decoction 药汁制 | ginger_alum 姜矾制 | licorice_lime 甘草石灰制 | blanch 燀制 | water_grind 水飞 | ferment 发酵 | germinate 发芽 | coat 拌衣 | frost 制霜 | defat 去油',
  ),
  fire_level: own('火力', 'gentle 文火 | medium 中火 | strong 武火'),
  select_defect: own('精选', 'odd 异形片 | unprocessed 炮制不符合要求 | broken 碎末 | impurity 杂质 | discoloured 变色 | mould 霉变'),

  // ── 仓储与运输 ──
  storage_condition: own(
    '贮藏条件',
    'rt 常温 | cool 阴凉 | cool_dark 凉暗 | cold 冷藏 | light_protect 避光 | closed 密闭 | sealed 密封 | dry 通风干燥 | damp_proof 防潮 | moth_proof 防蛀 | mould_proof 防霉 | double_lock! 双锁',
  ),
  curing_method: own(
    '养护方法',
    'turn 翻垛 | sun 晾晒 | dehumidify 除湿 | ventilate 通风 | refrigerate 低温冷藏 | gas 气调（充氮/CO₂） | seal 密封 | counter 对抗贮存 | lamp 灯光诱杀 | heat 高温干燥',
  ),
  care_finding: own(
    '养护发现',
    'none! 无异常 | mould 霉变 | insect 虫蛀 | oil 走油 | discolour 变色 | damp 受潮 | crumble 风化散粒 | broken 包装破损 | other 其它',
  ),
  movement_reason: own(
    '变动原因',
    'normal 正常 | moisture 水分损耗 | broken 破损 | spoiled 虫蛀霉变 | count 盘点差异 | weighing 称量误差 | other 其它',
  ),
  transport_mode: own('运输方式', 'own 自有车 | third_party 第三方物流 | express 快递 | pick_up 客户自提 | rail 铁路 | air 航空'),
  return_reason: own(
    '退货原因',
    'quality 质量 | broken 包装破损 | wrong_goods 发错货 | near_expiry 近效期 | cancelled 客户取消 | transport 运输损坏 | recall 召回',
  ),
  disposal_method: own(
    '处置方式',
    'to_supplier 退供应商 | rework 返工 | downgrade 降级（禁用于药用） | burn 焚烧 | bury 粉碎填埋 | chemical 化学处理',
  ),
  unit: own(
    '单位',
    'kg 公斤 | g 克 | t 吨 | jin 斤 | bag 袋 | pack 包 | box 盒 | carton 箱 | piece 件 | sheet 张 | L 升 | mL 毫升 | mg 毫克 | ug 微克 | percent %',
  ),

  // ── 人员 ──
  training_kind: own(
    '培训类别',
    'law 法规与GMP | post 岗位操作规程 | sampling 取样 | method 检验方法 | weighing 称量 | release 放行审核 | toxic 毒性药材管理 | hygiene 卫生与更衣 | safety 安全 | other 其它',
  ),

  // ── 检验与质量 ──
  priority: own('优先级', 'normal 正常 | urgent 紧急'),
  standard_type: own(
    '标准类别',
    'chp 中国药典 | national_processing 国家中药饮片炮制规范 | ministry 卫生部标准 | enterprise! 企业标准 | customer! 客户标准 | shanghai 上海市中药饮片炮制规范 | zhejiang 浙江省中药炮制规范 | anhui 安徽省中药饮片炮制规范 | jiangsu 江苏省中药饮片炮制规范 | beijing 北京市中药饮片炮制规范 | sichuan 四川省中药饮片炮制规范 | shandong 山东省中药饮片炮制规范 | hubei 湖北省中药饮片炮制规范 | hebei 河北省中药饮片炮制规范 | tianjin 天津市中药饮片炮制规范 | fujian 福建省中药饮片炮制规范 | guangxi 广西中药饮片炮制规范 | gansu 甘肃省中药炮制规范',
  ),
  quality_grade: own('质量级别', 'first 一级 | second 二级 | third 三级 | unfit 不合格'),
  test_method_type: own(
    '检验方法类型',
    'sense 感官 | microscope 显微 | tlc 薄层 | chemical 理化 | titration 滴定 | hplc 液相 | gc 气相 | uv 紫外 | gravimetric 重量法 | microbe 微生物 | icp_ms ICP-MS | gc_ms GC-MS | lc_ms LC-MS',
  ),
  result_unit: own('结果单位', 'percent % | mg_kg mg/kg | ug_kg µg/kg | mg_g mg/g | cfu_g cfu/g | mL_g mL/g | mL mL | piece 个'),
  release_basis: own('放行依据', 'full 全项检验 | quoted 引用检验结果（已评价） | other 其它'),
  report_type: own('报告类型', 'quality 质量检验报告 | origin 产地证明 | environment 环境检测报告 | other 其他报告'),
  deviation_level: own('偏差级别', 'minor 次要 | major 主要 | critical 严重'),
  deviation_source: own(
    '偏差来源',
    'purchase 采购 | storage 仓储 | production 生产 | test 检验 | packaging 包装 | transport 运输 | computer 计算机系统 | environment 环境 | equipment 设备 | people 人员',
  ),
  oos_outcome: own('OOS结论', 'confirmed 确认不合格 | laboratory 实验室差错 | sampling 取样差错 | production 生产差错 | unproven 无确证'),
  capa_type: own('CAPA', 'corrective 纠正 | preventive 预防'),
  lock_reason: own('锁定原因', 'quality 质量原因 | other 其它'),
  recall_level: own('召回级别', '1 一级 | 2 二级 | 3 三级'),
  recall_type: own('召回方式', 'voluntary 主动 | ordered 责令 | mock 模拟'),

  // ── 证照与数据 ──
  file_type: own(
    '附件类型',
    'crude_report 药材检验报告 | slice_report 饮片检验报告 | origin 产地证明 | contract 合同 | invoice 发票 | delivery 随货单 | photo 照片 | spectrum 图谱 | climate 温湿度 | quarantine 检疫 | licence 许可证 | certificate 证书',
  ),
  license_type: own(
    '证照',
    'business 营业执照 | production 药品生产许可证 | trade 药品经营许可证 | medical 医疗机构执业许可证 | gmp GMP符合性 | gsp GSP | cooperative 农民专业合作社 | import 进口药材批件 | origin 产地证明',
  ),
  license_scope: own(
    '许可范围',
    'slice 中药饮片 | clean 净制 | cut 切制 | fry 炒制 | zhi 炙制 | steam 蒸制 | boil 煮制 | calcine 煅制 | blanch 燀制 | other 其它 | toxic 毒性饮片 | direct_oral 直接口服饮片',
  ),
  toxic_flag: own('特殊管理', 'plain 普通 | toxic 毒性 | precious 贵细 | flammable 易燃 | perishable 易霉蛀'),
  link_type: own('环节', '04 种植 | 11 药材经营 | 23 饮片加工 | 31 饮片经营'),
  data_source: own('数据来源', 'manual 手工 | scan 扫码 | scale 电子秤 | logger 温湿度仪 | instrument 仪器 | interface 接口 | late 补录'),
} satisfies Record<string, DictionaryTypeDefinition>

export type DictionaryType = keyof typeof dictionaryTypes
export const dictionaryTypeCodes = keysOf(dictionaryTypes)
