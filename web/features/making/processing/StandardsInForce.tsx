import type { z } from 'zod'
import type { standardInForce } from '#contract/making/material.ts'
import { DataTable, type Column } from '#web/parts/DataTable.tsx'

type Standard = z.output<typeof standardInForce>

const columns: readonly Column<Standard>[] = [
  { title: '标准', key: 'name', render: (one) => `${one.kind} ${one.name}` },
  { title: '版本', key: 'edition' },
  { title: '执行日期', key: 'from' },
]

/** The standards that are in force today; without one nothing can be bought or made. */
export function StandardsInForce({ standards }: { standards: readonly Standard[] }) {
  return (
    <>
      <h2 className="drawer-heading">现行标准</h2>
      {standards.length === 0 ? (
        <p className="quiet">没有现行标准；请在数据字典维护并批准质量标准</p>
      ) : (
        <DataTable caption="现行标准" columns={columns} rows={standards} rowKey={(one) => one.versionId} />
      )}
    </>
  )
}
