import { sql } from 'kysely'
import { dayInShanghai } from '#contract/warehouse/shelf-life.ts'
import { notify } from '#kernel/notify.ts'
import { documentNo } from '#kernel/number.ts'
import type { Actor, Tx } from '#kernel/serve.ts'
import { moveCustody } from './custody.ts'

type Missing = {
  shipment: { id: string; shipmentNo: string }
  lines: readonly { lotId: string; packs: number }[]
  /** From the way to the customer, or from the way back with a return. */
  from: 'customer' | 'returning'
  returnId?: string
  note: string
}

/** 承运索赔: what left and arrived nowhere is looked for, lot by lot, until it is known what became of it. */
export async function openClaims(tx: Tx, actor: Actor, { shipment, lines, from, returnId, note }: Missing): Promise<void> {
  for (const { lotId, packs } of lines.filter((line) => line.packs > 0)) {
    const claim = await tx
      .insertInto('carrierClaim')
      .values({
        enterpriseId: actor.enterpriseId,
        claimNo: documentNo('SP', dayInShanghai(tx.now())),
        state: 'open',
        shipmentId: shipment.id,
        lotId,
        packs,
        quantity: sql<string>`${packs}::integer * (select spec.net_quantity from lot l join pack_spec spec on spec.enterprise_id = l.enterprise_id
          and spec.id = l.pack_spec_id where l.enterprise_id = current_enterprise() and l.id = ${lotId}::uuid)`,
        returnId: returnId ?? null,
        note,
        openedBy: actor.id,
        openedAt: tx.now().toISOString(),
      })
      .returning(['id', 'claimNo'])
      .executeTakeFirstOrThrow()
    await moveCustody(tx, actor, { kind: 'carrier_claim', id: claim.id }, [{ shipmentId: shipment.id, lotId, packs, from, to: 'claimed' }])
    await notify(tx, actor, {
      duty: '110:ship',
      title: `${shipment.shipmentNo} 少 ${packs} 件，请向承运单位查找：${claim.claimNo}`,
      body: note,
      page: '/yinpian-xiaoshou',
      at: { view: 'claims', id: claim.id },
      about: { table: 'carrier_claim', id: claim.id, asks: 'open' },
    })
  }
}
