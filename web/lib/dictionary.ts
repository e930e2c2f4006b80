import type { DictionaryType } from '#contract/office/dictionary-items.ts'
import { dictionaryApi } from '#contract/office/dictionary.ts'
import { useRead } from './call.ts'

/**
 * The words a form offers for one type of the dictionary, and how to read what old records keep. `options` have the code as their
 * value; `labelOptions` have the word itself, for documents that keep the word as it was signed.
 */
export function useDictionary(type: DictionaryType) {
  const { data = [], isPending } = useRead(dictionaryApi.choices, { type })
  const active = data.filter((choice) => choice.isActive)
  return {
    isPending,
    options: active.map(({ code, label }) => ({ value: code, label })),
    labelOptions: active.map(({ label }) => ({ value: label, label })),
    labelOf: (code: string) => data.find((choice) => choice.code === code)?.label ?? code,
  }
}
