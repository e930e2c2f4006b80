import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 用户管理: who may sign in; being built. */
export function UserPage() {
  return (
    <BuildingNote
      title="用户管理"
      keeps="本企业的账号、姓名、岗位、角色，以及停用和重设口令"
      meanwhile="在此之前，账号由安装系统的人员用命令维护。"
    />
  )
}
