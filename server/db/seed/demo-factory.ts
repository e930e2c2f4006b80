/**
 * The demo factory's own choices: what it makes and how, the firms it knows, how its warehouse is laid out. All invented; process
 * parameters, yields and ratios are start values to be replaced by validated ones, and say so in the code of the process.
 */
import type { PurchaseCategory } from '#contract/supply/purchase.ts'

/** [code, name of a parameter, unit, least, aim, most]; null = no bound. */
type Parameter = readonly [code: string, name: string, unit: string, min: string | null, target: string | null, max: string | null]
type Step = { name: string; option: string; isCritical?: boolean; parameters: readonly Parameter[] }

export type DemoProcess = {
  steps: readonly Step[]
  auxiliaries?: readonly { material: string; ratio: string }[]
  yields: readonly [min: string, max: string]
  balance: readonly [min: string, max: string]
}

const clean: Step = { name: '净制', option: '挑选', parameters: [['impurity', '杂质率', '%', null, '1.0', '3.0']] }
const screen: Step = { name: '筛选', option: '振动筛', parameters: [['fines', '碎屑率', '%', null, '1.0', '3.0']] }
const moisten: Step = { name: '洗润', option: '抢水洗，闷润至透', parameters: [['moisten_hours', '闷润时间', 'h', '2', '4', '12']] }
const cut = (option: string, min: string, max: string): Step => ({
  name: '切制',
  option,
  isCritical: true,
  parameters: [['thickness', '厚度', 'mm', min, null, max]],
})
const dry = (moisture: string): Step => ({
  name: '干燥',
  option: '热风循环',
  isCritical: true,
  parameters: [
    ['temperature', '干燥温度', '℃', '45', '50', '70'],
    ['hours', '干燥时间', 'h', '3', '6', '16'],
    ['moisture', '干燥后水分', '%', null, null, moisture],
  ],
})
const fry = (option: string, min: string, max: string): Step => ({
  name: '炮炙',
  option,
  isCritical: true,
  parameters: [
    ['pan_temperature', '锅温', '℃', min, null, max],
    ['minutes', '炒制时间', 'min', '5', '10', '30'],
  ],
})

const slicing = (thickness: 'thin' | 'thick', moisture: string): DemoProcess => ({
  steps: [clean, moisten, thickness === 'thin' ? cut('薄片 1–2 mm', '1', '2') : cut('厚片 2–4 mm', '2', '4'), dry(moisture), screen],
  yields: ['80', '100'],
  balance: ['97', '102'],
})

type Pack = { name: string; net: string; perBox: number } & (
  | { scheme: 'INTERNAL' }
  | { scheme: 'GS1'; pack: string; box: string }
  | { scheme: 'NMPA20'; pack: string; box: string }
)
const half: Pack = { name: '500 g/袋 × 20 袋/箱', net: '0.5', perBox: 20, scheme: 'INTERNAL' }
const quarter: Pack = { name: '250 g/袋 × 40 袋/箱', net: '0.25', perBox: 40, scheme: 'INTERNAL' }
const kilo: Pack = { name: '1 kg/袋 × 10 袋/箱', net: '1', perBox: 10, scheme: 'INTERNAL' }
// 0952… is the prefix GS1 keeps for demonstrations; no firm has it.
const gs1Demo: Pack = {
  name: '500 g/袋 × 20 袋/箱（GS1演示码）',
  net: '0.5',
  perBox: 20,
  scheme: 'GS1',
  pack: '09520123456788',
  box: '19520123456785',
}
// Identification codes are issued by the authority's platform. These belong to no product, and the name says so.
const nmpaDemo: Pack = {
  name: '500 g/袋 × 20 袋/箱（药品标识码为演示值）',
  net: '0.5',
  perBox: 20,
  scheme: 'NMPA20',
  pack: '0000001',
  box: '0000002',
}

