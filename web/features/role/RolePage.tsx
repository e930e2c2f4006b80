import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 角色管理: what a role may do; being built. */
export function RolePage() {
  return (
    <BuildingNote title="角色管理" keeps="角色与其页面权限、职责，以及谁拥有它" meanwhile="在此之前，角色由系统内置，不能在页面上修改。" />
  )
}
