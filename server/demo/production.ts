import type { Decimal } from 'decimal.js'
import type { z } from 'zod'
import { elementAt, only, present } from '#contract/kernel/certain.ts'
import { exact, roundHalfEven } from '#contract/kernel/exact-decimal.ts'
import { auxiliaryFor } from '#contract/making/mass-balance.ts'
import { clearanceChecks, preChecks, type lossKinds } from '#contract/making/production.ts'
import { productionApi } from '#contract/making/production-api.ts'
import type { ProcessParameter, ProcessSnapshot, ProductionRecord } from '#contract/making/production-record.ts'
import { binIn } from './bin-in.ts'
import { inspect, releasedLot } from './inspection.ts'
import { secondPerson, signed, type Person } from './person.ts'

type LossKind = keyof typeof lossKinds
type As = (userName: string) => Promise<Person>

/** What an order is charged with: lots that are released, and how much of each. */
export type Charge = { lotId: string; quantity: string; reason?: string }
export type OrderOptions = { product?: string; lots: Charge[]; auxiliaries?: Charge[]; workshop?: string; line?: string }

const confirmed = <Check extends string>(checks: Record<Check, string>) =>
  // `fromEntries` forgets the keys; they are those of the table.
  Object.fromEntries(Object.keys(checks).map((key) => [key, true])) as Record<Check, true>
/** Every check before a step, confirmed; and every check of the clearance. */
export const checkedBefore = confirmed(preChecks)
export const cleared = confirmed(clearanceChecks)

// A line makes one batch at a time; builders that run beside each other need lines of their own.
let lines = 0

/** An order of the production team, waiting for approval. Each auxiliary of the process is charged in its ratio unless given. */
export async function orderedProduction(
  as: As,
  { product = '当归', lots, auxiliaries, workshop = '普通饮片车间', line = `${++lines}号线` }: OrderOptions,
) {
  const author = await as('shengchan')
  const made = (await author.ask(productionApi.products, { q: product })).find((one) => one.name === product)
  if (made === undefined) throw new Error(`${product} has no effective process`)
  return author.ask(productionApi.create, {
    productId: made.id,
    lots,
    auxiliaries: auxiliaries ?? (await auxiliariesOf(author, made.process, lots)),
    workshop,
    line,
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
export async function weighingsOf(as: As, id: string) {
  const { lots } = await record(as, id)
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
export async function issuedProduction(as: As, options: OrderOptions) {
  const { id } = await approvedProduction(as, options)
  return (await as('cangku')).ask(productionApi.issue, {
    id,
    scaleNo: 'TCS-300-02',
    scaleValidUntil: '2199-12-31',
    weighings: await weighingsOf(as, id),
    signature: signed(),
    checker: secondPerson('shengchan'),
  })
}

type Loss = z.input<typeof productionApi.finishStep.input>['losses']

/** What a step of this name usually does to the mass, kg, weighed to ten grams. */
function usualOutcome(
  step: { name: string; option: string },
  input: string,
  auxiliaries: string,
): { output: string; water?: string; losses?: Loss } {
  const part = (share: string) => exact(roundHalfEven(exact(input).times(share), 2))
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

/** A value well inside a parameter's range. */
function usualValue({ target, min, max }: ProcessParameter): string {
  if (target !== null) return target
  if (min !== null && max !== null) return exact(min).plus(max).div(2).toFixed()
  return max !== null ? roundHalfEven(exact(max).times('0.85'), 1) : (min ?? '符合要求')
}

/** How long a step goes on, where time is told: as its process says, else two hours. */
function hoursOf({ parameters }: ProcessSnapshot['steps'][number]): number {
  const hours = parameters.find(({ unit }) => unit === 'h')
  return hours === undefined ? 2 : Number(usualValue(hours))
}

type StepChange = {
  input?: string
  values?: Record<string, string>
  deviation?: string
  outcome?: ReturnType<typeof usualOutcome>
  /** ISO instants; by default both are now. */
  startedAt?: string
  endedAt?: string
}

/**
 * The next step from its start, unless it runs already, to its end, with usual masses and the parameters in their ranges; `change` says what is
 * otherwise.
 */
export async function doneStep(as: As, id: string, change: StepChange = {}) {
  const operator = await as('shengchan')
  const { process, step, steps, lots, issue } = await record(as, id)
  const planned = only(process.steps.filter(({ no }) => no === step?.no))
  const ofRole = (role: 'main' | 'auxiliary') => {
    const ids = lots.filter((lot) => lot.role === role).map((lot) => lot.lotId)
    return present(issue)
      .weighings.filter(({ lotId }) => ids.includes(lotId))
      .reduce((sum, { net }) => sum.plus(net), exact('0'))
      .toFixed()
  }
  const last = steps.at(-1)
  const isRunning = last !== undefined && last.output === null
  const input = isRunning ? last.input : (change.input ?? exact(last?.output ?? ofRole('main')).toFixed())
  if (!isRunning)
    await operator.ask(productionApi.startStep, {
      id,
      stepNo: planned.no,
      preChecks: checkedBefore,
      room: `${planned.name}间`,
      temperature: '22.5',
      humidity: '48',
      equipment: [`${planned.name}-01`],
      input,
      ...(change.startedAt && { startedAt: change.startedAt }),
    })
  operator.time.spend(hoursOf(planned))
  return operator.ask(productionApi.finishStep, {
    id,
    stepNo: planned.no,
    ...(change.outcome ?? usualOutcome(planned, input, ofRole('auxiliary'))),
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
  })
}

/** All steps done: only the balance is open. */
export async function steppedProduction(as: As, options: OrderOptions) {
  const order = await issuedProduction(as, options)
  const { stepsTotal } = await record(as, order.id)
  for (let done = 1; done < stepsTotal; done++) await doneStep(as, order.id)
  return doneStep(as, order.id)
}

/** The bulk batch in quarantine, its balance inside the limits unless `change` says otherwise. */
export async function finishedProduction(
  as: As,
  id: string,
  change: { output?: string; deviation?: string; returns?: { lotId: string; quantity: string; placeId?: string }[] } = {},
) {
  const operator = await as('shengchan')
  const { steps } = await record(as, id)
  const quantity = change.output ?? exact(present(elementAt(steps, -1).output)).toFixed()
  const { orderNo, batchNo, lotId, yieldPercent, balancePercent, held } = await operator.ask(productionApi.finish, {
    id,
    placeId: await binIn(operator, 'bulk'),
    clearance: cleared,
    clearedUntil: '2199-12-31',
    ...change,
    output: quantity,
    signature: signed(),
  })
  return { orderId: id, orderNo, batchNo: present(batchNo), lotId, quantity, yieldPercent, balancePercent, held }
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
  const order = await steppedProduction(as, { ...options, lots: [charge] })
  const batch = await finishedProduction(as, order.id)
  await (await as('qa')).ask(productionApi.review, { id: order.id, signature: signed('记录完整，同意') })
  return { ...batch, lotNo: batch.batchNo, rawLot }
}

/** A bulk batch with a conforming report, ready to be packed. */
export async function conformingBatch(as: As, options?: BatchOptions) {
  const produced = await producedBatch(as, options)
  return { ...produced, ...(await inspect(as, produced.lotId, { side: 'bulk' })) }
}