export type DemoProduct = {
  code: string
  herb: string
  /** Its name, and the name of its standard among the herb's. */
  name: string
  standard?: string
  method: string
  cutSpec: string
  shelfLifeMonths: number
  packs: readonly Pack[]
  process?: DemoProcess
}

/** 产品: 当归 first. Those without a process can be planned for, not yet made. */
export const products: readonly DemoProduct[] = [
  {
    code: 'P001',
    herb: '当归',
    name: '当归',
    method: '切制',
    cutSpec: '薄片',
    shelfLifeMonths: 24,
    packs: [half, kilo],
    process: slicing('thin', '15.0'),
  },
  {
    code: 'P002',
    herb: '黄芪',
    name: '黄芪',
    method: '切制',
    cutSpec: '厚片',
    shelfLifeMonths: 24,
    packs: [gs1Demo, kilo],
    process: slicing('thick', '10.0'),
  },
  {
    code: 'P003',
    herb: '白术',
    name: '麸炒白术',
    method: '麸炒',
    cutSpec: '厚片',
    shelfLifeMonths: 24,
    packs: [nmpaDemo, half],
    process: {
      steps: [clean, moisten, cut('厚片 2–4 mm', '2', '4'), dry('15.0'), fry('麸炒，中火', '180', '240'), screen],
      auxiliaries: [{ material: '麦麸', ratio: '10' }],
      yields: ['80', '98'],
      balance: ['97', '102'],
    },
  },
  {
    code: 'P004',
    herb: '黄芩',
    name: '酒黄芩',
    method: '酒炙',
    cutSpec: '薄片',
    shelfLifeMonths: 24,
    packs: [half],
    process: {
      steps: [
        clean,
        { name: '洗润', option: '蒸软', parameters: [['steam_minutes', '蒸制时间', 'min', '20', '30', '60']] },
        cut('薄片 1–2 mm', '1', '2'),
        dry('12.0'),
        fry('酒炙，文火', '80', '120'),
        screen,
      ],
      auxiliaries: [{ material: '黄酒', ratio: '10' }],
      yields: ['80', '105'],
      balance: ['95', '102'],
    },
  },
  {
    code: 'P005',
    herb: '延胡索',
    name: '醋延胡索',
    method: '醋炙',
    cutSpec: '厚片',
    shelfLifeMonths: 24,
    packs: [half],
    process: {
      steps: [clean, moisten, cut('厚片 2–4 mm', '2', '4'), dry('15.0'), fry('醋炙，文火', '80', '120'), screen],
      auxiliaries: [{ material: '米醋', ratio: '20' }],
      yields: ['80', '105'],
      balance: ['95', '102'],
    },
  },
  {
    code: 'P006',
    herb: '红花',
    name: '红花',
    method: '净制',
    cutSpec: '净药材',
    shelfLifeMonths: 18,
    packs: [quarter],
    process: { steps: [clean, screen], yields: ['85', '100'], balance: ['98', '101'] },
  },
  {
    code: 'P007',
    herb: '枸杞子',
    name: '枸杞子',
    method: '净制',
    cutSpec: '净药材',
    shelfLifeMonths: 18,
    packs: [half],
    process: { steps: [clean, screen], yields: ['85', '100'], balance: ['98', '101'] },
  },
  {
    code: 'P008',
    herb: '白芍',
    name: '白芍',
    method: '切制',
    cutSpec: '薄片',
    shelfLifeMonths: 24,
    packs: [half],
    process: slicing('thin', '14.0'),
  },
  {
    code: 'P009',
    herb: '党参',
    name: '党参片',
    method: '切制',
    cutSpec: '厚片',
    shelfLifeMonths: 24,
    packs: [half],
    process: slicing('thick', '16.0'),
  },
  {
    code: 'P010',
    herb: '丹参',
    name: '丹参',
    method: '切制',
    cutSpec: '厚片',
    shelfLifeMonths: 24,
    packs: [half],
    process: slicing('thick', '13.0'),
  },
  {
    code: 'P011',
    herb: '甘草',
    name: '甘草片',
    method: '切制',
    cutSpec: '厚片',
    shelfLifeMonths: 24,
    packs: [half],
    process: slicing('thick', '12.0'),
  },
  {
    code: 'P012',
    herb: '白术',
    name: '白术',
    method: '切制',
    cutSpec: '厚片',
    shelfLifeMonths: 24,
    packs: [half],
    process: slicing('thick', '15.0'),
  },
  {
    code: 'P013',
    herb: '川芎',
    name: '川芎',
    method: '切制',
    cutSpec: '厚片',
    shelfLifeMonths: 24,
    packs: [half],
    process: slicing('thick', '12.0'),
  },
  {
    code: 'P014',
    herb: '大黄',
    name: '大黄',
    method: '切制',
    cutSpec: '厚片',
    shelfLifeMonths: 24,
    packs: [half],
    process: slicing('thick', '13.0'),
  },
  { code: 'P015', herb: '黄连', name: '黄连片', method: '切制', cutSpec: '薄片', shelfLifeMonths: 24, packs: [quarter] },
  { code: 'P016', herb: '金银花', name: '金银花', method: '净制', cutSpec: '净药材', shelfLifeMonths: 18, packs: [quarter] },
  { code: 'P017', herb: '茯苓', name: '茯苓块', method: '切制', cutSpec: '块', shelfLifeMonths: 24, packs: [half] },
  { code: 'P018', herb: '山药', name: '山药片', method: '切制', cutSpec: '厚片', shelfLifeMonths: 24, packs: [half] },
  { code: 'P019', herb: '陈皮', name: '陈皮丝', method: '切制', cutSpec: '丝', shelfLifeMonths: 24, packs: [half] },
  { code: 'P020', herb: '半夏', name: '清半夏', method: '复制', cutSpec: '片', shelfLifeMonths: 24, packs: [half] },
  { code: 'P021', herb: '半夏', name: '姜半夏', method: '复制', cutSpec: '片', shelfLifeMonths: 24, packs: [half] },
  { code: 'P022', herb: '何首乌', name: '制何首乌', method: '蒸', cutSpec: '块', shelfLifeMonths: 24, packs: [half] },
  { code: 'P023', herb: '苦杏仁', name: '燀苦杏仁', method: '燀', cutSpec: '净药材', shelfLifeMonths: 18, packs: [half] },
  { code: 'P024', herb: '薏苡仁', name: '麸炒薏苡仁', method: '麸炒', cutSpec: '净药材', shelfLifeMonths: 24, packs: [half] },
]

