import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 成品库存: being built. */
export function SliceStockPage() {
  return <BuildingNote title="成品库存" keeps="成品库存的单据与操作" meanwhile="本页由流程功能提供，尚未安装到这个版本。" />
}
