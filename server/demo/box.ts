import { elementAt, present } from '#contract/kernel/certain.ts'
import { boxApi } from '#contract/packing/box.ts'
import { qrApi } from '#contract/packing/codes.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>

/** A box of a lot, and its packs that are in the house. */
export type BoxOfLot = { code: string; packs: string[] }

/** What of a lot is in the house: its boxes in the order of their packs, and the packs that lie loose. */
export async function boxesOf(as: As, lotNo: string): Promise<{ boxes: BoxOfLot[]; loose: string[] }> {
  const packer = await as('baozhuang')
  const { rows } = await packer.ask(qrApi.list, { level: 'pack', q: lotNo, pageSize: 200 })
  const lists = await Promise.all(rows.filter((row) => row.lotNo === lotNo).map(({ id }) => packer.ask(qrApi.download, { id })))
  const here = lists.flatMap((list) =>
    list
      .trim()
      .split('\r\n')
      .slice(1)
      .map((line) => line.split(','))
      .filter((cells) => cells.includes('在库') || cells.includes('已激活（待放行）')),
  )
  const byBox = Map.groupBy(here, (cells) => elementAt(cells, 4))
  const codes = (cells: readonly string[][]) => cells.map((line) => elementAt(line, 2))
  return {
    boxes: [...byBox].flatMap(([code, cells]) => (code === '' ? [] : [{ code, packs: codes(cells) }])),
    loose: codes(byBox.get('') ?? []),
  }
}

/** Packs are taken out of a box; all of them where none is named. */
export const openedBox = async (as: As, box: string, packs: string[] = [], reason = '外箱受潮') =>
  (await as('cangku')).ask(boxApi.open, { box, packs, reason })

/** Packs are put into a box, or into another carton with a label of its own, in the first bin in which all of it lies. */
export async function filledBox(as: As, { box, packs, reason = '零袋归箱' }: { box?: string; packs: string[]; reason?: string }) {
  const keeper = await as('cangku')
  const all = await Promise.all([...packs, ...(box === undefined ? [] : [box])].map((code) => keeper.ask(boxApi.scan, { code })))
  const bins = all.map((goods) => goods.bins)
  const shared = present(bins[0]).find(({ id }) => bins.every((some) => some.some((bin) => bin.id === id)))
  return keeper.ask(boxApi.fill, {
    ...(box !== undefined && { box }),
    ...{ packs, placeId: present(shared).id, reason, signature: signed(), checker: secondPerson('qa2') },
  })
}
