/**
 * Latin words that a page in Chinese may say: units, names of standards and methods, forms of files, keys, and what the trade itself writes in
 * letters. Everything else that begins with a letter is a word of the program and has no place on a screen or on paper.
 */
const allowed = new Set([
  ...['kg', 'g', 'mg', 'µg', 'μg', 'mL', 'ml', 'L', 'm', 'mm', 'cm', 'min', 'h', 't', 'nm', 'CFU', 'cfu', 'MB', 'dpi'],
  ...[
    'QR',
    'GS1',
    'GTIN',
    'SSCC',
    'PDF',
    'Excel',
    'CSV',
    'TXT',
    'Word',
    'ERP',
    'JPG',
    'JPEG',
    'PNG',
    'WebP',
    'OFD',
    'TOTP',
    'API',
    'IP',
    'PUBLIC_URL',
    'Chrome',
    'Linux',
    'Windows',
  ],
  ...[
    'GB',
    'GMP',
    'GSP',
    'QA',
    'QC',
    'OOS',
    'OOT',
    'SO',
    'SO₂',
    'pH',
    'HPLC',
    'GC',
    'ICP',
    'MS',
    'TLC',
    'LC',
    'UV',
    'RSD',
    'NMPA',
    'Pb',
    'Cd',
    'As',
    'Hg',
    'Cu',
    'Nelson',
  ],
  // how pinyin is shown to be typed
  ...['dg', 'mx'],
  // how a time is typed, as YYYY-MM-DD for a day
  'HH:mm',
  // the letters of the laboratory's formulas, and the unit of a titrant
  ...['X', 'W', 'W₂', 'V', 'Q', 'C', 'f', 'mol'],
  ...['Ctrl', 'K', 'P', 'Esc', 'Enter', 'A', 'B', 'T'],
])

const address = /https?:\/\/\S+|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|(?:[\w-]+\.)+(?:cn|com|org)\b\S*/g
/** Numbers of documents, lots, bins and licences, and models of machines: capital letters and figures. */
const number = /^(?=.*[\d-])[A-Z\d][A-Z\d.–-]*$/u
/** 500g, 4mm: a quantity written in one with its unit. */
const quantity = /^[\d.–]+(?:kg|g|mg|mm|mL|h|L)$/u
const colour = /#[\da-f]{6}\b/gi
const fileName = /[^\s，；：]+\.(?:pdf|jpe?g|png|webp|ofd|xlsx|csv)\b/gi

/** A trace code as it is printed, in groups of four, or in one; by chance it is letters alone. */
const traceCode = /(?<![A-Z\d])(?:[A-Z\d]{4}(?: [A-Z\d]{4})+|[A-Z\d]{20})(?![A-Z\d])/g
/** What the documents of a kind begin with: QY, XS, QYD. */
const prefix = /^[A-Z]{2,3}$/

/** The words of a text that are Latin and not on the list. */
export const latinIn = (text: string): string[] =>
  (
    text
      .replaceAll(address, ' ')
      .replaceAll(fileName, ' ')
      .replaceAll(colour, ' ')
      .replaceAll(traceCode, ' ')
      .match(/[\p{Script=Latin}µμ\d_][\p{Script=Latin}µμ\d_.:–₂-]*/gu) ?? []
  )
    .map((word) => word.replaceAll(/[.:–-]+$/g, ''))
    .filter(
      (word) => /\p{Script=Latin}/u.test(word) && !allowed.has(word) && !number.test(word) && !prefix.test(word) && !quantity.test(word),
    )
