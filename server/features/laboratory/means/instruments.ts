import { sql, type SqlBool } from 'kysely'
import { refusal, type Action } from '#contract/kernel/action.ts'
import { only } from '#contract/kernel/certain.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import {
  instrumentActions,
  type CalibrationRow,
  type instrumentApi,
  type InstrumentRow,
  type InstrumentUse,
} from '#contract/laboratory/instrument.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { notify } from '#kernel/notify.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { pinyinInitials } from '#tools/pinyin.ts'

const selectInstruments = (tx: Tx) =>
  tx
    .selectFrom('instrument')
    .select(['id', 'number', 'name', 'model', 'serialNo', 'place', 'intervalMonths', 'state', 'stopReason'])
    .select(['calibratedOn', 'calibrationResult', 'dueOn', 'rowVersion'])

async function instrumentOf(tx: Tx, id: string): Promise<InstrumentRow> {
  const found = await selectInstruments(tx).where('id', '=', id).executeTakeFirst()
  if (found === undefined) throw new Refusal('not_found')
  return found
}

export const listInstruments: Handler<typeof instrumentApi.list> = (tx, _actor, { q, state, due, ...paging }) => {
  const today = dayInShanghai(tx.now())
  const unfit = sql<SqlBool>`(due_on is null or due_on < ${today})`
  return pageOf(
    tx,
    selectInstruments(tx)
      .$call((query) => (state === undefined ? query : query.where('state', '=', state)))
      .$if(due === 'unfit', (query) => query.where('state', '=', 'in_use').where(unfit))
      .$if(due === 'soon', (query) =>
        query.where('state', '=', 'in_use').where('dueOn', '>=', today).where('dueOn', '<=', addDays(today, 30)),
      )
      .$if(q !== '', (query) => query.where(matches(q, { number: 'number', name: 'name', initials: 'initials' }))),
    paging,
  )
}

export const readInstrument: Handler<typeof instrumentApi.read> = async (tx, _actor, { id }) => {
  const instrument = await instrumentOf(tx, id)
  const { rows } = await sql<CalibrationRow>`
    select c.id, c.calibrated_on, c.result, c.certificate_no, c.calibrated_by, c.next_due, c.remark, c.recorded_at, a.name as recorded_by_name,
      (select f.name from attachment f where f.enterprise_id = c.enterprise_id and f.id = c.certificate_id) as certificate
    from calibration c join account a on a.enterprise_id = c.enterprise_id and a.id = c.recorded_by
    where c.instrument_id = ${id}::uuid order by c.calibrated_on desc, c.id desc limit 100`.execute(tx)
  return { ...instrument, calibrations: rows }
}

/** The day after which results are in doubt that were measured before a failed calibration: that of the last good one before it. */
const lastGood = (id: string, calibrationId: string) => sql`(
  select coalesce(max(good.calibrated_on), '-infinity'::date) from calibration failed
    left join calibration good on good.enterprise_id = failed.enterprise_id and good.instrument_id = failed.instrument_id and good.result = 'pass'
      and (good.calibrated_on, good.id) < (failed.calibrated_on, failed.id)
  where failed.id = ${calibrationId}::uuid and failed.instrument_id = ${id}::uuid)`

/** Results that were measured with an instrument; for a failed calibration those since the last good one, up to when it was recorded. */
const usesOf = (tx: Tx, id: string, calibrationId: string | undefined) =>
  tx
    .selectFrom('resultMeans')
    .innerJoin('testResult', (join) =>
      join.onRef('testResult.enterpriseId', '=', 'resultMeans.enterpriseId').onRef('testResult.id', '=', 'resultMeans.testResultId'),
    )
    .leftJoin('inspection', (join) =>
      join.onRef('inspection.enterpriseId', '=', 'testResult.enterpriseId').onRef('inspection.id', '=', 'testResult.inspectionId'),
    )
    .leftJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'inspection.enterpriseId').onRef('lot.id', '=', 'inspection.lotId'))
    .leftJoin('standardItem', (join) =>
      join.onRef('standardItem.enterpriseId', '=', 'testResult.enterpriseId').onRef('standardItem.id', '=', 'testResult.standardItemId'),
    )
    .leftJoin('account', (join) =>
      join.onRef('account.enterpriseId', '=', 'testResult.enterpriseId').onRef('account.id', '=', 'testResult.enteredBy'),
    )
    .select(['resultMeans.id', 'usedOn', 'testResult.inspectionId'])
    // A foreign key says that each is there.
    .select([
      sql<string>`inspection.request_no`.as('requestNo'),
      sql<InstrumentUse['inspectionState']>`inspection.state`.as('inspectionState'),
      sql<string>`lot.lot_no`.as('lotNo'),
      sql<string>`lot.name`.as('lotName'),
      sql<InstrumentUse['lotState']>`lot.state`.as('lotState'),
      sql<string>`standard_item.name`.as('itemName'),
      sql<string>`coalesce(test_result.mean || standard_item.unit, nullif(test_result.words, ''), array_to_string(test_result.individual, '，'))`.as(
        'value',
      ),
      sql<string>`account.name`.as('analystName'),
    ])
    .where('resultMeans.instrumentId', '=', id)
    .$call((query) =>
      calibrationId === undefined
        ? query
        : query
            .where(sql<SqlBool>`result_means.used_on >= ${lastGood(id, calibrationId)}`)
            .where(
              sql<SqlBool>`result_means.used_on <= (select greatest(c.calibrated_on, (c.recorded_at at time zone 'Asia/Shanghai')::date) from calibration c where c.id = ${calibrationId}::uuid)`,
            ),
    )

