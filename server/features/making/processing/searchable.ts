import { named } from '#kernel/searchable.ts'

/** 药材与辅料, found by name, pinyin initials and code. */
export const materials = named('药材与辅料', ['14', '35'], 'material')

/** 产品, found by name, pinyin initials and code. */
export const products = named('产品', ['19', '15', '35'], 'product')
