import { instrumentApi } from '#contract/laboratory/instrument.ts'
import { outsideLaboratoryApi } from '#contract/laboratory/outside-laboratory.ts'
import { reagentApi } from '#contract/laboratory/reagent.ts'
import { addDays } from '#contract/warehouse/shelf-life.ts'
import { signed, type Person } from './person.ts'

/** What a laboratory is given: instruments that were calibrated, bottles with their labels, a laboratory that it commissions. */

type Instrument = { number: string; name?: string; model?: string; calibratedOn?: string; nextDue?: string }

/** Has the head of the laboratory register an instrument and its first calibration. */
export async function calibratedInstrument(
  keeper: Person,
  today: string,
  { number, name = '电热鼓风干燥箱', model = '', ...days }: Instrument,
) {
  const { id } = await keeper.ask(instrumentApi.create, { number, name, model, place: '理化室', intervalMonths: 12 })
  const calibratedOn = days.calibratedOn ?? addDays(today, -30)
  await keeper.ask(instrumentApi.calibrate, {
    id,
    calibratedOn,
    result: 'pass',
    certificateNo: `JL${calibratedOn.replaceAll('-', '')}-${number}`,
    calibratedBy: '甘肃省计量研究院（演示）',
    nextDue: days.nextDue ?? addDays(calibratedOn, 365),
    signature: signed(),
  })
  return id
}

type Bottle = {
  number: string
  name?: string
  kind?: 'reagent' | 'standard_solution' | 'reference_substance'
  purity?: string
  amount?: string
  unit?: string
}

/** Has the head of the laboratory register a bottle that is good for a year, and for `daysAfterOpening` once it is open. */
export async function bottle(
  keeper: Person,
  today: string,
  {
    number,
    name = '甲醇',
    kind = 'reagent',
    purity = '',
    amount = '500',
    unit = 'mL',
    ...days
  }: Bottle & { receivedOn?: string; useBy?: string; daysAfterOpening?: number },
) {
  const { id } = await keeper.ask(reagentApi.create, {
    number,
    name,
    kind,
    lotNo: `P${number}`,
    maker: '国药集团化学试剂（演示）',
    purity,
    receivedOn: days.receivedOn ?? addDays(today, -20),
    useBy: days.useBy ?? addDays(today, 365),
    daysAfterOpening: days.daysAfterOpening ?? null,
    unit,
    amount,
  })
  return id
}

/** Has the head of the laboratory register an outside laboratory that is accredited for this. */
export async function accreditedLaboratory(
  keeper: Person,
  today: string,
  { name = '甘肃省药品检验研究院（演示）', scope = ['黄曲霉毒素B1'] } = {},
) {
  const { id } = await keeper.ask(outsideLaboratoryApi.create, {
    name,
    accreditationNo: 'CNAS L0000（演示）',
    scope: [...scope],
    validFrom: addDays(today, -400),
    validUntil: addDays(today, 600),
    contact: '业务科',
  })
  return id
}
