import { Worker } from 'node:worker_threads'
import { Refusal } from '#contract/kernel/refusals.ts'
import type { Paper, PressAnswer, PressProgress } from './paper.ts'

type Printed = { bytes: Buffer; pages: number }

/** How long a document may be set at most, in ms. No transaction waits for it. */
const patience = 90_000

/**
 * Sets a document in a thread of its own, so that hundred pages stop nobody else. Signs that the font lacks are refused by name (`glyph_missing`):
 * a box on paper could be anything.
 */
export async function printPaper(paper: Paper, onProgress: (progress: PressProgress) => void = () => {}): Promise<Printed> {
  const answer = await inThread(paper, onProgress)
  if ('missing' in answer)
    throw new Refusal('glyph_missing', [{ path: '', message: `打印字体中没有这些字：${answer.missing.join(' ')}，请改用通用的写法` }])
  return { bytes: Buffer.from(answer.bytes), pages: answer.pages }
}

function inThread(paper: Paper, onProgress: (progress: PressProgress) => void): Promise<PressAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<PressAnswer>()
  const worker = new Worker(new URL('./paper-worker.ts', import.meta.url), {
    workerData: paper,
    resourceLimits: { maxOldGenerationSizeMb: 512 },
  })
  const late = setTimeout(() => void worker.terminate(), patience)
  worker.on('message', (message: { answer: PressAnswer } | { progress: PressProgress }) =>
    'answer' in message ? resolve(message.answer) : onProgress(message.progress),
  )
  worker.once('error', reject)
  worker.once('exit', () => {
    clearTimeout(late)
    reject(new Refusal('paper_too_long'))
  })
  return promise
}
