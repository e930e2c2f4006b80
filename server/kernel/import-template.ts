import { headingOf, type ImportColumn } from '#contract/office/import.ts'
import { workbookOf, type FillColumn } from '#tools/sheets.ts'

const wordsOf = ({ words = [] }: ImportColumn): readonly string[] => (isList(words) ? words : Object.keys(words))
const isList = (words: NonNullable<ImportColumn['words']>): words is readonly string[] => Array.isArray(words)

/** What the cells of a column take: its words to choose from; text for all but whole numbers, so that zeros in front stay. */
function fillOf(column: ImportColumn): FillColumn {
  const words = wordsOf(column)
  return {
    as: column.as === 'whole' ? 'whole' : 'text',
    ...(words.length > 0 && { choices: { words, several: column.as === 'words' } }),
  }
}

/** An empty sheet to fill in, and a second one that says how. */
export const templateOf = (name: string, columns: readonly ImportColumn[]): Promise<Buffer> =>
  workbookOf([
    {
      name,
      widths: columns.map((column) => Math.max(12, column.title.length * 2 + 4)),
      heading: columns.map(headingOf),
      rows: [],
      fill: columns.map(fillOf),
    },
    {
      name: '填写说明',
      widths: [20, 8, 60, 30, 40],
      heading: ['列', '必填', '可填内容', '例', '说明'],
      rows: columns.map((column) => [
        column.title,
        column.required ? '是' : '',
        wordsOf(column).join('、'),
        column.example,
        column.note ?? '',
      ]),
    },
  ])
