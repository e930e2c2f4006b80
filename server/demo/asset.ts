import { elementAt } from '#contract/kernel/certain.ts'
import type { AssetRow } from '#contract/making/asset.ts'
import { assetApi } from '#contract/making/asset-api.ts'
import { clearanceApi } from '#contract/making/clearance.ts'
import { clearanceChecks } from '#contract/making/production.ts'
import type { ProcessSnapshot } from '#contract/making/production-record.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>
type Choice = Awaited<ReturnType<typeof choicesFor>>[number]

// A line makes one batch at a time; builders that run beside each other take turns with them.
let turns = 0

/** The whole register as it is now. */
const registerOf = async (person: Person): Promise<AssetRow[]> => (await person.ask(assetApi.list, { pageSize: 200 })).rows

/** A line on which each step of the process can be made and where no batch is, or the one that is named; one that nobody registered is registered. */
export async function lineFor(as: As, { steps }: Pick<ProcessSnapshot, 'steps'>, number?: string): Promise<string> {
  const register = await registerOf(await as('shengchan'))
  const can = (line: AssetRow) => {
    const own = register.filter(({ kind, place }) => kind === 'equipment' && place === line.number)
    return steps.every(({ name }) => own.some((machine) => machine.class.includes(name)))
  }
  const cleared = async (line: AssetRow) => {
    await clearLine(as, register, line.number)
    return line.id
  }
  // A room of it may be in use by the batch of another line.
  const isTaken = (line: AssetRow) =>
    register.some(({ kind, place, state }) => kind === 'room' && place === line.number && state === 'in_use')
  const free = register.filter(
    (asset) => asset.kind === 'line' && asset.state !== 'in_use' && asset.state !== 'out_of_service' && can(asset) && !isTaken(asset),
  )
  // Where there is a choice, the one that was chosen last by another is left to it.
  if (number === undefined) return cleared(elementAt(free, turns++ % free.length))
  const named = register.find((asset) => asset.kind === 'line' && asset.number === number)
  return named === undefined ? registeredLine(as, number) : cleared(named)
}

/** A line with its rooms and machines, as far as they are free. */
async function clearLine(as: As, register: readonly AssetRow[], number: string) {
  const dirty = register.filter(
    ({ kind, place, state, clearedUntil, ...asset }) =>
      (place === number || (kind === 'line' && asset.number === number)) &&
      (state === 'to_clean' || (state === 'clean' && (clearedUntil === null || Date.parse(clearedUntil) < Date.now()))),
  )
  if (dirty.length > 0)
    await clearedAssets(
      as,
      dirty.map(({ id }) => id),
    )
}

const everyStep = '净制、洗润、切制、干燥、炮炙、筛选'
const usual = { isToxic: false, clearanceHours: 72, calibrationMonths: null, maintenanceMonths: null }

/** A new line with a room and a machine for every step. */
export async function registeredLine(as: As, number: string, { isToxic = false } = {}): Promise<string> {
  const keeper = await as('shengchan2')
  const line = { ...usual, isToxic, kind: 'line' as const, number, name: number, class: '生产线', place: '普通饮片车间' }
  const { id } = await keeper.ask(assetApi.create, line)
  const own = { ...usual, isToxic, class: everyStep, place: number }
  const room = await keeper.ask(assetApi.create, { ...own, kind: 'room', number: `${number}操作间`, name: '操作间' })
  const machine = await keeper.ask(assetApi.create, { ...own, kind: 'equipment', number: `${number}机组`, name: '联动机组' })
  await clearedAssets(as, [id, room.id, machine.id])
  return id
}

const choicesFor = async (person: Person, orderId: string) => person.ask(assetApi.choices, { orderId })

const isOfUse = ({ why, state }: Choice) => why === null || state === 'clean' || state === 'to_clean'
const best = (found: readonly Choice[]): Choice =>
  elementAt(
    found.toSorted((one, other) => Number(isOfUse(other)) - Number(isOfUse(one))),
    0,
  )

const checks = Object.fromEntries(Object.keys(clearanceChecks).map((key) => [key, true])) as Record<keyof typeof clearanceChecks, true>

/** Cleaned by the one who works there, looked at by quality assurance. */
export async function clearedAssets(as: As, assetIds: readonly string[], cleaner: 'shengchan' | 'baozhuang' = 'shengchan') {
  const endpoint = cleaner === 'shengchan' ? clearanceApi.clear : clearanceApi.clearAfterPacking
  return (await as(cleaner)).ask(endpoint, { assetIds: [...assetIds], checks, signature: signed(), checker: secondPerson('qa') })
}

