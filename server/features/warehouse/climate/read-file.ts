import { Refusal } from '#contract/kernel/refusals.ts'
import { climateApi } from '#contract/warehouse/climate.ts'

/** 2026-03-05 08:00:00 or 2026/3/5 8:00, which is meant in Shanghai; with a zone it is as it says. */
const asInstant = (given: string): string => {
  const local = /^(\d{4})[-/](\d{1,2})[-/](\d{1,2})[ T](\d{1,2}):(\d{2})(?::(\d{2}))?$/.exec(given)
  if (local === null) return given
  const [, year, month = '', dayOfMonth = '', hour = '', minute, second = '00'] = local
  return `${year}-${month.padStart(2, '0')}-${dayOfMonth.padStart(2, '0')}T${hour.padStart(2, '0')}:${minute}:${second}+08:00`
}

const row = climateApi.deliver.input.shape.readings.element
const linesAtMost = 1000

/** The lines of a logger's file: 编号,时间,温度,相对湿度. A first line of titles is passed over; a line that is not right is refused by its number. */
export function readClimateFile(given: string) {
  const lines = given
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .map((text, index) => ({ text: text.trim(), no: index + 1 }))
    .filter(({ text, no }) => text !== '' && !(no === 1 && text.startsWith('编号')))
  const refuse = (message: string) => new Refusal('invalid_input', [{ path: 'text', message }])
  if (lines.length === 0) throw refuse('文件里没有读数')
  if (lines.length > linesAtMost) throw refuse(`一次最多${linesAtMost}行，请分开导入`)
  return lines.map(({ text, no }) => {
    const [number, time = '', temperature, humidity, ...more] = text.split(/[,，\t]/).map((cell) => cell.trim())
    const read = row.safeParse({ number, measuredAt: asInstant(time), temperature, humidity })
    if (!read.success) throw refuse(`第${no}行：${read.error.issues.map(({ message }) => message).join('；')}`)
    if (more.some((cell) => cell !== '')) throw refuse(`第${no}行：多于四列`)
    return { ...read.data, path: 'text' }
  })
}
