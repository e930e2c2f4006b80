import { named } from '#kernel/searchable.ts'

/** 客户, found by name, pinyin initials and code. */
export const customers = named('客户', ['34'], 'customer')
