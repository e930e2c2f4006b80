import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 二维码管理: being built. */
export function QrPage() {
  return <BuildingNote title="二维码管理" keeps="二维码管理的单据与操作" meanwhile="本页由流程功能提供，尚未安装到这个版本。" />
}
