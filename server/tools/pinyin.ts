import { createRequire } from 'node:module'
import type * as PinyinPro from 'pinyin-pro'
import { herbReadings } from './herb-readings.ts'

const require = createRequire(import.meta.url)
let loaded: typeof PinyinPro.pinyin | undefined

/** The library's word list takes 25 MB, and names are written far less often than read: it is loaded with the first name. */
function pinyin(): typeof PinyinPro.pinyin {
  if (loaded === undefined) {
    const library: typeof PinyinPro = require('pinyin-pro')
    library.customPinyin(herbReadings)
    loaded = library.pinyin
  }
  return loaded
}

/** 拼音首字母 of a name, as people type it to search: 酒当归 → jdg, 重楼 → cl, A3包材 → a3bc. Signs and blanks are left out. */
export const pinyinInitials = (name: string): string =>
  pinyin()(name.normalize('NFKC'), { pattern: 'first', toneType: 'none', type: 'array', nonZh: 'consecutive' })
    .join('')
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll('ü', 'v')
    .replaceAll(/[^a-z0-9]/g, '')
