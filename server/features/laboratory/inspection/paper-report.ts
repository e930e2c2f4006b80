import { appliedName, requestKinds } from '#contract/laboratory/request.ts'
import { verdictLooks } from '#contract/laboratory/test-result.ts'
import { reportSheet, type Report } from '#contract/laboratory/report.ts'
import { Refusal } from '#contract/kernel/refusals.ts'
import { dateTime, kgUnit } from '#contract/kernel/shown-value.ts'
import { signatureBlocks, type PaperSource } from '#kernel/paper.ts'
import type { Tx } from '#kernel/serve.ts'
import type { Block } from '#tools/paper.ts'
import { readReport } from './read-report.ts'

/** 检验报告书 as the trade prints it (domain §2.2, §2.7), from the sheet as it was signed. */
export const reportPaper: PaperSource = {
  async read(tx, actor, id) {
    const { reportNo, version, replaces, replacedWhy, replacedBy, signatures, ...report } = await readReport(tx, actor, { id })
    const sheet = reportSheet.parse(report.sheet)
    return {
      documentNo: reportNo,
      marks: replacedBy === null ? [] : ['已替代'],
      page: sheet.side === 'raw' ? '/yuanliao-qingyan' : '/yinpian-zhijian',
      q: sheet.lotNo,
      blocks: [
        ...(replacedBy === null ? [] : [said(replacedWords(replacedBy))]),
        ...(replaces === null ? [] : [said(`本报告为第 ${version} 版，替代 ${replaces}。原因：${replacedWhy ?? ''}`)]),
        { is: 'facts', rows: factsOf(sheet, await packSpecsOf(tx, id)) },
        { is: 'table', columns, rows: sheet.items.map(rowOf) },
        ...sheet.others.flatMap(otherBlocks),
        { is: 'facts', isSingle: true, rows: [['结论', [{ text: `${sheet.conclusion}。`, bold: true }]]] },
        {
          is: 'facts',
          rows: [
            ['检验人', sheet.analysts.join('、')],
            ['复核人', sheet.reviewer],
            ['批准人', sheet.approver],
            ['报告日期', sheet.reportedOn],
            ...(sheet.remark === '' ? [] : ([['备注', sheet.remark]] as const)),
          ],
        },
        ...signatureBlocks(signatures),
      ],
    }
  },
}

/** The copy for a customer: the valid report, with the room for the stamp of quality assurance (domain §2.7). Of one that another replaced: `wrong_state`. */
export const reportCopyPaper: PaperSource = {
  async read(tx, actor, id) {
    const { state } = await readReport(tx, actor, { id })
    if (state === 'superseded') throw new Refusal('wrong_state')
    const content = await reportPaper.read(tx, actor, id)
    return { ...content, marks: ['与原件一致'], blocks: [...content.blocks, { is: 'blanks', labels: ['客户：', 'QA（盖章）：'] }] }
  },
}

const replacedWords = ({ reportNo, version, reason, approver, second, at }: NonNullable<Report['replacedBy']>) =>
  `本报告已由 ${reportNo}（第 ${version} 版）替代，不得再作为放行或销售的依据。原因：${reason}。批准 ${approver}${second === null ? '' : `，QA ${second}`}　${dateTime(at)}`

const said = (text: string): Block => ({ is: 'paragraph', words: [{ text, bold: true }] })

const columns = [
  { title: '检验项目', share: 22 },
  { title: '标准规定', share: 46 },
  { title: '检验结果', share: 20 },
  { title: '单项结论', share: 12 },
]

const rowOf = ({ group, name, specText, result, source, verdict }: Report['sheet']['items'][number]) => [
  `${group === name ? '' : `【${group}】`}${name}`,
  specText,
  source === '' ? result : [{ text: result }, { text: `（${source}）`, small: true }],
  verdictLooks[verdict].label,
]

/** What another of the standards that apply says of the same lot, item by item. */
const otherBlocks = (other: Report['sheet']['others'][number]): Block[] => [
  { is: 'heading', text: `${appliedName(other)}：${other.conforms ? '符合规定' : '不符合规定'}` },
  { is: 'table', columns, rows: other.items.map((item) => rowOf({ ...item, source: '' })) },
]

/**
 * 包装规格 of what a batch was packed into so far. A batch is tested before it is packed, so the signed sheet cannot say it; the paper says it as of the day it
 * is printed (decision 0111).
 */
async function packSpecsOf(tx: Tx, reportId: string): Promise<string[]> {
  const packed = await tx
    .selectFrom('report')
    .innerJoin('packLot', (join) =>
      join.onRef('packLot.enterpriseId', '=', 'report.enterpriseId').onRef('packLot.bulkLotId', '=', 'report.lotId'),
    )
    .innerJoin('lot', (join) => join.onRef('lot.enterpriseId', '=', 'packLot.enterpriseId').onRef('lot.id', '=', 'packLot.id'))
    .innerJoin('packSpec', (join) =>
      join.onRef('packSpec.enterpriseId', '=', 'lot.enterpriseId').onRef('packSpec.id', '=', 'lot.packSpecId'),
    )
    .select('packSpec.name')
    .distinct()
    .where('report.id', '=', reportId)
    .orderBy('packSpec.name')
    .execute()
  return packed.map(({ name }) => name)
}

/** Of packs that came back or are kept, the specification is that of the packs. */
const isOfPacks = ({ requestKind }: Report['sheet']) => [requestKinds.return, requestKinds.stability].some((kind) => kind === requestKind)

/** The head of the report: what was tested, whose it is, by which standard. */
function factsOf(sheet: Report['sheet'], packSpecs: readonly string[]): (readonly [label: string, value: string])[] {
  const isRaw = sheet.side === 'raw'
  return [
    ['检品名称', sheet.name],
    [isRaw ? '进厂批号' : '生产批号', sheet.lotNo],
    [isOfPacks(sheet) ? '包装规格' : '规格', sheet.spec || '—'],
    ...(packSpecs.length === 0 ? [] : ([['包装规格', `${packSpecs.join('；')}（截至打印日已包装）`]] as const)),
    ['产地', sheet.origin || '—'],
    ...(isRaw
      ? ([
          ['供货单位', sheet.supplier],
          ['检验类别', sheet.requestKind],
        ] as const)
      : ([
          ['生产企业', sheet.enterprise],
          ['许可证号', sheet.licenceNo],
        ] as const)),
    ['代表量', `${kgUnit(sheet.quantity)}（${sheet.packageCount} 件）`],
    [isRaw ? '到货日期' : '生产日期', sheet.bornOn],
    ...(sheet.expiresOn === null ? [] : ([['保质期至', sheet.expiresOn]] as const)),
    ['收检日期', sheet.receivedOn],
    ['检验依据', sheet.basis],
  ]
}
