import type { z } from 'zod'
import { sql } from 'kysely'
import { Refusal } from '#contract/kernel/refusals.ts'
import { activities, type authorisationApi, type AuthorisationRow } from '#contract/people/authorisation.ts'
import type { trainingApi, TrainingRow, TrainingRule } from '#contract/people/training.ts'
import { choicesAtMost } from '#contract/kernel/values.ts'
import { keysOf } from '#contract/kernel/key-of.ts'
import { pageOf } from '#kernel/paging.ts'
import type { Handler, Tx } from '#kernel/serve.ts'

const named = (of: string) => sql`jsonb_build_object('id', ${sql.ref(`${of}.id`)}, 'name', ${sql.ref(`${of}.name`)})`
const byName = (q: string) =>
  sql<boolean>`(person.user_name ^@ ${q.toLowerCase()} or strpos(person.name, ${q}) > 0 or person.initials ^@ ${q.toLowerCase()})`

const trainingState = sql<TrainingRow['state']>`case when training.voided_at is null then 'kept' else 'voided' end`

const selectTrainings = (tx: Tx) =>
  tx
    .selectFrom('training')
    .innerJoin('account as person', (join) =>
      join.onRef('person.enterpriseId', '=', 'training.enterpriseId').onRef('person.id', '=', 'training.personId'),
    )
    .leftJoin('account as recorder', (join) =>
      join.onRef('recorder.enterpriseId', '=', 'training.enterpriseId').onRef('recorder.id', '=', 'training.recordedBy'),
    )
    .select([
      'training.id',
      'training.kind',
      'course',
      'heldOn',
      'training.validUntil',
      'classHours',
      'trainer',
      'result',
      'remark',
      'recordedAt',
      'voidReason',
    ])
    .select([
      trainingState.as('state'),
      sql<string>`coalesce((select d.label from dictionary_item d where d.enterprise_id = training.enterprise_id and d.type = 'training_kind' and d.code = training.kind), training.kind)`.as(
        'kindLabel',
      ),
      sql<TrainingRow['person']>`${named('person')}`.as('person'),
      sql<TrainingRow['recordedBy']>`${named('recorder')}`.as('recordedBy'),
      sql<TrainingRow['change']>`(select jsonb_build_object('id', c.id, 'caseNo', q.case_no) from change_request c
        join quality_case q on q.enterprise_id = c.enterprise_id and q.id = c.case_id where c.enterprise_id = training.enterprise_id and c.id = training.change_id)`.as(
        'change',
      ),
    ])

/** One record of training, as it is now. */
export async function trainingOf(tx: Tx, id: string): Promise<TrainingRow> {
  const training = await selectTrainings(tx).where('training.id', '=', id).executeTakeFirst()
  if (training === undefined) throw new Refusal('not_found')
  return training
}

export const listTrainings: Handler<typeof trainingApi.list> = (tx, _actor, { q, state, result, personId, ...paging }) =>
  pageOf(
    tx,
    selectTrainings(tx)
      .$call((query) => (state === undefined ? query : query.where('training.voidedAt', state === 'kept' ? 'is' : 'is not', null)))
      .$call((query) => (result === undefined ? query : query.where('training.result', '=', result)))
      .$call((query) => (personId === undefined ? query : query.where('training.personId', '=', personId)))
      .$if(q !== '', (query) => query.where(sql<boolean>`(${byName(q)} or strpos(training.course, ${q}) > 0)`)),
    paging,
  )

/** Approved changes that wait for somebody's training, with those people. */
export const listUntrained: Handler<typeof trainingApi.changes> = async (tx) => {
  const { rows } = await sql<z.output<typeof trainingApi.changes.output>[number]>`
    select c.id, q.case_no, c.subject, (select jsonb_agg(jsonb_build_object('id', a.id, 'name', a.name) order by a.name, a.id) from account a
      where a.enterprise_id = c.enterprise_id and a.id = any (untrained_for(c))) as people
    from change_request c join quality_case q on q.enterprise_id = c.enterprise_id and q.id = c.case_id
    where c.state = 'approved' and cardinality(untrained_for(c)) > 0 order by c.effective_on, q.case_no`.execute(tx)
  return rows
}

