import { changeApi } from '#contract/cases/change-api.ts'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import {
  answeredComplaint,
  approvedIncident,
  classifiedIncident,
  closedIncident,
  measureOf,
  reportedReaction,
  toldIncident,
  withLots,
  workedMeasure,
} from './incident.ts'
import { furnaceFailed } from './laboratory-means.ts'
import { signed } from './person.ts'
import type { Telling } from './ways.ts'

/** The instant of an hour so many days ago in Shanghai, and the day a number of days after it. */
const momentOf = (daysAgo: number, hour: number) => `${dayBefore(daysAgo)}T${String(hour).padStart(2, '0')}:00:00+08:00`
const dayBefore = (daysAgo: number) => addDays(dayInShanghai(new Date()), -daysAgo)

/** What went wrong in a year, of each class: closed, going on with a late measure, and not yet looked at. */
export function qualityCases(telling: Telling): void {
  dampStore(telling)
  looseProbe(telling)
  openLock(telling)
  reaction(telling)
  hotFurnace(telling)
  closerCalibration(telling)
}

/** A scale of the packing room is to be calibrated twice as often: approved, and waiting until the packer knows how. */
function closerCalibration({ agenda, as }: Telling): void {
  const proposed = agenda.on(4, 10, async () => {
    const qa = await as('qa')
    const { rows } = await qa.ask(assetApi.list, { q: 'DZC-30-01' })
    const packers = await qa.ask(changeApi.people, { q: '蒋包装' })
    return qa.ask(changeApi.asset, {
      id: elementAt(rows, 0).id,
      changes: { calibrationMonths: 6 },
      reason: '半年内两次校准示值偏差接近允许误差',
      impact: '不涉及在库批次；期间核查由包装员每周做一次',
      traineeIds: [elementAt(packers, 0).id],
      effectiveOn: addDays(dayBefore(0), 3),
      signature: signed(),
    })
  })
  agenda.on(3, 11, async () => (await as('zhiliang')).ask(changeApi.approve, { id: proposed().id, signature: signed() }))
}

/** A furnace that was too hot: the laboratory looks through what was burnt in it. */
function hotFurnace({ agenda, as }: Telling): void {
  const caseNo = agenda.on(18, 9, async () => furnaceFailed(await as('zhuguan'), dayBefore(18)))
  agenda.on(18, 15, async () => {
    const { rows } = await (await as('qa')).ask(incidentApi.list, { q: caseNo() })
    await classifiedIncident(as, elementAt(rows, 0).id, { level: 'major', dueOn: addDays(dayBefore(0), 10) })
  })
}

/** A store that was too damp: found, its cause mended, closed within ten days. */
function dampStore({ agenda, as }: Telling): void {
  const told = agenda.on(150, 9, () =>
    toldIncident(as, 'cangku', {
      kind: 'deviation',
      area: 'environment',
      subject: '常温库相对湿度超出范围',
      description: '晨检发现温湿度计显示82%，已开启除湿机，两小时后降至70%',
      place: '常温库',
      measured: '82%',
      expected: '45%–75%',
      foundAt: momentOf(150, 8),
    }),
  )
  agenda.on(150, 14, () => classifiedIncident(as, told().id, { level: 'minor', dueOn: dayBefore(130) }))
  const measure = agenda.on(148, 10, () =>
    measureOf(as, told().id, {
      action: '雨季每日两次记录湿度，除湿机设定65%自动启动',
      owner: 'cangku2',
      dueOn: dayBefore(140),
      kind: 'preventive',
    }),
  )
  agenda.on(147, 10, () =>
    approvedIncident(as, told().id, {
      immediateAction: '开启除湿机，检查靠墙货垛无受潮',
      cause: {
        whys: ['夜间湿度升高', '除湿机未设自动启动', '规程只要求晨检'],
        factors: { method: '规程未规定雨季加测' },
        factor: 'method',
        root: '规程没有规定雨季的记录频次和自动除湿',
      },
      post: '仓库管理员',
      effects: '超限不足一夜，包装完好，对药材无影响',
    }),
  )
  agenda.on(142, 10, () =>
    workedMeasure(as, { id: told().id, measureId: measure() }, 'cangku2', '除湿机已设定，记录表已更新', '其后两周最高68%'),
  )
  agenda.on(141, 10, () => closedIncident(as, told().id, '措施有效，湿度稳定'))
}

/** A probe of the sealing machine that was loose: approved, and its measure is overdue. */
function looseProbe({ agenda, as }: Telling): void {
  const told = agenda.on(24, 11, () =>
    toldIncident(as, 'baozhuang', {
      kind: 'deviation',
      area: 'equipment',
      subject: '封口温度超出范围',
      description: '2号封口机温度显示152 ℃，约10分钟，已停机',
      place: '内包间',
      measured: '152 ℃',
      expected: '120–140 ℃',
      foundAt: momentOf(24, 10),
    }),
  )
  agenda.on(24, 15, () => classifiedIncident(as, told().id, { level: 'critical', dueOn: dayBefore(2) }))
  agenda.on(22, 10, () => measureOf(as, told().id, { action: '检修规程增加温控复核并培训', owner: 'shengchan2', dueOn: dayBefore(3) }))
  agenda.on(21, 10, () =>
    approvedIncident(as, told().id, {
      immediateAction: '停机，隔离并剔除该时段的袋',
      cause: {
        whys: ['温控探头松动', '上次检修后没有复核'],
        factors: { equipment: '探头卡扣磨损', method: '检修后没有复核步骤' },
        factor: 'equipment',
        root: '探头卡扣磨损，检修后没有复核',
      },
      post: '内包岗',
      effects: '该时段的袋已全部剔除',
    }),
  )
}

