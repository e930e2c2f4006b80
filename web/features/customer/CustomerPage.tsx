import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 客户管理: who may be sold to; being built. */
export function CustomerPage() {
  return <BuildingNote title="客户管理" keeps="客户的资料、许可证与经营范围、收货地址" meanwhile="在此之前，客户使用系统中已登记的名单。" />
}
