import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 企业管理: the enterprise and its suppliers; being built. */
export function EnterprisePage() {
  return (
    <BuildingNote
      title="企业管理"
      keeps="本企业与供应商的资料、证照有效期和审计结论"
      meanwhile="在此之前，供应商使用系统中已登记的名单。"
    />
  )
}
