import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 质检记录: the register of all tests; being built. */
export function RecordPage() {
  return (
    <BuildingNote
      title="质检记录"
      keeps="全部检验任务与报告的登记，可按品种、项目和趋势查询"
      meanwhile="在此之前，请在“原料请验”和“成品质检”查看检验记录。"
    />
  )
}
