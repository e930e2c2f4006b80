import { sql } from 'kysely'
import type pg from 'pg'
import { incidentKinds, type IncidentKind } from '#contract/cases/incident.ts'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { eachEnterprise } from '#kernel/calendar.ts'
import { notify } from '#kernel/notify.ts'
import type { Tx } from '#kernel/serve.ts'
import { tellPerson } from './tell-person.ts'

/**
 * Tells quality assurance, and the owner of a measure, what is late: once for each day that was set, however often this runs. Nothing else depends on it:
 * lists and the home page compare the days themselves. Returns the number of messages.
 */
export async function tellLateIncidents(pool: pg.Pool): Promise<number> {
  let told = 0
  await eachEnterprise(pool, 'late-cases', async (tx, system) => {
    for (const { id, caseNo, kind, subject, dueOn } of await lateCases(tx)) {
      await notify(tx, system, {
        duty: '37:decide',
        title: `${incidentKinds[kind]} ${caseNo} 已逾期（${dueOn}）`,
        body: subject,
        page: '/zhiliang-shijian',
        at: { view: 'incident', id },
      })
      told++
    }
    for (const { incidentId, caseNo, serial, action, ownerId, enterpriseId, dueOn } of await lateMeasures(tx)) {
      const title = `${caseNo} 的措施 ${serial} 已逾期（${dueOn}）`
      await tellPerson(tx, { enterpriseId }, ownerId, { title, body: action })
      await notify(tx, system, {
        duty: '37:decide',
        title,
        body: action,
        page: '/zhiliang-shijian',
        at: { view: 'incident', id: incidentId },
      })
      told += 2
    }
  })
  return told
}

const todayOf = (tx: Tx) => sql`${dayInShanghai(tx.now())}::date`

async function lateCases(tx: Tx) {
  const { rows } = await sql<{ id: string; caseNo: string; kind: IncidentKind; subject: string; dueOn: string }>`
    update incident set late_told_for = due_on
    where enterprise_id = current_enterprise() and state in ('open', 'investigating', 'submitted', 'approved') and due_on < ${todayOf(tx)}
      and late_told_for is distinct from due_on
    returning id, case_no, kind, subject, due_on`.execute(tx)
  return rows
}

async function lateMeasures(tx: Tx) {
  const { rows } = await sql<{
    incidentId: string
    caseNo: string
    serial: number
    action: string
    ownerId: string
    enterpriseId: string
    dueOn: string
  }>`
    update incident_measure m set late_told_for = m.due_on from incident c
    where c.enterprise_id = m.enterprise_id and c.id = m.incident_id and m.enterprise_id = current_enterprise() and m.state = 'open'
      and m.due_on < ${todayOf(tx)} and m.late_told_for is distinct from m.due_on
    returning m.incident_id, c.case_no, m.serial, m.action, m.owner_id, m.enterprise_id, m.due_on`.execute(tx)
  return rows
}
