import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 成品履历: being built. */
export function TracePage() {
  return <BuildingNote title="成品履历" keeps="成品履历的单据与操作" meanwhile="本页由流程功能提供，尚未安装到这个版本。" />
}
