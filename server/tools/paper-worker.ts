import { parentPort, workerData } from 'node:worker_threads'
import { setPaper } from './paper-layout.ts'
import type { Paper, PressAnswer, PressProgress } from './paper.ts'

// Sets one document and ends: fonts and pages take memory and time that the server's own thread has for others.

const paper: Paper = workerData
const tell = (message: { answer: PressAnswer } | { progress: PressProgress }) =>
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
  parentPort?.postMessage(message)

tell({ answer: await setPaper(paper, (progress) => tell({ progress })) })