/** 内控限度 of 当归, tighter than the legal ones: product, item → own limit. */
export const internalLimits: Record<string, Record<string, string>> = { 当归: { 水分: '14.0', '浸出物(70%乙醇,热浸)': '47.0' } }

/** 辅料 and 包材; all food grade or for medicines. */
export const otherMaterials = [
  { code: 'F001', category: 'auxiliary', name: '黄酒', unit: 'kg', storage: '密封，阴凉', retestMonths: 12 },
  { code: 'F002', category: 'auxiliary', name: '米醋', unit: 'kg', storage: '密封，阴凉', retestMonths: 12 },
  { code: 'F003', category: 'auxiliary', name: '麦麸', unit: 'kg', storage: '通风干燥，防蛀', retestMonths: 6 },
  { code: 'F004', category: 'auxiliary', name: '炼蜜', unit: 'kg', storage: '密封，阴凉', retestMonths: 12 },
  { code: 'F005', category: 'auxiliary', name: '食盐', unit: 'kg', storage: '密闭，干燥', retestMonths: 24 },
  { code: 'F006', category: 'auxiliary', name: '生姜', unit: 'kg', storage: '阴凉，防冻', retestMonths: 1 },
  { code: 'F007', category: 'auxiliary', name: '白矾', unit: 'kg', storage: '密闭，干燥', retestMonths: 24 },
  { code: 'B001', category: 'packaging', name: '药用复合膜卷材', unit: 'kg', storage: '密闭，清洁干燥', retestMonths: 24 },
  { code: 'B002', category: 'packaging', name: '瓦楞纸箱', unit: 'kg', storage: '干燥', retestMonths: 24 },
  // Counted in pieces: accepted by looking, issued to packaging orders (decision 0096).
  { code: 'B003', category: 'packaging', name: '药用复合膜袋', unit: '个', storage: '密闭，清洁干燥', retestMonths: 24 },
  { code: 'B004', category: 'packaging', name: '五层纸箱', unit: '个', storage: '干燥', retestMonths: 24 },
] as const

