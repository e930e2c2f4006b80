import type { Decimal } from 'decimal.js'
import type { z } from 'zod'
import { incidentApi } from '#contract/cases/incident-api.ts'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { exact, roundHalfEven } from '#contract/kernel/exact-decimal.ts'
import { auxiliaryFor } from '#contract/making/mass-balance.ts'
import { clearanceChecks, preChecks, returnChecks, type lossKinds } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import {
  issuedPieces,
  returnedPieces,
  type ProcessParameter,
  type ProcessSnapshot,
  type ProductionRecord,
  type Weighing,
} from '#contract/making/production-record.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { lineFor, scaleFor, stationsOn } from './asset.ts'
import { binIn } from './bin-in.ts'
import { usualCoProducts } from './co-product.ts'
import { approvedIncident, classifiedIncident, closedIncident } from './incident.ts'
import { inspect, releasedLot } from './inspection.ts'
import { secondPerson, signed, type Person } from './person.ts'

type LossKind = keyof typeof lossKinds
type As = (userName: string) => Promise<Person>

/** What an order is charged with: lots that are released, and how much of each. */
export type Charge = { lotId: string; quantity: string; reason?: string }
/** `lineId` is a line that is cleared already; `line` one that is cleared here. */
export type OrderOptions = { product?: string; lots: Charge[]; auxiliaries?: Charge[]; lineId?: string; line?: string }

const confirmed = <Check extends string>(checks: Record<Check, string>) =>
  // `fromEntries` forgets the keys; they are those of the table.
  Object.fromEntries(Object.keys(checks).map((key) => [key, true])) as Record<Check, true>
/** Every check before a step, confirmed; and every check of the clearance. */
export const checkedBefore = confirmed(preChecks)
export const cleared = confirmed(clearanceChecks)

/** An order of the production team, waiting for approval. Each auxiliary of the process is charged in its ratio unless given. */
export async function orderedProduction(as: As, { product = '当归', lots, auxiliaries, line, lineId }: OrderOptions) {
  const author = await as('shengchan')
  const made = (await author.ask(productionApi.products, { q: product })).find((one) => one.name === product)
  if (made === undefined) throw new Error(`${product} has no effective process`)
  return author.ask(productionApi.create, {
    productId: made.id,
    lots,
    auxiliaries: auxiliaries ?? (await auxiliariesOf(author, made.process, lots)),
    lineId: lineId ?? (await lineFor(as, made.process, line)),
  })
}

async function auxiliariesOf(author: Person, process: ProcessSnapshot, lots: readonly Charge[]): Promise<Charge[]> {
  const planned = lots.reduce((sum, { quantity }) => sum.plus(quantity), exact('0')).toFixed()
  return Promise.all(
    process.auxiliaries.map(async ({ materialId, name, ratio }) => {
      const [lot] = await author.ask(productionApi.usableLots, { materialId })
      if (lot === undefined) throw new Error(`no released lot of ${name}`)
      return { lotId: lot.lotId, quantity: auxiliaryFor(planned, ratio) }
    }),
  )
}

/** Approved by the production manager; a blend by QA too. */
export async function approvedProduction(as: As, options: OrderOptions) {
  const { id } = await orderedProduction(as, options)
  return (await as('shengchan2')).ask(productionApi.approve, {
    id,
    signature: signed(),
    ...(options.lots.length > 1 && { qa: secondPerson('qa') }),
  })
}

const record = async (as: As, id: string): Promise<ProductionRecord> => (await as('shengchan')).ask(productionApi.read, { id })

/** The weighings that take an order's lots out of their bins, each bin as one container of 1.2 kg tare. */
export const weighingsOf = async (as: As, id: string) => weighingsFor(as, await record(as, id))

async function weighingsFor(as: As, { id, lots }: ProductionRecord) {
  const bins = await (await as('cangku')).ask(productionApi.bins, { id })
  return lots.flatMap(({ lotId, lotNo, planned }) => {
    let missing = exact(planned)
    return bins
      .filter((bin) => bin.lotId === lotId && missing.greaterThan(0))
      .map(({ placeId, quantity }) => {
        const net = missing.lessThan(quantity) ? missing : exact(quantity)
        missing = missing.minus(net)
        return { lotNo, placeId, gross: net.plus('1.2').toFixed(), tare: '1.2' }
      })
      .filter(({ gross }) => exact(gross).greaterThan('1.2'))
  })
}

