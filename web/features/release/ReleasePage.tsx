import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 原料放行: being built. */
export function ReleasePage() {
  return <BuildingNote title="原料放行" keeps="原料放行的单据与操作" meanwhile="本页由流程功能提供，尚未安装到这个版本。" />
}
