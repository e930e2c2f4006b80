import { rightsReviewApi } from '#contract/people/rights-review.ts'
import { signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>

/** A quarter's review in which every account keeps what it has. */
export async function reviewedRights(as: As): Promise<void> {
  const admin = await as('admin')
  const { id, lines } = await admin.ask(rightsReviewApi.begin, { occasion: '第三季度复核' })
  const others = lines.filter(({ userName }) => userName !== 'admin')
  await admin.ask(rightsReviewApi.decide, { id, lineIds: others.map((line) => line.id), decision: 'keep' })
  const own = lines.filter(({ userName }) => userName === 'admin').map((line) => line.id)
  await (await as('user')).ask(rightsReviewApi.decide, { id, lineIds: own, decision: 'keep' })
  await admin.ask(rightsReviewApi.submit, { id, signature: signed() })
  await (await as('zhiliang')).ask(rightsReviewApi.approve, { id, signature: signed() })
}
