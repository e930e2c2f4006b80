import type { Difference } from '#contract/making/process-difference.ts'
import { DataTable } from '#web/parts/DataTable.tsx'

/** What differs between two versions, side by side; on a phone one below the other. */
export function DifferenceTable({ before, after, differences }: { before: string; after: string; differences: readonly Difference[] }) {
  if (differences.length === 0) return <p>与{before}没有不同。</p>
  return (
    <>
      <p>
        {after}与{before}有 {differences.length} 处不同：
      </p>
      <DataTable
        caption={`${before}与${after}的差异`}
        rows={differences}
        rowKey={({ part, what }) => `${part} ${what}`}
        columns={[
          { title: '内容', key: 'part', render: ({ part, what }) => `${part}：${what}` },
          {
            title: before,
            key: 'before',
            render: ({ before: was, after: is }) => (is === null ? <del className="difference-removed">{was}</del> : was),
          },
          {
            title: after,
            key: 'after',
            render: ({ before: was, after: is }) => (was === null ? <ins className="difference-added">{is}</ins> : is),
          },
          {
            title: '变化',
            key: 'kind',
            render: ({ before: was, after: is }) => (was === null ? '增加' : is === null ? '删除' : '修改'),
          },
        ]}
      />
      <p />
    </>
  )
}
