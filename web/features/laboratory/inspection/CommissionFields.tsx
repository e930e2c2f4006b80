import { Select } from 'antd'
import { DayInput } from '#web/parts/DayInput.tsx'
import { useBench, type Wrong } from './bench.ts'
import { noCommission, type Cells, type Line } from './result-cells.ts'

/** 委托检验: which laboratory of the register, the day of its report, and the report as an attachment of this inspection. */
export function CommissionFields({
  line: { item, cells },
  isWrong,
  onChange,
}: {
  line: Line
  isWrong: Wrong
  onChange: (part: Partial<Cells>) => void
}) {
  const { choices, files } = useBench()
  const given = cells.commission ?? noCommission
  const put = (part: Partial<typeof given>) => onChange({ commission: { ...given, ...part } })
  const covers = (scope: readonly string[]) => scope.includes(item.name) || (item.method !== '' && scope.includes(item.method))
  const laboratories = (choices?.laboratories ?? []).filter(({ scope }) => covers(scope))
  const status = isWrong.status
  return (
    <div className="commission">
      <Select
        aria-label={`${item.name} 受托检验机构`}
        {...(status && { status })}
        placeholder="受托检验机构"
        value={given.laboratoryId || undefined}
        options={laboratories.map(({ id, name, validUntil }) => ({ value: id, label: `${name}（认可至 ${validUntil}）` }))}
        notFoundContent="登记的机构中没有认可该项目的，请QC主管在“质检记录 — 仪器与试剂”登记"
        onChange={(laboratoryId: string) => put({ laboratoryId })}
      />
      <DayInput aria-label={`${item.name} 报告日期`} value={given.reportedOn} onChange={(reportedOn) => put({ reportedOn })} />
      <Select
        aria-label={`${item.name} 报告文件`}
        {...(status && { status })}
        placeholder="报告文件"
        value={given.certificateId || undefined}
        options={files.map(({ id, name }) => ({ value: id, label: name }))}
        notFoundContent="请先在下面上传检验报告"
        onChange={(certificateId: string) => put({ certificateId })}
      />
    </div>
  )
}