/** Weighed by the warehouse, checked by the production team. */
export const issuedProduction = async (as: As, options: OrderOptions) => (await weighedProduction(as, options)).order

/** The same, with what the approved order says: everything that was planned is weighed out. */
async function weighedProduction(as: As, options: OrderOptions) {
  const { id } = await approvedProduction(as, options)
  const planned = await record(as, id)
  const order = await (
    await as('cangku')
  ).ask(productionApi.issue, {
    id,
    scaleId: await scaleFor(await as('cangku')),
    weighings: await weighingsFor(as, planned),
    signature: signed(),
    checker: secondPerson('shengchan'),
  })
  return { order, planned }
}

/** So much more of one lot of the order, in one container out of the bin that has most of it, approved by QA's manager of production. */
export async function supplemented(
  as: As,
  id: string,
  { lotNo, net, reason = '运送途中洒落' }: { lotNo: string; net: string; reason?: string },
) {
  const keeper = await as('cangku')
  const { lots } = await keeper.ask(productionApi.read, { id })
  const { lotId } = only(lots.filter((lot) => lot.lotNo === lotNo))
  const bins = (await keeper.ask(productionApi.bins, { id })).filter((bin) => bin.lotId === lotId)
  const { placeId } = elementAt(
    bins.toSorted((one, other) => exact(other.quantity).comparedTo(one.quantity)),
    0,
  )
  return keeper.ask(productionApi.supplement, {
    ...{ id, reason, scaleId: await scaleFor(keeper) },
    weighings: [{ lotNo, placeId, gross: exact(net).plus('1.2').toFixed(), tare: '1.2' }],
    ...{ signature: signed(), checker: secondPerson('shengchan'), approver: secondPerson('shengchan2') },
  })
}

/** So much of one lot of the order back into the warehouse, in one container. */
export const gaveBack = async (
  as: As,
  id: string,
  { lotNo, net, placeId, reason = '投料量减少，余料退回' }: { lotNo: string; net: string; placeId?: string; reason?: string },
) =>
  (await as('shengchan')).ask(productionApi.giveBack, {
    ...{ id, reason, scaleId: await scaleFor(await as('cangku')), checks: confirmed(returnChecks) },
    weighings: [{ lotNo, gross: exact(net).plus('0.2').toFixed(), tare: '0.2', ...(placeId !== undefined && { placeId }) }],
    ...{ signature: signed(), checker: secondPerson('cangku') },
  })

/** So much of a batch in containers of at most 25 kg into the store, before the rest; the warehouse receives it. */
export const handedOver = async (as: As, id: string, net: string, given: { placeId?: string } = {}) => {
  const operator = await as('shengchan')
  return operator.ask(productionApi.handOver, {
    ...{ id, scaleId: await scaleFor(await as('cangku')), weighings: inContainers(net) },
    placeId: given.placeId ?? (await binIn(operator, 'bulk')),
    ...{ signature: signed(), checker: secondPerson('cangku') },
  })
}

/** A part that was written wrong: weighed again, or taken back where it was none. */
export const replacedPart = async (
  as: As,
  id: string,
  { partId, net, reason = '秤未归零，重新称量' }: { partId: string; net?: string; reason?: string },
) => {
  const operator = await as('shengchan')
  return operator.ask(productionApi.replacePart, {
    ...{ id, partId, reason },
    ...(net !== undefined && {
      ...{ scaleId: await scaleFor(await as('cangku')), weighings: inContainers(net), placeId: await binIn(operator, 'bulk') },
    }),
    ...{ signature: signed(), checker: secondPerson('cangku') },
  })
}

function inContainers(net: string) {
  const pieces: { gross: string; tare: string }[] = []
  for (let left = exact(net); left.greaterThan(0); left = left.minus(25)) {
    const piece = left.greaterThan(25) ? exact('25') : left
    pieces.push({ gross: piece.plus('0.2').toFixed(), tare: '0.2' })
  }
  return pieces
}

/** Work stopped for an hour and taken up again. */
export async function pausedProduction(as: As, id: string) {
  const operator = await as('shengchan')
  await operator.ask(productionApi.pause, { id, reason: '全厂停电', kept: '装入洁净周转箱，加盖，挂待处理标识' })
  operator.time.spend(1)
  return operator.ask(productionApi.resume, { id, found: '标识完好，无异味，重量未变' })
}

