import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 原料库存: being built. */
export function RawStockPage() {
  return <BuildingNote title="原料库存" keeps="原料库存的单据与操作" meanwhile="本页由流程功能提供，尚未安装到这个版本。" />
}
