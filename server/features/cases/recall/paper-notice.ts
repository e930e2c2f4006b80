import { withdrawnAdvice } from '#contract/cases/recall-notice.ts'
import { recallClasses } from '#contract/cases/recall.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dateTime, day } from '#contract/kernel/shown-value.ts'
import type { PaperSource } from '#kernel/paper.ts'
import { noticePath } from './queries.ts'
import { noticeOf } from './read-notice.ts'

/** 召回通知书: the letter to one customer. Its QR leads to the page on which they say that they have it. A drill has none. */
export const recallNoticePaper: PaperSource = {
  async read(tx, _actor, id) {
    const notice = await noticeOf(tx, { id })
    if (notice === undefined) throw new Refusal('not_found')
    const link = await tx.selectFrom('recallCustomer').select('publicToken').where('id', '=', id).executeTakeFirstOrThrow()
    const { enterprise } = notice
    return {
      documentNo: notice.caseNo,
      marks: notice.isOpen ? [] : [notice.withdrawnAt === null ? '召回已结束' : '召回已撤销'],
      page: '/zhiliang-shijian',
      q: notice.caseNo,
      link: `${noticePath}?t=${link.publicToken}`,
      blocks: [
        { is: 'heading', text: `${notice.customer}：` },
        {
          is: 'paragraph',
          words: `我公司于 ${dateTime(notice.startedAt)} 决定对下列产品实施${recallClasses[notice.recallClass].label}。原因：${notice.reason}`,
        },
        ...(notice.withdrawnAt === null
          ? [{ is: 'paragraph', words: [{ text: notice.advice }] } as const]
          : [
              {
                is: 'paragraph',
                words: [
                  {
                    text: `本次召回已于 ${dateTime(notice.withdrawnAt)} 撤销：${notice.withdrawReason}。${withdrawnAdvice}`,
                    bold: true,
                  },
                ],
              } as const,
            ]),
        {
          is: 'table',
          columns: [
            { title: '品名', share: 20 },
            { title: '批号', share: 26 },
            { title: '规格', share: 18 },
            { title: '发给贵单位', share: 16, align: 'right' },
            { title: '发运日期', share: 20 },
          ],
          rows: notice.lots.map((lot) => [lot.name, lot.lotNo, lot.spec, `${lot.packs} ${lot.packUnit}`, lot.shippedOn]),
        },
        ...(notice.isOpen
          ? [
              {
                is: 'paragraph' as const,
                words: `请扫描本页二维码确认收到（不需登录），或电话回复库存与已使用数量。请于 ${day(notice.notifyBy)} 前回复。`,
              },
            ]
          : []),
        {
          is: 'facts',
          rows: [
            ['召回企业', enterprise.name],
            ['联系电话', enterprise.phone || '—'],
            ['地址', enterprise.address || '—'],
          ],
        },
        ...(notice.isOpen
          ? [
              { is: 'heading' as const, text: '回执' },
              { is: 'blanks' as const, labels: ['现有库存', '已使用', '回复人', '日期'] },
            ]
          : []),
      ],
    }
  },
}
