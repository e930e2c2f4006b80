import { proposalApi } from '#contract/people/proposal.ts'
import { secretApi } from '#contract/people/secret.ts'
import type { Person } from '#server/demo/person.ts'

/** A second administrator approves every right that another one proposed and confirms every secret that another one set and its person has made their own. */
export async function agreeToAll(second: Person): Promise<void> {
  const proposals = await second.ask(proposalApi.list, { state: 'waiting', pageSize: 200 })
  for (const { id } of proposals.rows) await second.ask(proposalApi.approve, { id })
  const secrets = await second.ask(secretApi.list, { state: 'waiting', pageSize: 200 })
  for (const { id, isOneTime } of secrets.rows) if (!isOneTime) await second.ask(secretApi.confirm, { id, note: '当面核对身份证' })
}
