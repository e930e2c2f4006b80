import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 原料采购: being built. */
export function PurchasePage() {
  return <BuildingNote title="原料采购" keeps="原料采购的单据与操作" meanwhile="本页由流程功能提供，尚未安装到这个版本。" />
}
