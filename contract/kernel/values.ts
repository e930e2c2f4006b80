import { Decimal } from 'decimal.js'
import { z } from 'zod'
import './input-errors.ts'

/** The parts from which every row and input of the contract is made. All text is NFC, trimmed, and free of characters that nobody sees. */

// What shows nothing makes two texts look alike, or a name look empty: controls except line feed, formats (directions, joiners, tags), all that
// Unicode lets a font ignore (fillers, selectors), separators of lines and paragraphs, blank braille, a stand-in for an object.
const invisible = /(?!\n)[\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}\u2028\u2029\u2800\uFFFC]/u
// One selector behind a Hanzi chooses its shape in a person's name (Unicode's ideographic variation database).
const hanziSelectors = /(?<=\p{Script=Han})[\uFE00-\uFE0F\u{E0100}-\u{E01EF}]/gu
// The other use of two of them: whether a sign is drawn in colour.
const pictureSelectors = /(?<!\p{Script=Han})(?<=.)[\uFE0E\uFE0F]/gu
// A text of spaces and combining marks alone.
const blank = /^[\p{Z}\p{M}\s]+$/u
const loneSurrogate = /\p{Surrogate}/u

const isVisible = (value: string) => !invisible.test(value.replace(hanziSelectors, '')) && !blank.test(value)

const cleanText = (shortest: 0 | 1, longest: number) => {
  const fits = (value: string) => value.length <= longest || [...value].length <= longest
  return z
    .string('请填写文字')
    .meta({ ...(shortest === 1 && { minLength: 1 }), maxLength: longest })
    .refine(fits, `不能超过${longest}个字`)
    .transform((value) => value.normalize('NFC').replace(pictureSelectors, '').trim())
    .pipe(
      z
        .string()
        .min(shortest, '不能为空')
        // again, since a composed form may be longer than what was typed
        .refine(fits, `不能超过${longest}个字`)
        .refine((value) => isVisible(value) && !loneSurrogate.test(value), '含有不可见或不允许的字符'),
    )
}

/** Text of 1 to `longest` code points. */
export const text = (longest: number) => cleanText(1, longest)

/** Text that may be empty. */
export const optionalText = (longest: number) => cleanText(0, longest).default('')

export const id = z.uuid('编号格式不正确')

const decimalPattern = (whole: number, places: number) => new RegExp(`^(0|[1-9]\\d{0,${whole - 1}})(\\.\\d{1,${places}})?$`)

/** A mass in kg, as text: up to 10 digits before the point and 4 behind, greater than zero. Never a float. */
export const quantity = z
  .string('请填写数量')
  .regex(decimalPattern(10, 4), { error: '请填写数字，最多4位小数', abort: true })
  .refine((value) => !new Decimal(value).isZero(), '必须大于0')

/** A mass in kg that may be zero. */
export const quantityOrZero = z.string('请填写数量').regex(decimalPattern(10, 4), { error: '请填写数字，最多4位小数', abort: true })

/** Any other measured number (a temperature, a percentage, a test result), as text, may be negative. */
export const decimalText = z
  .string('请填写数字')
  .regex(/^-?(0|[1-9]\d{0,11})(\.\d{1,6})?$/, { error: '请填写数字，最多6位小数', abort: true })
  .refine((value) => !/^-0(\.0+)?$/.test(value), '请填写0而不是-0')

/** An exact decimal as the database gives it. */
export const decimalOut = z.string().meta({ format: 'decimal' })

/** A calendar day of Asia/Shanghai, YYYY-MM-DD, between 1990 and 2199. */
export const day = z.iso
  .date({ error: '请填写日期，如2026-03-05', abort: true })
  .refine((value) => value >= '1990-01-01' && value <= '2199-12-31', '日期超出范围')

/** An instant with its zone, ISO 8601. */
export const instant = z.iso
  .datetime({ offset: true, error: '请填写时间' })
  .refine((value) => value >= '1990' && value < '2200', '时间超出范围')

/** Whole pieces, at least one. */
export const count = z.int('请填写整数').min(1, '至少为1').max(100_000_000, '数字太大')

/** Whole pieces, or none. */
export const countOrZero = z.int('请填写整数').min(0, '不能为负').max(100_000_000, '数字太大')

/** The largest whole number that a column keeps. */
const largestInteger = 2_147_483_647

/** The version of a row that the screen showed; another one means that somebody changed it meanwhile. */
export const rowVersion = z.int('请刷新后重试').min(0, '请刷新后重试').max(largestInteger, '请刷新后重试')

/** What a signer gives: the password again, and a remark. */
export const signature = z.strictObject({
  password: z.string('请输入口令').min(1, '请输入口令').max(200, '口令太长'),
  comment: optionalText(200),
})
export type SignatureInput = z.input<typeof signature>

/** What a second person gives when they sign at the first person's screen: their own account and password. */
export const secondSignature = z.strictObject({
  userName: text(50),
  password: z.string('请输入口令').min(1, '请输入口令').max(200, '口令太长'),
})

/** A whole number from 1 to `most`, from a query string (digits only: no 1e3, no 0x10) or as a number. */
const wholeNumber = (name: string, most: number) =>
  z
    .union(
      [
        z.int(),
        z
          .string()
          .regex(/^[1-9]\d{0,6}$/)
          .transform(Number),
      ],
      `${name}应为1到${most}的整数`,
    )
    .meta({ type: 'integer', minimum: 1, maximum: most })
    .refine((value) => value >= 1 && value <= most, `${name}应为1到${most}的整数`)

/** The part of a list's query that every list has. `q` searches number, name and pinyin initials. */
export const listQuery = z.strictObject({
  page: wholeNumber('页码', 100_000).default(1),
  pageSize: wholeNumber('每页条数', 200).default(20),
  q: optionalText(50),
})

/** How many a form is offered of what it searches; who does not see theirs types more of its name. */
export const choicesAtMost = 30

/** What a form asks of a choice that the server searches: what was typed, or the one that is chosen already, whatever was typed. */
export const choiceQuery = z.strictObject({ q: optionalText(50), id: id.optional() })

/** A page of rows and how many there are; counting stops at 1001, which the screen shows as 1000+. */
export const listOf = <Row extends z.ZodType>(row: Row) => z.strictObject({ rows: z.array(row), total: z.int() })

/** `sort=-createdAt`: one of the named columns, a minus for descending. */
export const sortBy = <const Columns extends readonly [string, ...string[]]>(
  columns: Columns,
  fallback: Columns[number] | `-${Columns[number]}`,
) =>
  z
    .enum<string[]>(
      columns.flatMap((column) => [column, `-${column}`]),
      '不能按此列排序',
    )
    .default(fallback)

/** A person as other people's screens show them. */
export const person = z.strictObject({ id, name: z.string() })
