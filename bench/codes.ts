import { readFileSync } from 'node:fs'
import { qrApi } from '#contract/packing/codes.ts'
import { packagingApi } from '#contract/packing/packaging.ts'
import { requestOf, secondPerson } from '#server/demo/person.ts'
import { packingStations } from '#server/demo/asset.ts'
import { approvedPackaging, usualCompletion } from '#server/demo/packaging.ts'
import { present } from '#contract/kernel/certain.ts'
import { streamed, type Serving } from './serving.ts'

const labels = 1_000_000

/** Memory of a process that is not shared, in MiB. */
const memoryOf = (pid: number) => Number(/^RssAnon:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? Number.NaN) / 1024

/** What a million codes cost: issued, put to use with the spare ones destroyed, and downloaded. */
export async function costsOfCodes(serving: Serving) {
  const { as, pid } = serving
  const packer = await as('baozhuang')
  const approved = await approvedPackaging(as, { packs: 40, spec: '500 g' })
  const timed = async <Result>(work: () => Promise<Result>) => {
    const [began, memory] = [performance.now(), memoryOf(pid)]
    let most = memory
    const watching = setInterval(() => (most = Math.max(most, memoryOf(pid))), 5)
    // Stopped in any case: a watch that outlives a refused step hides the refusal behind a process that is gone.
    const result = await work().finally(() => clearInterval(watching))
    return { result, milliseconds: performance.now() - began, mebibytes: most - memory }
  }
  const stations = await packingStations(as, approved.orderId)
  const issued = await timed(() =>
    packer.ask(packagingApi.issueLabels, {
      id: approved.orderId,
      packLabels: labels,
      boxLabels: 2,
      reason: '压力测量',
      stations,
      approver: secondPerson('shengchan2'),
    }),
  )
  const { packRangeId, runNo, boxRangeId } = issued.result
  const completion = await usualCompletion(as, {
    ...approved,
    spare: labels - approved.packs,
    runNo,
    packRangeId,
    boxRangeId: present(boxRangeId),
  })
  const used = await timed(() => packer.ask(packagingApi.complete, completion))
  const call = requestOf(qrApi.download, { id: packRangeId, origin: 'https://trace.example.cn' })
  const { cookie } = await as('admin')
  const downloaded = await timed(() => streamed(`${serving.url}${call.url}`, { cookie }))
  return {
    codes: labels,
    issuedMs: issued.milliseconds,
    issuedMiB: issued.mebibytes,
    putToUseMs: used.milliseconds,
    linesPerSecond: downloaded.result.lines / (downloaded.milliseconds / 1000),
    downloadMiB: downloaded.mebibytes,
  }
}
