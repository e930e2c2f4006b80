import { customPinyin, pinyin } from 'pinyin-pro'
import { herbReadings } from './herb-readings.ts'

customPinyin(herbReadings)

/** 拼音首字母 of a name, as people type it to search: 酒当归 → jdg, 重楼 → cl, A3包材 → a3bc. Signs and blanks are left out. */
export const pinyinInitials = (name: string): string =>
  pinyin(name.normalize('NFKC'), { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' })
    .join('')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ü', 'v')
    .replaceAll(/[^a-z0-9]/g, '')
