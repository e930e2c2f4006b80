import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 成品请验: being built. */
export function SliceInspectionPage() {
  return <BuildingNote title="成品请验" keeps="成品请验的单据与操作" meanwhile="本页由流程功能提供，尚未安装到这个版本。" />
}