type DemoSupplier = {
  code: string
  name: string
  kind: string
  creditCode: string
  address: string
  contact: string
  phone: string
  province: string
  legalPerson: string
  categories: PurchaseCategory[]
  state: 'candidate' | 'qualified' | 'suspended'
  stateReason?: string
  /** Days from the seed until the qualification ends. */
  validDays: number
  /** 核定的物料 and the province they come from; '' = from anywhere. All auxiliaries and packaging where none are named. */
  approved: readonly (readonly [material: string, province: string])[]
  licence: readonly [kind: string, number: string, days: number]
}

const from = (province: string, ...materials: string[]) => materials.map((material) => [material, province] as const)

/** 供应商: four qualified, one whose qualification ends soon, one ready to be declared fit, one suspended. */
export const suppliers: readonly DemoSupplier[] = [
  {
    code: 'S001',
    name: '岷县秦许乡归源中药材种植专业合作社',
    kind: '合作社',
    creditCode: '93621126MA7D0A01X8',
    address: '甘肃省定西市岷县秦许乡百花村',
    contact: '马经理',
    phone: '0932-0000101',
    province: '甘肃省',
    legalPerson: '马得水',
    categories: ['crude_drug'],
    state: 'qualified',
    validDays: 700,
    approved: from('甘肃省', '当归', '黄芪', '党参'),
    licence: ['农民专业合作社', '甘合登2026001（演示）', 1500],
  },
  {
    code: 'S002',
    name: '陇西县文峰仁济药材有限公司',
    kind: '药材经销商',
    creditCode: '91621122MA7D0B02Y0',
    address: '甘肃省定西市陇西县文峰镇药材市场12号',
    contact: '李经理',
    phone: '0932-0000102',
    province: '甘肃省',
    legalPerson: '李陇生',
    categories: ['crude_drug'],
    state: 'qualified',
    validDays: 700,
    approved: from('', '当归', '黄芪', '党参', '甘草', '大黄', '半夏', '枸杞子'),
    licence: ['营业执照', '陇西工商2026002（演示）', 1500],
  },
  {
    code: 'S003',
    name: '亳州市谯城区汇草堂药材有限公司',
    kind: '药材经销商',
    creditCode: '91341602MA8D0C03W7',
    address: '安徽省亳州市谯城区药都大道88号',
    contact: '张经理',
    phone: '0558-0000103',
    province: '安徽省',
    legalPerson: '张汇草',
    categories: ['crude_drug'],
    state: 'qualified',
    validDays: 700,
    approved: from(
      '',
      ...['当归', '白术', '白芍', '丹参', '黄芩', '川芎', '红花', '枸杞子', '延胡索', '黄连', '金银花', '茯苓', '山药'],
      ...['陈皮', '何首乌', '苦杏仁', '薏苡仁'],
    ),
    licence: ['营业执照', '亳州工商2026003（演示）', 1500],
  },
  {
    code: 'S004',
    name: '绍兴市鉴湖酿坊食品有限公司',
    kind: '其它',
    creditCode: '91330603MA2D0D04T2',
    address: '浙江省绍兴市柯桥区湖塘街道6号',
    contact: '沈经理',
    phone: '0575-0000104',
    province: '浙江省',
    legalPerson: '沈鉴湖',
    categories: ['auxiliary', 'packaging'],
    state: 'qualified',
    validDays: 700,
    approved: [],
    licence: ['食品生产许可证', 'SC10133060300001（演示）', 1200],
  },
  {
    code: 'S005',
    name: '文山市三岭药材种植专业合作社',
    kind: '合作社',
    creditCode: '93532601MA6D0E05R3',
    address: '云南省文山州文山市平坝镇',
    contact: '杨经理',
    phone: '0876-0000105',
    province: '云南省',
    legalPerson: '杨三岭',
    categories: ['crude_drug'],
    state: 'candidate',
    validDays: 720,
    approved: from('云南省', '三七', '茯苓'),
    licence: ['农民专业合作社', '云合登2026005（演示）', 1500],
  },
  {
    code: 'S006',
    name: '安国市药都路同草药材经营部',
    kind: '药材经销商',
    creditCode: '92130683MA0D0F06QB',
    address: '河北省保定市安国市药都路31号',
    contact: '刘经理',
    phone: '0312-0000106',
    province: '河北省',
    legalPerson: '刘同草',
    categories: ['crude_drug'],
    state: 'suspended',
    stateReason: '抽检二氧化硫残留超标，待整改复核',
    validDays: 300,
    approved: from('', '黄芩', '山药'),
    licence: ['营业执照', '安国工商2026006（演示）', 900],
  },
  {
    code: 'S007',
    name: '渭源县会川镇宝源药材购销有限公司',
    kind: '药材经销商',
    creditCode: '91621123MA7D0L11X1',
    address: '甘肃省定西市渭源县会川镇本庙村',
    contact: '何经理',
    phone: '0932-0000107',
    province: '甘肃省',
    legalPerson: '何宝源',
    categories: ['crude_drug'],
    state: 'qualified',
    validDays: 20,
    approved: from('甘肃省', '党参', '黄芪'),
    licence: ['营业执照', '渭源工商2026007（演示）', 60],
  },
]

