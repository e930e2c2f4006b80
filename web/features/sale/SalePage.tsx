import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 销售运输: being built. */
export function SalePage() {
  return <BuildingNote title="销售运输" keeps="销售运输的单据与操作" meanwhile="本页由流程功能提供，尚未安装到这个版本。" />
}
