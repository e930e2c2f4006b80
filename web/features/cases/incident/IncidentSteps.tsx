import { incidentSteps } from '#contract/cases/incident.ts'
import type { IncidentFile } from '#contract/cases/incident-file.ts'
import { dateTime } from '#web/lib/format.ts'
import { DataTable } from '#web/parts/DataTable.tsx'

/** What happened to a case, in the order in which it did. */
export const IncidentSteps = ({ file: { steps } }: { file: IncidentFile }) => (
  <DataTable
    caption="经过"
    rows={steps}
    rowKey={({ id }) => id}
    columns={[
      { title: '步骤', key: 'step', render: ({ step }) => incidentSteps[step] },
      { title: '说明', key: 'note', width: 40 },
      { title: '人员', key: 'by', render: ({ by, second }) => [by ?? '反映人', second].filter((name) => name !== null).join('、') },
      { title: '时间', key: 'at', render: ({ at }) => <time dateTime={at}>{dateTime(at)}</time> },
    ]}
  />
)
