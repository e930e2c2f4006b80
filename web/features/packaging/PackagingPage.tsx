import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 成品包装: being built. */
export function PackagingPage() {
  return <BuildingNote title="成品包装" keeps="成品包装的单据与操作" meanwhile="本页由流程功能提供，尚未安装到这个版本。" />
}
