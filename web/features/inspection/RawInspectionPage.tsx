import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 原料请验: being built. */
export function RawInspectionPage() {
  return <BuildingNote title="原料请验" keeps="原料请验的单据与操作" meanwhile="本页由流程功能提供，尚未安装到这个版本。" />
}
