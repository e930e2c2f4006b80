import { dateTime } from '#contract/kernel/shown-value.ts'
import { assetKinds } from '#contract/making/asset.ts'
import { clearanceLooks } from '#contract/making/clearance.ts'
import { clearanceChecks } from '#contract/making/production.ts'
import { signatureBlocks, signaturesOf, type PaperSource } from '#kernel/paper.ts'
import { clearanceOf } from './clear-assets.ts'

/** 清场合格证: what was cleaned after which batch, until when it holds, and who answers for it. One copy goes into the record of the next batch. */
export const clearancePaper: PaperSource = {
  async read(tx, _actor, id) {
    const clearance = await clearanceOf(tx, id)
    return {
      documentNo: clearance.clearanceNo,
      marks: clearance.state === 'withdrawn' ? [clearanceLooks.withdrawn.label] : [],
      page: '/system-jiagong',
      q: clearance.clearanceNo,
      blocks: [
        {
          is: 'table',
          columns: [
            { title: '编号', share: 14 },
            { title: '名称', share: 24 },
            { title: '种类', share: 10 },
            { title: '上批', share: 20 },
            { title: '有效期至', share: 16 },
            { title: '用于', share: 16 },
          ],
          rows: clearance.assets.map((asset) => [
            asset.number,
            `${asset.name}（${asset.place}）`,
            assetKinds[asset.kind],
            [asset.formerProduct, asset.formerBatchNo ?? asset.formerOrderNo].filter(Boolean).join(' ') || '—',
            dateTime(asset.validUntil),
            asset.usedForOrderNo ?? '—',
          ]),
        },
        {
          is: 'facts',
          rows: [
            ['清场检查', Object.values(clearanceChecks).join('；')],
            ...(clearance.freesOfToxic ? [['毒性残留', '检查合格'] as const] : []),
            ['清场', `${clearance.cleanedByName}　${dateTime(clearance.cleanedAt)}`],
            ['检查', clearance.checkedByName],
            ['备注', clearance.remark || '—'],
            ...(clearance.withdrawnAt === null
              ? []
              : ([
                  [
                    '撤回',
                    `${clearance.withdrawnByName ?? ''}，${clearance.withdrawalApprovedByName ?? ''}　${dateTime(clearance.withdrawnAt)}`,
                  ],
                  ['撤回原因', clearance.withdrawReason ?? ''],
                ] as const)),
          ],
        },
        ...signatureBlocks(await signaturesOf(tx, [{ table: 'clearance', ids: [id] }])),
      ],
    }
  },
}
