import { sql, type SqlBool } from 'kysely'
import { refusal, type Action } from '#contract/kernel/action.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import {
  instrumentActions,
  serviceFault,
  type CalibrationRow,
  type instrumentApi,
  type InstrumentRow,
} from '#contract/laboratory/instrument.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { giveReason } from '#kernel/give-reason.ts'
import { handedInBy } from '#kernel/handed-file.ts'
import { matches, pageOf } from '#kernel/paging.ts'
import type { Actor, Handler, Tx } from '#kernel/serve.ts'
import { sign } from '#kernel/sign.ts'
import { openIncident } from '#server/features/cases/incident/open-incident.ts'
import { pinyinInitials } from '#tools/pinyin.ts'
import { countSuspects } from './suspect-results.ts'

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
      .$call((query) => (state === undefined ? query : query.where('state', '=', sql.lit(state))))
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
      (select f.name from attachment f where f.enterprise_id = c.enterprise_id and f.id = c.certificate_id) as certificate,
      (select i.case_no from incident i where i.enterprise_id = c.enterprise_id and i.source_id = c.id order by i.id limit 1) as case_no
    from calibration c join account a on a.enterprise_id = c.enterprise_id and a.id = c.recorded_by
    where c.instrument_id = ${id}::uuid order by c.calibrated_on desc, c.id desc limit 100`.execute(tx)
  return { ...instrument, calibrations: rows }
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

/** 登记校准. One that failed puts every result in doubt since the last good one: its case lists them, and quality assurance is told. */
export const calibrate: Handler<typeof instrumentApi.calibrate> = async (tx, actor, { id, signature, certificate, ...found }) => {
  const { number, name } = await takeInstrument(tx, actor, id, instrumentActions.calibrate)
  const fault = serviceFault({ ...found, doneOn: found.calibratedOn }, { on: 'calibratedOn', what: '校准' }, dayInShanghai(tx.now()))
  if (fault !== undefined) throw new Refusal('invalid_input', [fault])
  const certificateId = certificate === undefined ? null : await keepCertificate(tx, actor, id, certificate)
  const { id: calibrationId } = await tx
    .insertInto('calibration')
    .values({
      enterpriseId: actor.enterpriseId,
      instrumentId: id,
      ...found,
      certificateId,
      recordedBy: actor.id,
      recordedAt: tx.now().toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sign(tx, actor, signature, { meaning: instrumentActions.calibrate.signs, table: 'calibration', id: calibrationId })
  const failed = found.result === 'fail' ? await openFailure(tx, actor, { id, number, name, calibrationId, remark: found.remark }) : {}
  return { ...(await instrumentOf(tx, id)), calibrationId, suspectResults: 0, caseNo: null, ...failed }
}

type Failed = { id: string; number: string; name: string; calibrationId: string; remark: string }

/** Opens the case of a failed calibration, with which every result since the last good one is listed. */
async function openFailure(tx: Tx, actor: Actor, { id, number, name, calibrationId, remark }: Failed) {
  const suspectResults = await countSuspects(tx, id, calibrationId)
  const { caseNo } = await openIncident(tx, actor, {
    area: 'equipment',
    subject: `仪器 ${number} ${name} 校准不合格：上次合格以来有 ${suspectResults === 1000 ? '1000 多' : suspectResults} 项结果用过它`,
    description: remark,
    source: { table: 'calibration', id: calibrationId, no: number },
  })
  return { suspectResults, caseNo }
}

/** The file stands beside the instrument from now on; one that stands there already is that certificate. */
async function keepCertificate(
  tx: Tx,
  actor: Actor,
  instrumentId: string,
  { digest, name }: { digest: string; name: string },
): Promise<string> {
  if (!(await handedInBy(tx, actor, digest)))
    throw new Refusal('file_unknown', [{ path: 'certificate', message: '没有找到这份证书，请重新选择文件' }])
  const twin = await tx
    .selectFrom('attachment')
    .leftJoin('attachmentVoid', (join) =>
      join.onRef('attachmentVoid.enterpriseId', '=', 'attachment.enterpriseId').onRef('attachmentVoid.attachmentId', '=', 'attachment.id'),
    )
    .select('attachment.id')
    .where('ownerTable', '=', 'instrument')
    .where('ownerId', '=', instrumentId)
    .where('digest', '=', digest)
    .where('attachmentVoid.attachmentId', 'is', null)
    .executeTakeFirst()
  if (twin !== undefined) return twin.id
  const { id } = await tx
    .insertInto('attachment')
    .values({
      ...{ enterpriseId: actor.enterpriseId, ownerTable: 'instrument', ownerId: instrumentId },
      ...{ digest, name, kind: '证书', mapNo: null, addedBy: actor.id },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
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
