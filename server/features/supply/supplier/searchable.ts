import { named } from '#kernel/searchable.ts'

/** 供应商, found by name, pinyin initials and code. */
export const suppliers = named('供应商', ['33'], 'supplier')