/** What is chosen and may be used once it is cleared, is. */
async function clearChosen(as: As, chosen: readonly Choice[], cleaner: 'shengchan' | 'baozhuang') {
  const dirty = chosen.filter(({ why, state, kind }) => why !== null && kind !== 'scale' && (state === 'clean' || state === 'to_clean'))
  if (dirty.length > 0)
    await clearedAssets(
      as,
      dirty.map(({ id }) => id),
      cleaner,
    )
}

/** The line of an order with its rooms and machines, cleared where they have to be; what is answered says which of them a step takes. */
export async function stationsOn(as: As, { id: orderId, line }: { id: string; line: string }) {
  const choices = await choicesFor(await as('shengchan'), orderId)
  const onLine = choices.filter(({ place, number, kind }) => place === line || (kind === 'line' && number === line))
  const ofStep = (kind: 'room' | 'equipment', stepName: string) => {
    const all = onLine.filter((one) => one.kind === kind)
    const own = all.filter((one) => one.class.includes(stepName))
    return best(own.length > 0 ? own : all)
  }
  await clearChosen(as, onLine, 'shengchan')
  return (stepName: string) => ({ roomId: ofStep('room', stepName).id, equipmentIds: [ofStep('equipment', stepName).id] })
}

/** The machine of the running step breaks, and the step goes on with another of its class from another line. */
export async function brokenMachine(as: As, orderId: string): Promise<{ machineId: string; caseNo: string }> {
  const operator = await as('shengchan')
  const choices = (await choicesFor(operator, orderId)).filter(({ kind }) => kind === 'equipment')
  const machine = elementAt(
    choices.filter(({ isUsedHere }) => isUsedHere),
    0,
  )
  const spare = best(choices.filter((one) => one.class === machine.class && !one.isUsedHere))
  await clearChosen(as, [spare], 'shengchan')
  const { caseNo } = await operator.ask(assetApi.breakDown, {
    ...{ id: machine.id, found: '电机过热停机，物料已移出，未见异物', replacementId: spare.id, signature: signed() },
  })
  return { machineId: machine.id, caseNo }
}

/** Mended, let back into service by two, and cleared. */
export async function mendedMachine(as: As, machineId: string): Promise<void> {
  const back = { id: machineId, reason: '更换轴承，试机正常', signature: signed(), approver: secondPerson('qa') }
  await (await as('shengchan2')).ask(assetApi.takeBack, back)
  await clearedAssets(as, [machineId])
}

/** The scale of the store, of the workshop's register. */
export async function scaleFor(person: Person): Promise<string> {
  const { rows } = await person.ask(assetApi.list, { kind: 'scale', q: 'TCS-300-02' })
  return elementAt(rows, 0).id
}

/** A room for packing with a machine; both are new. */
async function registeredPackingRoom(as: As, number: string): Promise<void> {
  const keeper = await as('shengchan2')
  const own = { ...usual, clearanceHours: 24 }
  await keeper.ask(assetApi.create, { ...own, kind: 'room', number, name: '内包装间', class: '包装', place: '包装车间' })
  await keeper.ask(assetApi.create, { ...own, kind: 'equipment', number: `${number}机组`, name: '包装机', class: '包装', place: number })
}

/** A room for packing with its machine and scale, cleared, or the one that is named; one that nobody registered is registered. */
export async function packingStations(as: As, orderId: string, number?: string) {
  const packer = await as('baozhuang')
  const isRoom = ({ kind, class: sort, state, ...room }: Choice) =>
    kind === 'room' && (number === undefined ? sort === '包装' && (state === 'clean' || state === 'to_clean') : room.number === number)
  let choices = await choicesFor(packer, orderId)
  if (number !== undefined && !choices.some(isRoom)) {
    await registeredPackingRoom(as, number)
    choices = await choicesFor(packer, orderId)
  }
  const rooms = choices.filter(isRoom)
  const room = elementAt(rooms, turns++ % rooms.length)
  const machine = best(choices.filter(({ kind, place }) => kind === 'equipment' && place === room.number))
  const scale = best(choices.filter(({ kind, class: sort }) => kind === 'scale' && sort === '包装秤'))
  await clearChosen(as, [room, machine], 'baozhuang')
  return { roomId: room.id, equipmentIds: [machine.id], scaleId: scale.id }
}
