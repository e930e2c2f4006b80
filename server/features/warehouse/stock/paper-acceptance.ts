import { Refusal } from '#contract/kernel/refusals.ts'
import { amount, dateTime, day } from '#contract/kernel/shown-value.ts'
import { acceptanceFindings } from '#contract/warehouse/acceptance.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import type { Tx } from '#kernel/serve.ts'

/** 包材验收检验单: what was looked at of a lot in pieces, what was found and who decided. */
export const acceptancePaper: PaperSource = {
  async read(tx, _actor, id) {
    const sheet = await acceptanceOf(tx, id)
    return {
      documentNo: sheet.acceptanceNo,
      marks: sheet.conforms ? [] : ['不符合'],
      page: '/yuanliao-kucun',
      q: sheet.lotNo,
      blocks: [
        {
          is: 'facts',
          rows: [
            ['品名', sheet.name],
            ['进厂批号', sheet.lotNo],
            ['供货单位', sheet.supplier],
            ['供应商批号', sheet.supplierLotNo || '—'],
            ['到货日期', day(sheet.bornOn)],
            ['到货数量', amount(sheet.net, sheet.unit)],
            ['检查数量', `${sheet.lookedAt} ${sheet.unit}`],
            ['检验损耗', `${sheet.usedUp} ${sheet.unit}`],
            ['合格证', sheet.certificateNo || '—'],
            ['有效至', sheet.retestOn ?? '—'],
          ],
        },
        {
          is: 'table',
          columns: [
            { title: '检查项目', share: 40 },
            { title: '结果', share: 60 },
          ],
          rows: [
            ['外观', acceptanceFindings[sheet.appearance]],
            ['尺寸', acceptanceFindings[sheet.dimensions]],
            ['印刷内容', acceptanceFindings[sheet.printing]],
          ],
        },
        {
          is: 'facts',
          rows: [
            ['结论', sheet.conforms ? '符合规定，放行入库' : '不符合规定，留在待验区等待判不合格'],
            ['说明', sheet.note || '—'],
            ['检验人', sheet.inspectedBy],
            ['质量保证', `${sheet.decidedBy}　${dateTime(sheet.decidedAt)}`],
          ],
        },
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'pack_acceptance', ids: [id] }])),
      ],
    }
  },
}

async function acceptanceOf(tx: Tx, id: string) {
  const sheet = await tx
    .selectFrom('packAcceptance as a')
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'a.enterpriseId').onRef('lot.id', '=', 'a.lotId'))
    .innerJoin('rawLot', (join) => join.onRef('rawLot.enterpriseId', '=', 'a.enterpriseId').onRef('rawLot.id', '=', 'a.lotId'))
    .innerJoin('supplier', (join) =>
      join.onRef('supplier.enterpriseId', '=', 'a.enterpriseId').onRef('supplier.id', '=', 'rawLot.supplierId'),
    )
    .innerJoin('account as decider', (join) =>
      join.onRef('decider.enterpriseId', '=', 'a.enterpriseId').onRef('decider.id', '=', 'a.decidedBy'),
    )
    .innerJoin('account as inspector', (join) =>
      join.onRef('inspector.enterpriseId', '=', 'a.enterpriseId').onRef('inspector.id', '=', 'a.inspectedBy'),
    )
    .select(['a.acceptanceNo', 'a.lookedAt', 'a.usedUp', 'a.appearance', 'a.dimensions', 'a.printing', 'a.certificateNo', 'a.conforms'])
    .select(['a.note', 'a.retestOn', 'a.decidedAt', 'decider.name as decidedBy', 'inspector.name as inspectedBy'])
    .select(['lot.lotNo', 'lot.name', 'lot.unit', 'lot.bornOn', 'rawLot.net', 'rawLot.supplierLotNo', 'supplier.name as supplier'])
    .where('a.id', '=', id)
    .executeTakeFirst()
  if (sheet === undefined) throw new Refusal('not_found')
  return sheet
}
