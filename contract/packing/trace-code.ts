/** The schemes of trace codes (dictionary `code_system`; domain §1.4). */
export type CodeScheme = 'NMPA20' | 'GS1' | 'INTERNAL'

/** Digits and capital letters without I and O, which are read as 1 and 0. */
export const codeAlphabet = '0123456789ABCDEFGHJKLMNPQRSTUVWXYZ'

/** Every INTERNAL code begins with this letter, so that it can never be taken for the 20 digits of NMPA20. */
export const internalLetter = 'B'

/** A code that has the form of one of the schemes; whether such a code was ever issued is another question. */
export type ReadCode =
  | { scheme: 'NMPA20'; code: string; /** 药品标识码, the first 7 digits. */ product: string }
  | {
      scheme: 'GS1'
      /** The serial, 20 characters. */
      code: string
      /** Null where only the serial was typed, as it is printed below the symbol. */
      gtin: string | null
      /** The lot beside it: claimed, not proven. */
      lot: string | null
    }
  | { scheme: 'INTERNAL'; code: string }

/** A code in groups of four, as it is printed for people: B7K2 90XN … */
export const inGroups = (code: string) => code.replaceAll(/.{4}(?=.)/g, '$& ')
