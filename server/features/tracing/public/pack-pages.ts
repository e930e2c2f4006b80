import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { isCodeDead, type CodeState } from '#contract/packing/codes.ts'
import type { PublicEnterprise, PublicScans, PublicStatus, PublicTrace } from '#contract/tracing/public-trace.ts'
import { elementAt } from '#contract/kernel/certain.ts'
import { readAsPublic, type Ground, type Tx } from '#kernel/serve.ts'
import { findCode, type FoundCode, type PackRun } from '#server/features/packing/codes/code-spans.ts'
import type { ScanCounter } from './count-scans.ts'
import { KeptPages } from './kept-pages.ts'
import { readBoxedBatches, readEnterprise, readPackTrace } from './read-public-trace.ts'
import { keyOfCode, openCode, readScanned } from './read-scanned.ts'
import type { RenderComplaint } from '#server/features/cases/incident/complaint-page.ts'
import type { RenderNotice } from '#server/features/cases/recall/notice-page.ts'

/** A code that is on no pack: not activated, or voided. The page says only that, and who issued it. */
type Notice = { status: PublicStatus; code: string; scans: PublicScans; enterprise: PublicEnterprise }

/** The pages as they are built (web/public/render.tsx). */
export type Render = {
  renderTrace(trace: PublicTrace, code: string | null): string
  renderLot(trace: PublicTrace, isPack: boolean): (code: string, scans: PublicScans) => Uint8Array
  renderReport(trace: PublicTrace, reportNo: string): string | undefined
  renderNotice(notice: Notice): string
  renderAsk(tried: string | null, tooMany: boolean): string
  renderRecallNotice: RenderNotice
  renderComplaint: RenderComplaint
}

/**
 * The page of a scanned code; undefined for one that leads nowhere. All packs of a lot share a page, which is kept for the version of all it is made
 * of; that version is read with the code, so a lot that is frozen or recalled shows it in the next answer of every process (decision 0049).
 */
export function packPages(ground: Ground, masterKey: Uint8Array, render: Render, counter: ScanCounter) {
  const kept = new KeptPages<ReturnType<Render['renderLot']>>()

  return async (typed: string, request: FastifyRequest): Promise<string | Uint8Array | undefined> => {
    const opened = await openCode(ground.pool, masterKey, typed)
    if (opened === undefined) return undefined
    const [key, visit, at] = [keyOfCode(opened), visitOf(request), ground.clock.now()]
    const scanned = await readScanned(ground.pool, opened, visit, counter.waitingAt(key))
    if (scanned === undefined) return undefined
    const { enterpriseId, rangeId, lotId, version, state } = scanned
    const scans: PublicScans = { firstAt: scanned.firstAt ?? at.toISOString(), count: scanned.others + 1 }
    const inEnterprise = <Result>(work: (tx: Tx) => Promise<Result>) => readAsPublic(ground, enterpriseId, request.id, work)
    const pageOfLot = async (ofLot: string, codeState: CodeState | 'locked') =>
      render.renderLot(await inEnterprise((tx) => readPackTrace(tx, ofLot, codeState)), true)
    // Not kept: boxes with packs of several batches, and codes that are on no pack.
    const page =
      version === null || lotId === null || state === null
        ? await inEnterprise((tx) => unkeptPage(tx, opened.code, scans, state === 'locked'))
        : (await kept.of(`${lotId} ${state}`, version, () => pageOfLot(lotId, state)))(opened.code, scans)
    if (page !== undefined && isPerson(request)) counter.note(key, { enterpriseId, rangeId, index: opened.index, visit, at })
    return page
  }

  async function unkeptPage(tx: Tx, code: string, scans: PublicScans, isLocked: boolean): Promise<string | Uint8Array | undefined> {
    const found = await findCode(tx, masterKey, code)
    if (found === undefined) return undefined
    const told = await pageOf(tx, found, isLocked)
    return 'trace' in told ? render.renderLot(told.trace, true)(code, scans) : render.renderNotice({ ...told, scans, code })
  }
}

/** What the page of a code tells. */
async function pageOf(
  tx: Tx,
  found: FoundCode,
  isLocked: boolean,
): Promise<{ trace: PublicTrace } | Pick<Notice, 'status' | 'enterprise'>> {
  const lotId = found.lotId ?? found.packs.find((run) => run.lotId !== null)?.lotId ?? null
  if (lotId === null || isCodeDead(found.state)) {
    return { status: isCodeDead(found.state) ? 'voided' : 'not_activated', enterprise: await readEnterprise(tx) }
  }
  const state = isLocked ? 'locked' : found.state
  const boxed = found.packs.filter((run): run is PackRun & { lotId: string } => run.lotId !== null)
  if (new Set(boxed.map((run) => run.lotId)).size <= 1) return { trace: await readPackTrace(tx, lotId, state) }
  // A box with packs of two batches (合箱) tells of the worse one, and names both.
  const batches = await readBoxedBatches(
    tx,
    boxed.map((run) => ({ lotId: run.lotId, packs: run.last - run.first + 1 })),
    state,
  )
  const trace = await readPackTrace(tx, elementAt(batches, 0).lotId, state)
  return { trace: { ...trace, inBox: batches.map(({ lotId: _, ...batch }) => batch) } }
}

/** Whether a person looks; link previews, prefetches and robots do not count (safety H6). */
function isPerson(request: FastifyRequest): boolean {
  const { 'sec-purpose': purpose, purpose: oldPurpose, 'user-agent': agent = '' } = request.headers
  return (
    request.method === 'GET' &&
    purpose === undefined &&
    oldPurpose === undefined &&
    agent !== '' &&
    !/bot|spider|crawl|preview|slurp|curl|wget|python|headlesschrome\/0/i.test(agent)
  )
}

/** Tells one visit from another without naming a person: a digest of address, browser and the current ten minutes, 12 bytes. */
const visitOf = (request: FastifyRequest) =>
  createHash('sha256')
    .update(`${Math.floor(Date.now() / 600_000)} ${request.ip} ${request.headers['user-agent']}`)
    .digest()
    .subarray(0, 12)