/** An order ended before its time by QA and the 质量负责人; what is left lies in the 不合格区. */
export async function terminatedProduction(
  as: As,
  id: string,
  {
    remains,
    reason = '切药机断刀，碎屑落入物料',
    returns = [],
  }: { remains: string; reason?: string; returns?: { lotId: string; quantity: string }[] },
) {
  const qa = await as('qa')
  return qa.ask(productionApi.terminate, {
    ...{ id, reason, remains, returns, clearance: cleared, clearedUntil: '2199-12-31' },
    placeId: await binIn(qa, 'rejected'),
    ...{ signature: signed(), approver: secondPerson('zhiliang') },
  })
}

type Loss = z.input<typeof productionApi.finishStep.input>['losses']
/** What came of a step, kg, and of its 联产品. */
type Outcome = ReturnType<typeof usualOutcome> & { coProducts?: z.input<typeof productionApi.finishStep.input>['coProducts'] }

/** What a step of this name usually does to the mass, kg, weighed to ten grams. */
function usualOutcome(
  step: { name: string; option: string },
  input: string,
  auxiliaries: string,
  lean = 0,
): { output: string; water?: string; losses?: Loss } {
  const part = (share: string) =>
    exact(
      roundHalfEven(
        exact(input)
          .times(share)
          .times(1 + lean * 0.5),
        2,
      ),
    )
  const less = (...losses: { kind: LossKind; mass: Decimal }[]) => ({
    output: losses.reduce((rest, { mass }) => rest.minus(mass), exact(input)).toFixed(),
    losses: losses.filter(({ mass }) => mass.greaterThan(0)).map(({ kind, mass }) => ({ kind, quantity: mass.toFixed() })),
  })
  switch (step.name) {
    case '净制':
      return less({ kind: 'impurity', mass: part('0.01') }, { kind: 'non_medicinal', mass: part('0.02') })
    case '洗润':
      return { output: exact(input).plus(part('0.15')).toFixed(), water: part('0.15').toFixed() }
    case '切制':
      return less({ kind: 'bad_slices', mass: part('0.005') })
    case '干燥':
      return less({ kind: 'evaporation', mass: part('0.14') })
    case '炮炙':
      // Bran is sieved off again; wine and vinegar evaporate.
      return { output: input, losses: [{ kind: step.option.includes('麸') ? 'other' : 'evaporation', quantity: auxiliaries }] }
    default: {
      // A little less is swept up than was lost: no balance is exactly 100 %.
      const { output } = less({ kind: 'dust', mass: part('0.01') })
      return { output, losses: less({ kind: 'dust', mass: part('0.008') }).losses }
    }
  }
}

/** The same with the co-products that the process names there: the step gives so much less. */
async function outcomeWith(
  as: As,
  process: ProcessSnapshot,
  planned: ProcessSnapshot['steps'][number],
  input: string,
  outcome: Outcome,
): Promise<Outcome> {
  const coProducts = await usualCoProducts(as, process, planned.no, input)
  return {
    ...outcome,
    output: exact(outcome.output)
      .minus(totalOf(coProducts.map(({ quantity }) => quantity)))
      .toFixed(),
    coProducts,
  }
}

/** A value well inside a parameter's range. */
function usualValue({ target, min, max }: ProcessParameter): string {
  if (target !== null) return target
  if (min !== null && max !== null) return exact(min).plus(max).div(2).toFixed()
  return max !== null ? roundHalfEven(exact(max).times('0.85'), 1) : (min ?? '符合要求')
}

/** How long a step goes on, where time is told: as its process says, else one hour. */
function hoursOf({ parameters }: ProcessSnapshot['steps'][number]): number {
  const hours = parameters.find(({ unit }) => unit === 'h')
  return hours === undefined ? 1 : Number(usualValue(hours))
}

type StepChange = {
  input?: string
  values?: Record<string, string>
  deviation?: string
  outcome?: Outcome
  /** ISO instants; by default both are now. */
  startedAt?: string
  endedAt?: string
}

/** What an order was weighed out and has not given back, kg, by role. */
function weighedOut(record: ProductionRecord, role: 'main' | 'auxiliary'): string {
  const ids = record.lots.filter((lot) => lot.role === role).map((lot) => lot.lotId)
  const massOf = (pieces: readonly Weighing[]) => totalOf(pieces.filter(({ lotId }) => ids.includes(lotId)).map(({ net }) => net))
  return exact(massOf(issuedPieces(record)))
    .minus(massOf(returnedPieces(record)))
    .toFixed()
}