export const listUses: Handler<typeof instrumentApi.uses> = async (tx, _actor, { id, calibrationId, q, ...paging }) => {
  await instrumentOf(tx, id)
  return pageOf(
    tx,
    usesOf(tx, id, calibrationId).$if(q !== '', (query) => query.where(sql<SqlBool>`lot.lot_no ^@ ${q.toUpperCase()}`)),
    paging,
  )
}

export const createInstrument: Handler<typeof instrumentApi.create> = async (tx, actor, input) => {
  const { id } = await tx
    .insertInto('instrument')
    .values({ enterpriseId: actor.enterpriseId, ...input, initials: pinyinInitials(input.name) })
    .returning('id')
    .executeTakeFirstOrThrow()
  return instrumentOf(tx, id)
}

export const editInstrument: Handler<typeof instrumentApi.edit> = async (tx, actor, { id, rowVersion, ...fields }) => {
  const instrument = await takeInstrument(tx, actor, id, instrumentActions.edit)
  if (instrument.rowVersion !== rowVersion) throw new Refusal('stale')
  await tx
    .updateTable('instrument')
    .set({ ...fields, initials: pinyinInitials(fields.name) })
    .where('id', '=', id)
    .execute()
  return instrumentOf(tx, id)
}

/** 登记校准. One that failed puts every result in doubt since the last good one: they are listed, and quality assurance is told. */
export const calibrate: Handler<typeof instrumentApi.calibrate> = async (tx, actor, { id, signature, certificateId, ...found }) => {
  const { number, name } = await takeInstrument(tx, actor, id, instrumentActions.calibrate)
  const fault = faultIn(found, dayInShanghai(tx.now()))
  if (fault !== undefined) throw new Refusal('invalid_input', [fault])
  if (certificateId !== undefined) await refuseForeignFile(tx, id, certificateId)
  const { id: calibrationId } = await tx
    .insertInto('calibration')
    .values({
      enterpriseId: actor.enterpriseId,
      instrumentId: id,
      ...found,
      certificateId: certificateId ?? null,
      recordedBy: actor.id,
      recordedAt: tx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sign(tx, actor, signature, { meaning: instrumentActions.calibrate.signs, table: 'calibration', id: calibrationId })
  const suspectResults = found.result === 'fail' ? await countUses(tx, id, calibrationId) : 0
  if (found.result === 'fail')
    await notify(tx, actor, {
      duty: '37:decide',
      title: `仪器 ${number} ${name} 校准不合格：上次合格以来有 ${suspectResults === 1000 ? '1000 多' : suspectResults} 项结果用过它，请评估`,
      page: '/system-jilu',
      at: { view: 'means', instrument: id },
      q: number,
    })
  return { ...(await instrumentOf(tx, id)), calibrationId, suspectResults }
}

async function countUses(tx: Tx, id: string, calibrationId: string): Promise<number> {
  const { rows } = await sql<{
    count: number
  }>`select count(*)::integer as count from (${usesOf(tx, id, calibrationId).limit(1000)}) used`.execute(tx)
  return only(rows).count
}

function faultIn({ calibratedOn, result, nextDue }: { calibratedOn: string; result: string; nextDue: string | null }, today: string) {
  if (calibratedOn > today) return { path: 'calibratedOn', message: '校准日期不能晚于今天' }
  if (result === 'pass' && nextDue === null) return { path: 'nextDue', message: '请填写下次校准日期' }
  if (result === 'fail' && nextDue !== null) return { path: 'nextDue', message: '不合格的校准没有下次校准日期' }
  return nextDue !== null && nextDue <= calibratedOn ? { path: 'nextDue', message: '下次校准日期须晚于校准日期' } : undefined
}

async function refuseForeignFile(tx: Tx, instrumentId: string, certificateId: string) {
  const attached = await tx
    .selectFrom('attachment')
    .select('id')
    .where('id', '=', certificateId)
    .where('ownerTable', '=', 'instrument')
    .where('ownerId', '=', instrumentId)
    .executeTakeFirst()
  if (attached === undefined) throw new Refusal('certificate_missing', [{ path: 'certificateId', message: '请选择附在本仪器上的证书' }])
}

type Change = { id: string; reason: string; signature: Parameters<typeof sign>[2] }

/** 停用 and 恢复使用: the instrument has another state, and who changed it signs the reason. */
async function changeState(
  tx: Tx,
  actor: Actor,
  { id, reason, signature }: Change,
  action: 'takeOut' | 'takeBack',
): Promise<InstrumentRow> {
  await takeInstrument(tx, actor, id, instrumentActions[action])
  const state = instrumentActions[action].to
  await giveReason(tx, reason)
  const { id: changeId } = await tx
    .insertInto('instrumentChange')
    .values({ enterpriseId: actor.enterpriseId, instrumentId: id, state, reason, changedBy: actor.id, changedAt: tx.now().toISOString() })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('instrument')
    .set({ state, stopReason: state === 'in_use' ? null : reason })
    .where('id', '=', id)
    .execute()
  await sign(tx, actor, signature, { meaning: instrumentActions[action].signs, table: 'instrument_change', id: changeId })
  return instrumentOf(tx, id)
}

export const takeOutInstrument: Handler<typeof instrumentApi.takeOut> = (tx, actor, input) => changeState(tx, actor, input, 'takeOut')
export const takeBackInstrument: Handler<typeof instrumentApi.takeBack> = (tx, actor, input) => changeState(tx, actor, input, 'takeBack')

async function takeInstrument(tx: Tx, actor: Actor, id: string, action: Action<InstrumentRow>): Promise<InstrumentRow> {
  await tx.selectFrom('instrument').select('id').where('id', '=', id).forUpdate().execute()
  const instrument = await instrumentOf(tx, id)
  const code = refusal(action, instrument, actor)
  if (code !== undefined) throw new Refusal(code)
  return instrument
}
