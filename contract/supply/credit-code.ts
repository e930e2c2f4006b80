import { z } from 'zod'

/** The characters of a 统一社会信用代码 in the order of their values; I, O, S, V and Z are left out (GB 32100-2015). */
const characters = '0123456789ABCDEFGHJKLMNPQRTUWXY'

/** The check character of the first 17: weights 3^(i−1) mod 31 (GB 32100-2015 §5.3, ISO 7064). */
function checkCharacter(first17: string): string {
  let weight = 1
  let sum = 0
  for (const character of first17) {
    sum += characters.indexOf(character) * weight
    weight = (weight * 3) % 31
  }
  return characters.charAt((31 - (sum % 31)) % 31)
}

/** Whether `code` is a well-formed 统一社会信用代码: register, kind, six digits of region, nine of body, the right check character. */
export const isCreditCode = (code: string) =>
  /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/.test(code) && checkCharacter(code.slice(0, 17)) === code[17]

/** A 统一社会信用代码 as typed: blanks and small letters are forgiven. */
export const creditCode = z
  .string('请填写统一社会信用代码')
  .max(40, '统一社会信用代码应为18位')
  .transform((typed) => typed.normalize('NFKC').replaceAll(/\s/g, '').toUpperCase())
  .pipe(
    z.string().length(18, { error: '统一社会信用代码应为18位', abort: true }).refine(isCreditCode, '统一社会信用代码有误，请核对每一位'),
  )