/** Colleagues in use, for the field that names one; programs are none. */
export const listPeople: Handler<typeof trainingApi.people> = (tx, _actor, { q, id }) =>
  tx
    .selectFrom('account as person')
    .select(['person.id', 'person.name', 'person.userName', 'person.post'])
    .where('person.state', '=', 'active')
    .where(sql<boolean>`not exists (select from api_token token where token.enterprise_id = person.enterprise_id and token.id = person.id)`)
    .$call((query) => (id === undefined ? (q === '' ? query : query.where(byName(q))) : query.where('person.id', '=', id)))
    .orderBy('person.userName')
    .limit(choicesAtMost)
    .execute()

const selectAuthorisations = (tx: Tx) =>
  tx
    .selectFrom('authorisation')
    .innerJoin('account as person', (join) =>
      join.onRef('person.enterpriseId', '=', 'authorisation.enterpriseId').onRef('person.id', '=', 'authorisation.personId'),
    )
    .leftJoin('training', (join) =>
      join.onRef('training.enterpriseId', '=', 'authorisation.enterpriseId').onRef('training.id', '=', 'authorisation.trainingId'),
    )
    .leftJoin('account as giver', (join) =>
      join.onRef('giver.enterpriseId', '=', 'authorisation.enterpriseId').onRef('giver.id', '=', 'authorisation.givenBy'),
    )
    .leftJoin('account as approver', (join) =>
      join.onRef('approver.enterpriseId', '=', 'authorisation.enterpriseId').onRef('approver.id', '=', 'authorisation.approvedBy'),
    )
    .select([
      'authorisation.id',
      'authorisation.state',
      'activity',
      'authorisation.validUntil',
      'basis',
      'givenAt',
      'approvedAt',
      'endReason',
    ])
    .select([
      sql<
        AuthorisationRow['person']
      >`jsonb_build_object('id', person.id, 'name', person.name, 'userName', person.user_name, 'post', person.post)`.as('person'),
      sql<
        AuthorisationRow['training']
      >`jsonb_build_object('id', training.id, 'course', training.course, 'heldOn', training.held_on, 'validUntil', training_until(authorisation))`.as(
        'training',
      ),
      sql<AuthorisationRow['givenBy']>`${named('giver')}`.as('givenBy'),
      sql<AuthorisationRow['approvedBy']>`case when approver.id is not null then ${named('approver')} end`.as('approvedBy'),
      sql<boolean>`authorisation.state in ('valid', 'suspended') and exists (select from authorisation next where next.enterprise_id = authorisation.enterprise_id
        and next.person_id = authorisation.person_id and next.activity = authorisation.activity and next.state = 'proposed')`.as(
        'isRenewing',
      ),
    ])

/** One authorisation, as it is now. */
export async function authorisationOf(tx: Tx, id: string): Promise<AuthorisationRow> {
  const authorisation = await selectAuthorisations(tx).where('authorisation.id', '=', id).executeTakeFirst()
  if (authorisation === undefined) throw new Refusal('not_found')
  return authorisation
}

export const listAuthorisations: Handler<typeof authorisationApi.list> = (tx, _actor, { q, state, activity, ...paging }) =>
  pageOf(
    tx,
    selectAuthorisations(tx)
      .$call((query) => (state === undefined ? query : query.where('authorisation.state', '=', sql.lit(state))))
      .$call((query) => (activity === undefined ? query : query.where('activity', '=', activity)))
      .$if(q !== '', (query) => query.where(byName(q))),
    paging,
  )