type DemoCustomer = {
  code: string
  name: string
  kind: string
  creditCode: string
  licenceKind: string
  licenceNo: string
  licenceDays: number
  scopes: string[]
  addresses: readonly { province: string; city: string; address: string; contact: string; phone: string }[]
}

/** 客户: in five provinces; the licence of the fourth has expired, that of the fifth soon will. `licenceDays` counts from the day of the seed. */
export const customers: readonly DemoCustomer[] = [
  {
    code: 'C001',
    name: '北京和安堂中医医院',
    kind: '医院',
    creditCode: '12110102MB0D0G07PE',
    licenceKind: '医疗机构执业许可证',
    licenceNo: 'PDY0000011011（演示）',
    licenceDays: 900,
    scopes: ['中药饮片', '毒性中药饮片'],
    addresses: [
      { province: '北京市', city: '北京市', address: '西城区广安门外大街100号 中药房', contact: '药房周老师', phone: '010-00000201' },
    ],
  },
  {
    code: 'C002',
    name: '上海申荣大药房连锁有限公司',
    kind: '药店',
    creditCode: '91310107MA1D0H08N8',
    licenceKind: '药品经营许可证',
    licenceNo: '沪DA0000002（演示）',
    licenceDays: 600,
    scopes: ['中药饮片'],
    addresses: [
      { province: '上海市', city: '上海市', address: '普陀区中江路200号 物流中心', contact: '收货组', phone: '021-00000202' },
      { province: '上海市', city: '上海市', address: '徐汇区肇嘉浜路50号 门店', contact: '门店店长', phone: '021-00000212' },
    ],
  },
  {
    code: 'C003',
    name: '广东南粤本草医药有限公司',
    kind: '批发企业',
    creditCode: '91440103MA5D0J09MF',
    licenceKind: '药品经营许可证',
    licenceNo: '粤AA0000003（演示）',
    licenceDays: 1200,
    scopes: ['中药饮片'],
    addresses: [{ province: '广东省', city: '广州市', address: '荔湾区清平路9号 饮片库', contact: '仓库何主管', phone: '020-00000203' }],
  },
  {
    code: 'C004',
    name: '武汉楚江中医门诊部',
    kind: '诊所',
    creditCode: '52420103MJD0K010L3',
    licenceKind: '医疗机构执业许可证',
    licenceNo: 'PDY0000042010（演示）',
    licenceDays: -30,
    scopes: ['中药饮片'],
    addresses: [{ province: '湖北省', city: '武汉市', address: '江汉区解放大道300号', contact: '药房', phone: '027-00000204' }],
  },
  {
    code: 'C005',
    name: '西安长乐中药饮片经营有限公司',
    kind: '饮片经营',
    creditCode: '91610112MA6T0M12Y9',
    licenceKind: '药品经营许可证',
    licenceNo: '陕BA0000005（演示）',
    licenceDays: 25,
    scopes: ['中药饮片'],
    addresses: [{ province: '陕西省', city: '西安市', address: '新城区长乐中路88号 饮片库', contact: '仓库秦主管', phone: '029-00000205' }],
  },
]

