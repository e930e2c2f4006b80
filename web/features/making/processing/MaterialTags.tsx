/** Why a material needs special care: it is toxic, it is precious, or its years of growth must be given. */
export function MaterialTags({ material }: { material: { isToxic: boolean; isPrecious: boolean; needsGrowthYears: boolean } }) {
  const { isToxic, isPrecious, needsGrowthYears } = material
  if (!isToxic && !isPrecious && !needsGrowthYears) return '—'
  return (
    <span className="tags">
      {isToxic && <span className="tag tag-bad">毒性</span>}
      {isPrecious && <span className="tag tag-warning">贵细</span>}
      {needsGrowthYears && <span className="tag tag-neutral">须填年限</span>}
    </span>
  )
}
