import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 成品质检: being built. */
export function SliceTestPage() {
  return <BuildingNote title="成品质检" keeps="成品质检的单据与操作" meanwhile="本页由流程功能提供，尚未安装到这个版本。" />
}