type Bin = readonly [
  code: string,
  name: string,
  warehouse: string,
  zone: 'quarantine' | 'released' | 'rejected' | 'returned' | 'bulk' | 'pack_quarantine' | 'pack_released',
  storage: string,
]

/** 货位: plain letters and digits, so that any scanner types them. The toxic store is locked twice (双锁). */
export const bins: readonly Bin[] = [
  ['A-DY-01', '原料待验01', '原料库', 'quarantine', '阴凉'],
  ['A-DY-02', '原料待验02', '原料库', 'quarantine', '阴凉'],
  ['A-DY-03', '原料待验03', '原料库', 'quarantine', '阴凉'],
  ['A-HG-01', '原料合格01', '原料库', 'released', '阴凉'],
  ['A-HG-02', '原料合格02', '原料库', 'released', '阴凉'],
  ['A-HG-03', '原料合格03', '原料库', 'released', '阴凉'],
  ['A-BH-01', '原料不合格', '原料库', 'rejected', '阴凉'],
  ['A-TH-01', '原料退货', '原料库', 'returned', '阴凉'],
  ['F-DY-01', '辅料待验01', '辅料库', 'quarantine', '常温'],
  ['F-HG-01', '辅料合格01', '辅料库', 'released', '常温'],
  ['F-BH-01', '辅料不合格', '辅料库', 'rejected', '常温'],
  ['D-DY-01', '毒性待验', '毒性药材库', 'quarantine', '双锁'],
  ['D-HG-01', '毒性合格', '毒性药材库', 'released', '双锁'],
  ['D-BH-01', '毒性不合格', '毒性药材库', 'rejected', '双锁'],
  ['Z-DB-01', '待包装01', '中间产品库', 'bulk', '阴凉'],
  ['Z-DB-02', '待包装02', '中间产品库', 'bulk', '阴凉'],
  ['C-DF-01', '成品待放行01', '成品库', 'pack_quarantine', '阴凉'],
  ['C-DF-02', '成品待放行02', '成品库', 'pack_quarantine', '阴凉'],
  ['C-HG-01', '成品合格01', '成品库', 'pack_released', '阴凉'],
  ['C-HG-02', '成品合格02', '成品库', 'pack_released', '阴凉'],
  ['C-HG-03', '成品合格03', '成品库', 'pack_released', '阴凉'],
  ['C-BH-01', '成品不合格', '成品库', 'rejected', '阴凉'],
  ['C-TH-01', '成品退货', '成品库', 'returned', '阴凉'],
]
