import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod'
import { mostAlike } from '#audio/same-song.ts'

/** The index of the recording, in the order they were sent. */
export interface LikelyFound {
  readonly index: number
  readonly isSure: boolean
}

const Cells = z.instanceof(Float32Array)
const subject = Cells.parse(workerData)
const others: (Float32Array | undefined)[] = []
parentPort?.on('message', (message: unknown) => {
  if (message !== 'end') return void others.push(Cells.nullable().parse(message) ?? undefined)
  parentPort?.postMessage(mostAlike(subject, others))
})