export const readOwn: Handler<typeof authorisationApi.own> = async (tx, actor) => {
  const last = await tx.selectFrom('authorisationRuleChange').select('askedFrom').orderBy('serial', 'desc').limit(1).executeTakeFirst()
  const held = await tx
    .selectFrom('authorisation')
    .select(['id', 'activity', 'state', 'validUntil', sql<string | null>`training_until(authorisation)`.as('trainingUntil')])
    .where('personId', '=', actor.id)
    .where('state', 'in', ['proposed', 'valid', 'suspended'])
    .orderBy('activity')
    .orderBy('id')
    .execute()
  return { askedFrom: last?.askedFrom ?? null, held }
}

/** How many of those who are not authorised are named. */
const namedAtMost = 8

export const readRule: Handler<typeof authorisationApi.rule> = async (tx) => {
  const changes = await tx
    .selectFrom('authorisationRuleChange as change')
    .innerJoin('account as author', (join) =>
      join.onRef('author.enterpriseId', '=', 'change.enterpriseId').onRef('author.id', '=', 'change.changedBy'),
    )
    .innerJoin('account as second', (join) =>
      join.onRef('second.enterpriseId', '=', 'change.enterpriseId').onRef('second.id', '=', 'change.approvedBy'),
    )
    .select(['change.id', 'serial', 'askedFrom', 'reason', 'changedAt'])
    .select([
      sql<{ id: string; name: string }>`${named('author')}`.as('changedBy'),
      sql<{ id: string; name: string }>`${named('second')}`.as('approvedBy'),
    ])
    .orderBy('serial', 'desc')
    .limit(20)
    .execute()
  const [last] = changes
  return { askedFrom: last?.askedFrom ?? null, serial: last?.serial ?? 0, changes, missing: await readMissing(tx) }
}

type Missing = { activity: keyof typeof activities; id: string; name: string; count: number }

/** Who bears a duty of an activity and is not authorised for it today, as long as their account is in use. */
async function readMissing(tx: Tx) {
  const pairs = keysOf(activities).flatMap((activity) => activities[activity].duties.map((duty) => ({ activity, duty })))
  const { rows } = await sql<Missing>`
    with bearer as (
      select distinct asked.activity, person.id, person.name
      from unnest(${pairs.map(({ activity }) => activity)}::text[], ${pairs.map(({ duty }) => duty)}::text[]) as asked (activity, duty)
        join role_right r on r.right_code = asked.duty join account_role held on held.enterprise_id = r.enterprise_id and held.role_id = r.role_id
        join account person on person.enterprise_id = held.enterprise_id and person.id = held.account_id and person.state = 'active'
      where not exists (select from authorisation a where a.enterprise_id = person.enterprise_id and a.person_id = person.id and a.activity = asked.activity
        and a.state = 'valid' and a.valid_until >= today() and training_holds(a, today())))
    select * from (select activity, id, name, count(*) over (partition by activity)::integer as count,
      row_number() over (partition by activity order by name, id) as place from bearer) listed
    where place <= ${sql.lit(namedAtMost)} order by name, id`.execute(tx)
  return keysOf(activities).flatMap((activity) => {
    const here = rows.filter((row) => row.activity === activity)
    const [first] = here
    return first === undefined ? [] : [{ activity, count: first.count, people: here.map(({ id, name }) => ({ id, name })) }]
  })
}

/** How long each kind of training holds, with the last change. */
export const listTrainingRules: Handler<typeof trainingApi.rules> = async (tx) => {
  const { rows } = await sql<TrainingRule>`
    select d.code as kind, d.label, r.months, coalesce(r.serial, 0) as serial, coalesce(r.reason, '') as reason, r.changed_at,
      (select name from account where account.enterprise_id = r.enterprise_id and account.id = r.changed_by) as changed_by_name,
      (select name from account where account.enterprise_id = r.enterprise_id and account.id = r.approved_by) as approved_by_name
    from dictionary_item d left join lateral (select * from training_rule t where t.enterprise_id = d.enterprise_id and t.kind = d.code
      order by t.serial desc limit 1) r on true
    where d.type = 'training_kind' and (d.is_active or r.serial is not null) order by d.sort, d.code`.execute(tx)
  return rows
}