/** A toxic store with one lock open: told yesterday, it waits for its class. */
function openLock({ agenda, as }: Telling): void {
  agenda.on(1, 15, () =>
    toldIncident(as, 'cangku2', {
      kind: 'deviation',
      area: 'storage',
      subject: '毒性库双锁只锁了一把',
      description: '巡查时发现外门锁未锁，内柜锁完好，已补锁并清点，数量无差异',
      place: '毒性库',
      foundAt: momentOf(1, 14),
    }),
  )
}

/** A lot of which the lowest packages stood in the wet: told, classified, held, and being looked into. */
export function wetStack({ agenda, as }: Telling, lot: () => { lotNo: string }): void {
  agenda.on(13, 15, async () => {
    const { id } = await toldIncident(as, 'cangku', {
      kind: 'deviation',
      area: 'storage',
      subject: '垛底两件外袋受潮',
      description: '屋面漏雨，垛底两件外袋潮湿，已移至干燥处并遮盖',
      place: '常温库',
      lotNo: lot().lotNo,
      foundAt: momentOf(13, 14),
    })
    await classifiedIncident(as, id, { level: 'major', dueOn: addDays(dayBefore(0), 7) })
    await withLots(as, id, [lot().lotNo])
  })
}

/** An adverse reaction that a hospital told: reported and closed. */
function reaction({ agenda, as }: Telling): void {
  const told = agenda.on(75, 9, () =>
    toldIncident(as, 'xiaoshou', {
      kind: 'adverse',
      area: 'customer',
      subject: '一名患者服药后轻度皮疹',
      description: '医院来电：患者服用含当归的汤剂第二天出现轻度皮疹，停药后好转',
      complainant: '某医院药剂科',
      contact: '电话登记在客户档案',
      foundAt: momentOf(75, 8),
    }),
  )
  agenda.on(75, 14, () => classifiedIncident(as, told().id, { level: 'major', dueOn: dayBefore(50), reportBy: dayBefore(66) }))
  agenda.on(72, 9, () => reportedReaction(as, told().id, { reportedOn: dayBefore(72), reportedNo: '演示-ADR-001' }))
  agenda.on(70, 10, () =>
    approvedIncident(as, told().id, {
      immediateAction: '核查同批留样与检验记录，询问同批其他客户',
      cause: { whys: [], factors: {}, factor: 'people', root: '个体过敏反应，与质量无关联' },
      effects: '同批无其他反映',
    }),
  )
  agenda.on(69, 10, () => closedIncident(as, told().id, '已上报，同批留样复查符合规定'))
}

/** Two complaints about packs of a lot: one answered and closed, one that came yesterday. */
export function complaintsAbout({ agenda, as }: Telling, pack: () => { lotNo: string }): void {
  const told = agenda.on(40, 10, () =>
    toldIncident(as, 'xiaoshou', {
      kind: 'complaint',
      area: 'customer',
      subject: '个别袋碎末偏多',
      description: '客户药房反映3袋碎末偏多，要求说明',
      lotNo: pack().lotNo,
      complainant: '北京客户药房',
      contact: '客户档案电话',
      foundAt: momentOf(40, 9),
    }),
  )
  agenda.on(40, 14, () => classifiedIncident(as, told().id, { level: 'minor', dueOn: dayBefore(30) }))
  agenda.on(37, 10, () =>
    approvedIncident(as, told().id, {
      immediateAction: '检查留样3袋，碎末符合规定',
      cause: { whys: ['运输途中挤压'], factors: { method: '外箱未加缓冲' }, factor: 'method', root: '长途运输外箱缓冲不足' },
      post: '发运岗',
      effects: '碎末在标准范围内，不影响使用',
    }),
  )
  agenda.on(36, 10, () => answeredComplaint(as, told().id, '同批留样碎末符合药典规定。系长途运输挤压所致，今后外箱加缓冲；不满意可退换。'))
  agenda.on(36, 14, () => closedIncident(as, told().id, '已答复，客户接受'))
  agenda.on(1, 10, () =>
    toldIncident(as, 'xiaoshou', {
      kind: 'complaint',
      area: 'customer',
      subject: '袋口一处未封严',
      description: '客户来电，一袋袋口约1 cm未封严，其余完好',
      lotNo: pack().lotNo,
      complainant: '上海客户药房',
      contact: '客户档案电话',
      foundAt: momentOf(1, 9),
    }),
  )
}
