import { BuildingNote } from '../../parts/BuildingNote.tsx'

/** 数据字典: the words and standards that forms offer; being built. */
export function DictionaryPage() {
  return (
    <BuildingNote title="数据字典" keeps="表单里可以选择的词条，以及质量标准的版本" meanwhile="在此之前，词条与标准使用系统内置的内容。" />
  )
}
