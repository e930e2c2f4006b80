import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 饮片生产: being built. */
export function ProductionPage() {
  return <BuildingNote title="饮片生产" keeps="饮片生产的单据与操作" meanwhile="本页由流程功能提供，尚未安装到这个版本。" />
}