const totalOf = (quantities: readonly string[]) => quantities.reduce((sum, one) => sum.plus(one), exact('0')).toFixed()

type Stations = ReturnType<Awaited<ReturnType<typeof stationsOn>>>

const startStep = async (
  as: As,
  id: string,
  planned: ProcessSnapshot['steps'][number],
  { input, startedAt, stations }: { input: string; startedAt?: string | undefined; stations: Stations },
) =>
  (await as('shengchan')).ask(productionApi.startStep, {
    id,
    ...stations,
    stepNo: planned.no,
    preChecks: checkedBefore,
    temperature: '22.5',
    humidity: '48',
    input,
    ...(startedAt && { startedAt }),
  })

/** Room and machine for the next step of an order, cleared. */
export async function nextStations(as: As, id: string): Promise<Stations> {
  const order = await record(as, id)
  return (await stationsOn(as, order))(order.step?.name ?? '')
}

/** Quality assurance and the 质量负责人 bring a case of production to its end. */
export async function concludedCase(as: As, caseNo: string): Promise<void> {
  const qa = await as('qa')
  const { rows } = await qa.ask(incidentApi.list, { q: caseNo })
  const { id } = only(rows.filter((row) => row.caseNo === caseNo))
  await classifiedIncident(as, id, { level: 'minor', dueOn: addDays(dayInShanghai(qa.time.now()), 30) })
  await approvedIncident(as, id, {
    immediateAction: '隔离在产物料，挂待处理标识',
    cause: { whys: ['设定值漂移', '仪表未校准'], factors: { equipment: '温控仪漂移' }, factor: 'equipment', root: '温控仪漂移' },
    post: '操作工',
    effects: '复测外观、水分未见异常',
  })
  await closedIncident(as, id, '不影响质量，继续生产')
}

/** Ends the running step; `outcome` is what came of it. */
async function finishStep(
  as: As,
  id: string,
  planned: ProcessSnapshot['steps'][number],
  outcome: Outcome,
  change: Pick<StepChange, 'values' | 'deviation' | 'endedAt'> = {},
) {
  const operator = await as('shengchan')
  operator.time.spend(hoursOf(planned))
  const input = {
    id,
    stepNo: planned.no,
    ...outcome,
    parameters: planned.parameters.map((parameter) => ({
      code: parameter.code,
      value: change.values?.[parameter.code] ?? usualValue(parameter),
    })),
    deviation: change.deviation ?? '',
    // Kept only where the step's own times are shorter than what its parameters say.
    timeReason: '演示数据：连续登记，未按实际时长进行',
    ...(change.endedAt && { endedAt: change.endedAt }),
    ...(planned.isCritical && { signature: signed() }),
    checker: secondPerson('shengchan2'),
  }
  const first = await operator.ask(productionApi.finishStep, input)
  if (first.caseNo === null) return first
  await concludedCase(as, first.caseNo)
  return operator.ask(productionApi.finishStep, input)
}

/**
 * The next step from its start, unless it runs already, to its end, with usual masses and the parameters in their ranges; `change` says what is
 * otherwise.
 */
export async function doneStep(as: As, id: string, change: StepChange = {}) {
  const order = await record(as, id)
  const { process, step, steps } = order
  const planned = only(process.steps.filter(({ no }) => no === step?.no))
  const last = steps.at(-1)
  const isRunning = last !== undefined && last.output === null
  const input = isRunning ? last.input : (change.input ?? exact(last?.output ?? weighedOut(order, 'main')).toFixed())
  if (!isRunning) {
    const stations = await stationsOn(as, order)
    await startStep(as, id, planned, { input, startedAt: change.startedAt, stations: stations(planned.name) })
  }
  const usual =
    change.outcome ?? (await outcomeWith(as, process, planned, input, usualOutcome(planned, input, weighedOut(order, 'auxiliary'))))
  return finishStep(as, id, planned, usual, change)
}

/** The next step begun, and not ended. */
export async function begunStep(as: As, id: string): Promise<void> {
  const order = await record(as, id)
  const planned = only(order.process.steps.filter(({ no }) => no === order.step?.no))
  const input = exact(order.steps.at(-1)?.output ?? weighedOut(order, 'main')).toFixed()
  const stations = await stationsOn(as, order)
  await startStep(as, id, planned, { input, stations: stations(planned.name) })
}

