import { notify } from '#kernel/notify.ts'
import type { Actor, Tx } from '#kernel/serve.ts'

type Proposal = { role: { id: string; name: string }; account: { id: string; name: string } | null; rights: readonly string[] }

/** Asks another administrator for rights that take two: a role for a person, or more rights for a role that people hold. */
export async function proposeRights(tx: Tx, actor: Actor, { role, account, rights }: Proposal): Promise<void> {
  const { id } = await tx
    .insertInto('rightsProposal')
    .values({
      enterpriseId: actor.enterpriseId,
      roleId: role.id,
      roleName: role.name,
      accountId: account?.id ?? null,
      rights: [...rights],
      proposedBy: actor.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await notify(tx, actor, {
    duty: '31:manage',
    title: account === null ? `角色 ${role.name} 增加权限待批准` : `授予 ${account.name} 角色 ${role.name} 待批准`,
    body: `由 ${actor.name} 提请；其中有 ${rights.length} 项签名或管理权限，须由另一位管理员批准`,
    page: '/system-user',
    at: { by: 'proposal' },
    about: { table: 'rights_proposal', id, asks: 'waiting' },
  })
}
