import { randomBytes } from 'node:crypto'
import { pipeline } from 'node:stream/promises'
import { Writable } from 'node:stream'
import { FF1 } from '@noble/ciphers/ff1.js'
import { csvStream } from '#tools/csv.ts'
import { indexOf, issueCodes, openInternalCode, type CodeSeries } from '#tools/trace-code.ts'

/**
 * Ten million codes (bars: at least 150,000 CSV lines a second): each scheme's codes as a CSV of code and address, beside the
 * library's FF1 one by one, and what reading one code costs. `node bench/trace-codes.ts [lines]`
 */

const lines = Number(process.argv[2] ?? 1_000_000)
const master = randomBytes(32)
const series = [
  { scheme: 'NMPA20', enterpriseId: 'bench', product: '8385793' },
  { scheme: 'GS1', enterpriseId: 'bench', gtin: '06291041500213' },
  { scheme: 'INTERNAL', enterpriseNo: 7 },
] as const satisfies CodeSeries[]

function* rows(of: CodeSeries) {
  for (const codes of issueCodes(master, of, 0, lines)) yield codes.map((code, i) => [i, code, `https://zhuisu.example.com.cn/c/${code}`])
}

/** Seconds and CPU seconds that `work` takes. */
async function taken(work: () => unknown): Promise<{ seconds: number; cpu: number }> {
  const [start, cpuBefore] = [process.hrtime.bigint(), process.cpuUsage()]
  await work()
  const cpu = process.cpuUsage(cpuBefore)
  return { seconds: Number(process.hrtime.bigint() - start) / 1e9, cpu: (cpu.user + cpu.system) / 1e6 }
}

for (const of of series) {
  let bytes = 0
  const sink = new Writable({ write: (chunk: Buffer, _, done) => ((bytes += chunk.length), done()) })
  const csv = await taken(() => pipeline(csvStream(['序号', '追溯码', '网址'], rows(of)), sink))
  const alone = await taken(() => {
    for (const codes of issueCodes(master, of, 0, lines)) if (codes.length === 0) throw new Error('an empty batch')
  })
  const scans = 2000
  const code = issueCodes(master, of, lines - 1, 1).next().value![0]!
  const read = await taken(() => {
    for (let i = 0; i < scans; i++)
      if (of.scheme === 'INTERNAL') openInternalCode(master, code)
      else
        indexOf(
          master,
          of,
          of.scheme === 'GS1' ? { scheme: 'GS1', code, gtin: of.gtin, lot: null } : { scheme: 'NMPA20', code, product: of.product },
        )
  })
  console.log(
    `${of.scheme.padEnd(8)} codes ${perSecond(lines, alone.seconds)}, CSV ${perSecond(lines, csv.seconds)} (${(csv.cpu / csv.seconds).toFixed(2)} cores, ${(bytes / 2 ** 20).toFixed(0)} MiB), read ${((read.cpu / scans) * 1e6).toFixed(0)} µs CPU`,
  )
}

const library = FF1(10, master, Buffer.from('8385793'))
const single = await taken(() => {
  for (let i = 0; i < 20_000; i++) library.encrypt([0, 0, 0, 0, 0, 0, 0, 0, ...String(10_000 + i)].map(Number))
})
console.log(`library  codes ${perSecond(20_000, single.seconds)}, one by one`)
console.log(`memory   ${(process.memoryUsage().rss / 2 ** 20).toFixed(0)} MiB`)

function perSecond(count: number, seconds: number) {
  return `${Math.round(count / seconds).toLocaleString('en')}/s`
}
