import { keysOf } from '#contract/kernel/key-of.ts'
import { present } from '#contract/kernel/certain.ts'
import { activities, authorisationApi, type Activity } from '#contract/people/authorisation.ts'
import { trainingApi } from '#contract/people/training.ts'
import { addDays, dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>

const today = () => dayInShanghai(new Date())

/** What people are taught before they may do it. */
const courses: Record<Activity, string> = {
  sampling: '药材取样法与取样操作规程',
  test_appearance: '药材性状鉴别与标本辨识',
  test_identification: '显微与薄层鉴别操作',
  test_check: '水分、灰分与重金属检查操作',
  test_extract: '浸出物测定操作',
  test_assay: '高效液相色谱仪操作与含量测定',
  test_microbe: '微生物限度检查与无菌操作',
  test_other: '检验操作规程与原始记录',
  weighing: '称量操作规程与双人复核',
  release: '放行审核与药品法规',
}

/** The account that bears this user name. */
export async function accountOf(as: As, userName: string) {
  const people = await (await as('qa')).ask(trainingApi.people, { q: userName })
  return present(people.find((one) => one.userName === userName))
}

/** A training that a person passed, written down by quality assurance. */
export async function trained(as: As, userName: string, activity: Activity, daysAgo = 10) {
  const { id } = await accountOf(as, userName)
  const recorder = await as(userName === 'qa' ? 'qa2' : 'qa')
  return recorder.ask(trainingApi.record, {
    personId: id,
    kind: activity === 'sampling' || activity === 'weighing' || activity === 'release' ? activity : 'method',
    course: courses[activity],
    heldOn: addDays(today(), -daysAgo),
    classHours: '4',
    trainer: '何质量',
    result: 'passed',
  })
}

/** An authorisation that waits for its approval. */
export async function proposedAuthorisation(as: As, userName: string, activity: Activity, { days = 365, daysAgo = 10 } = {}) {
  const training = await trained(as, userName, activity, daysAgo)
  const giver = await as(userName === 'qa' ? 'qa2' : 'qa')
  return giver.ask(authorisationApi.give, {
    personId: training.person.id,
    activity,
    trainingId: training.id,
    validUntil: addDays(today(), days),
    basis: '培训考核合格，带教一个月',
    signature: signed(),
  })
}

/** An authorisation in force. */
export async function authorised(as: As, userName: string, activity: Activity, options = {}) {
  const { id } = await proposedAuthorisation(as, userName, activity, options)
  return (await as('zhiliang')).ask(authorisationApi.approve, { id, signature: signed() })
}

/** From `askedFrom` on the steps ask for authorisations; null ends it. */
export async function askAuthorisations(as: As, askedFrom: string | null) {
  const qa = await as('qa')
  const { serial } = await qa.ask(authorisationApi.rule, {})
  return qa.ask(authorisationApi.changeRule, {
    serial,
    askedFrom,
    reason: askedFrom === null ? '暂停要求' : '人员已全部培训并授权',
    signature: signed(),
    approver: secondPerson('zhiliang'),
  })
}

/** Everybody who bears a duty is authorised for it; afterwards the factory asks for it. */
export async function authoriseFactory(as: As) {
  const { missing } = await (await as('qa')).ask(authorisationApi.rule, {})
  const userNames = await userNamesOf(as)
  for (const activity of keysOf(activities))
    for (const { id } of missing.find((one) => one.activity === activity)?.people ?? [])
      await authorised(as, present(userNames.get(id)), activity, { days: 200 + ((keysOf(activities).indexOf(activity) * 37) % 150) })
  await authorised(as, 'quyang', 'sampling', { days: 20, daysAgo: 300 })
  await proposedAuthorisation(as, 'fuhe', 'test_appearance')
  const careless = await authorised(as, 'cangku2', 'sampling')
  await (await as('qa')).ask(authorisationApi.suspend, { id: careless.id, reason: '取样器具未按规程清洁' })
  await askAuthorisations(as, today())
}

async function userNamesOf(as: As) {
  const people = await (await as('qa')).ask(trainingApi.people, { q: '' })
  return new Map(people.map(({ id, userName }) => [id, userName]))
}