/** All steps done: only the balance is open. */
export const steppedProduction = async (as: As, options: OrderOptions) => (await walkedProduction(as, options)).order

/** The same, and what came of the last step, kg. `lean` says by how much more or less than usual is lost on the way. */
async function walkedProduction(as: As, { lean = 0, ...options }: OrderOptions & { lean?: number }) {
  const { planned: plan, ...issued } = await weighedProduction(as, options)
  let { order } = issued
  const ofRole = (role: 'main' | 'auxiliary') => totalOf(plan.lots.filter((lot) => lot.role === role).map(({ planned }) => planned))
  let mass = ofRole('main')
  const stations = await stationsOn(as, plan)
  for (const planned of plan.process.steps) {
    const outcome = await outcomeWith(as, plan.process, planned, mass, usualOutcome(planned, mass, ofRole('auxiliary'), lean))
    await startStep(as, order.id, planned, { input: mass, stations: stations(planned.name) })
    order = { ...order, ...(await finishStep(as, order.id, planned, outcome)) }
    mass = outcome.output
  }
  return { order, output: mass }
}

/** The bulk batch in quarantine, its balance inside the limits unless `change` says otherwise. */
export async function finishedProduction(
  as: As,
  id: string,
  change: { output?: string; deviation?: string; returns?: { lotId: string; quantity: string; placeId?: string }[] } = {},
) {
  const operator = await as('shengchan')
  const order = await record(as, id)
  // A batch that was handed over in parts is what they come to, and lies in the store.
  const inParts = order.partsHandedOver > 0
  const standing = order.parts.filter(({ replacedByNo }) => replacedByNo === null).map((part) => part.quantity)
  const quantity = change.output ?? exact(inParts ? totalOf(standing) : present(elementAt(order.steps, -1).output)).toFixed()
  const input = {
    id,
    clearance: cleared,
    clearedUntil: '2199-12-31',
    ...change,
    ...(inParts ? {} : { placeId: await binIn(operator, 'bulk'), output: quantity }),
    signature: signed(),
  }
  const first = await operator.ask(productionApi.finish, input)
  if (first.caseNo !== null) await concludedCase(as, first.caseNo)
  const { orderNo, batchNo, lotId, yieldPercent, balancePercent, held } =
    first.caseNo === null ? first : await operator.ask(productionApi.finish, input)
  return { orderId: id, orderNo, batchNo: present(batchNo), lotId: present(lotId), quantity, yieldPercent, balancePercent, held }
}

async function availableOf(as: As, lotId: string, product = '当归'): Promise<string> {
  const author = await as('shengchan')
  const made = only((await author.ask(productionApi.products, { q: product })).filter((one) => one.name === product))
  const lots = await author.ask(productionApi.usableLots, { materialId: made.materialId })
  return exact(only(lots.filter((lot) => lot.lotId === lotId)).available).toFixed()
}

export type BatchOptions = Partial<Omit<OrderOptions, 'lots'>> & {
  /** kg of the main herb to charge; everything of the lot unless given. */
  quantity?: string
  /** A released raw lot to take; else one is bought, tested and released. */
  lot?: { lotId: string; lotNo: string }
  /** Between -1 and 1: how much more or less than usual is lost on the way. */
  lean?: number
  /** How to buy that lot. */
  buy?: Parameters<typeof releasedLot>[1]
}

/** A bulk batch of a released raw lot, in quarantine, its record reviewed by QA. */
export async function producedBatch(as: As, { quantity, lot, buy, ...options }: BatchOptions = {}) {
  const rawLot = lot ?? (await releasedLot(as, buy))
  const charge = {
    lotId: rawLot.lotId,
    quantity: quantity ?? (await availableOf(as, rawLot.lotId, options.product)),
    reason: '按生产计划使用该批',
  }
  const { order, output } = await walkedProduction(as, { ...options, lots: [charge] })
  const batch = await finishedProduction(as, order.id, { output })
  await (await as('qa')).ask(productionApi.review, { id: order.id, signature: signed('记录完整，同意') })
  return { ...batch, lotNo: batch.batchNo, rawLot }
}

/** A bulk batch with a conforming report, ready to be packed. */
export async function conformingBatch(as: As, options?: BatchOptions) {
  const produced = await producedBatch(as, options)
  return { ...produced, ...(await inspect(as, produced.lotId, { side: 'bulk' })) }
}
