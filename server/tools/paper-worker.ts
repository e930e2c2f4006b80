import { parentPort, workerData } from 'node:worker_threads'
import type { Paper } from './paper.ts'
import { setPaper } from './paper-layout.ts'

// Sets one document and ends: fonts and pages take memory and time that the server's own thread has for others.

/** The document, or the signs for which there is no glyph. */
export type PressAnswer = { bytes: Uint8Array; pages: number } | { missing: string[] }

const paper: Paper = workerData

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage((await setPaper(paper)) satisfies PressAnswer)
