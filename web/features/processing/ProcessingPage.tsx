import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 加工管理: products and processes; being built. */
export function ProcessingPage() {
  return (
    <BuildingNote title="加工管理" keeps="产品、炮制工艺的版本、参数与收率限度" meanwhile="在此之前，产品与工艺使用系统中已登记的版本。" />
  )
}
