import { elementAt, present } from '#contract/kernel/certain.ts'
import { rawInspectionApi } from '#contract/laboratory/inspection-api.ts'
import { sampleApi, sampleLaboratoryApi } from '#contract/laboratory/sample.ts'
import { drawPackages } from '#contract/laboratory/sampling.ts'
import { receivedSamples, sampleOf } from './inspection.ts'
import { secondPerson, signed, type Person } from './person.ts'

type As = (userName: string) => Promise<Person>

/** One of the packages that were drawn is wet: it stays out of the sample, and another takes its place. */
export async function sampledBesideAnOdd(as: As, inspectionId: string): Promise<void> {
  const sampler = await as('quyang')
  const { inspection, requiredPackages, drawSeed } = await sampler.ask(rawInspectionApi.file, { id: inspectionId })
  const drawn = drawPackages({ packages: inspection.packageCount, count: requiredPackages, seed: drawSeed })
  await sampler.ask(rawInspectionApi.sample, {
    ...{ id: inspectionId, ...sampleOf('raw'), packages: requiredPackages + 1, quartered: true },
    abnormalUnits: [{ number: elementAt(drawn, 0), seen: '编织袋有水渍，袋角受潮' }],
  })
}

/** The analyst breaks the glass with what is to be tested; the lot is sampled again. */
export async function sampledAgain(as: As, inspectionId: string): Promise<void> {
  const analyst = await as('jianyan')
  const { sampling } = await analyst.ask(rawInspectionApi.file, { id: inspectionId })
  const broken = present(present(sampling).samples.find(({ kind }) => kind === 'test'))
  await analyst.ask(sampleLaboratoryApi.raw.lose, { id: broken.id, reason: '样品瓶跌落打碎，样品受污染' })
  await (await as('quyang')).ask(rawInspectionApi.sampleAgain, { id: inspectionId, reason: '检验样打碎', ...sampleOf('raw') })
  await receivedSamples(as, inspectionId, 'raw')
}

/** What is left of a reported sample goes before a witness of quality assurance. */
export async function disposedTests(as: As, inspectionId: string): Promise<void> {
  const analyst = await as('jianyan')
  const { sampling } = await analyst.ask(rawInspectionApi.file, { id: inspectionId })
  for (const { id } of present(sampling).samples.filter(({ state }) => state === 'tested'))
    await analyst.ask(sampleLaboratoryApi.raw.dispose, {
      ...{ id, leftOver: '35', reason: '检验完毕，余样按废弃物处理' },
      ...{ signature: signed(), witness: secondPerson('qa') },
    })
}

/** The analyst looks at the retention samples whose year is over. */
export async function observedRetention(as: As): Promise<void> {
  const analyst = await as('jianyan')
  const { rows } = await analyst.ask(sampleApi.list, { due: 'observe', pageSize: 50 })
  // The last one is left to whoever looks at the list.
  for (const { id, side } of rows.slice(0, -1))
    await analyst.ask(sampleLaboratoryApi[side].observe, {
      id,
      isChanged: false,
      note: '外观、色泽、气味正常，无霉变虫蛀',
      signature: signed(),
    })
  if (rows.length === 1) {
    const { id, side } = elementAt(rows, 0)
    await analyst.ask(sampleLaboratoryApi[side].observe, { id, isChanged: true, note: '断面色略深，气味正常', signature: signed() })
  }
}
