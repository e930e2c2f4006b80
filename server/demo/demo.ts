import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { keysOf } from '#contract/kernel/key-of.ts'
import { paperApi, paperKinds } from '#contract/office/paper.ts'
import { accountApi } from '#contract/people/account.ts'
import { placeApi } from '#contract/warehouse/place.ts'
import { purchaseRuleApi, usualPurchaseRule } from '#contract/supply/purchase-rule.ts'
import { buildApp } from '#server/app.ts'
import { seedBase } from '#server/db/seed/base.ts'
import { tellExpiring } from '#server/features/supply/licence/tell-expiring.ts'
import { markRetestDue } from '#server/features/warehouse/stock/mark-retest-due.ts'
import type { Installation } from '#kernel/installation.ts'
import { authoriseFactory } from './authorisation.ts'
import { confirmedDeputy } from './deputy.ts'
import { Agenda } from './agenda.ts'
import { planLastWeeks } from './last-weeks.ts'
import { demoPassword, signIn, withQualityHead, type Person } from './person.ts'
import { ToldTime } from './told-time.ts'
import { planYear } from './year.ts'

/**
 * Fills an empty database with a small factory that has lived for a year: people and master data, then what they bought, made, tested, released
 * and sold, by the same steps over the same interface as people would take them, and what is under way now. Their clock is turned back
 * (decision 0037): steps happen on their days, while records and signatures keep the time at which they were made.
 */
export async function makeDemo(pool: pg.Pool, installation: Installation, log: (line: string) => void): Promise<void> {
  await seedBase(pool, demoPassword)
  // People take turns, so one connection is enough, and it learns each statement once.
  const alone = new pg.Pool({ ...pool.options, max: 1, connectionTimeoutMillis: 60_000 })
  const time = new ToldTime()
  const app = await buildApp({ pool: alone, installation, clock: time })
  const people = new Map<string, Promise<Person>>()
  const as = (userName: string) => {
    const person = people.get(userName) ?? signIn(app, userName, demoPassword, undefined, time).then(remembersBins)
    people.set(userName, person)
    return person
  }
  try {
    log('演示数据：过去一年的采购、检验、生产、放行与销售')
    const agenda = new Agenda()
    const telling = { agenda, as, lookUp: (code: string, telephone: number) => lookUp(app, code, telephone) }
    planYear(telling)
    planLastWeeks(telling)
    await agenda.live(time)
    log('演示数据：今天的待办')
    await usualPurchaseDays(await as('zhuguan'))
    await numberForms(await as('zhuguan'))
    await authoriseFactory(as)
    await confirmedDeputy(as, 'zhuguan', 'fuhe', ['12:approve', '17:approve'], 20)
    await markRetestDue(alone)
    await tellExpiring(alone)
    await leaveTwoUnread(await as('admin'))
  } finally {
    await app.close()
    await alone.end()
  }
}

/** While the demo is made nobody adds a bin, so that each person asks for them once. */
function remembersBins(person: Person): Person {
  const known = new Map<string, Promise<unknown>>()
  return {
    ...person,
    ask(endpoint, input, headers) {
      if (endpoint.path !== placeApi.bins.path) return person.ask(endpoint, input, headers)
      const question = JSON.stringify(input)
      const answer = known.get(question) ?? person.ask(endpoint, input, headers)
      known.set(question, answer)
      return answer as ReturnType<typeof person.ask<typeof endpoint>>
    },
  }
}

/** Somebody scans a pack with their telephone. Where the public pages are not built nobody can. */
async function lookUp(app: FastifyInstance, code: string, telephone: number): Promise<void> {
  const agent = `Mozilla/5.0 (Linux; Android 15; M${telephone}) AppleWebKit/537.36 Mobile MicroMessenger/8.0.50`
  await app.inject({ url: `/index?c=${encodeURIComponent(code)}`, headers: { 'user-agent': agent } })
}

/** The past is told: from now on orders and arrivals are dated back no further than is usual. */
async function usualPurchaseDays(keeper: Person) {
  const { approvalsAbove, rowVersion } = await keeper.ask(purchaseRuleApi.read, {})
  const { orderBackDays, receiptBackDays } = usualPurchaseRule
  const reason = '上线前的单据已补录完毕'
  await keeper.ask(purchaseRuleApi.save, { approvalsAbove, orderBackDays, receiptBackDays, rowVersion, reason, ...withQualityHead() })
}

/** The forms of the factory's documents have their numbers from its list of documents. */
async function numberForms(keeper: Person) {
  for (const [at, kind] of keysOf(paperKinds).entries())
    await keeper.ask(paperApi.setForm, {
      kind,
      version: 0,
      formNo: `MZ-BD-${String(at + 1).padStart(3, '0')}`,
      retention: '药品有效期后一年',
      reason: '按本厂文件目录',
    })
}

/** A fresh `admin` has two unread messages, as the seed's bell says; the others count as read. */
async function leaveTwoUnread(admin: Person) {
  for (;;) {
    const { rows } = await admin.ask(accountApi.notifications, { box: 'unread', pageSize: 200 })
    const read = rows.slice(2).map((row) => row.id)
    if (read.length === 0) return
    await admin.ask(accountApi.moveNotifications, { ids: read, to: 'read' })
  }
}
