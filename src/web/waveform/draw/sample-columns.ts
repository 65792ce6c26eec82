import type { ColumnSpan, WaveColumns } from './wave-columns.ts'
import type { SampleBlocks } from '../sample-source.ts'

/** Below this many frames per column, samples show more than peaks. */
export const SAMPLES_BELOW = 256

/**
 * Overwrites columns made from peaks wherever samples are available. Each column also includes the sample before its
 * own, so that neighbours join.
 */
export function fillFromSamples(
  columns: WaveColumns,
  { startFrame, framesPerColumn }: ColumnSpan,
  blocks: SampleBlocks,
): void {
  for (let column = 0; column < columns.count; column++) {
    const from = Math.max(0, Math.ceil(startFrame + column * framesPerColumn))
    const to = Math.min(blocks.totalFrames, Math.ceil(startFrame + (column + 1) * framesPerColumn))
    if (from >= to) continue
    fillColumn(columns, column, from, to, blocks)
  }
}

function fillColumn(
  columns: WaveColumns,
  column: number,
  from: number,
  to: number,
  { blockFrames, planes }: SampleBlocks,
): void {
  const first = Math.max(0, from - 1)
  const firstBlock = Math.floor(first / blockFrames)
  const lastBlock = Math.floor((to - 1) / blockFrames)
  for (let block = firstBlock; block <= lastBlock; block++) if (!planes(block)) return
  columns.max.forEach((max, channel) => {
    let low = Infinity
    let high = -Infinity
    let squares = 0
    for (let block = firstBlock; block <= lastBlock; block++) {
      const plane = planes(block)?.[channel]
      const start = block * blockFrames
      const end = Math.min(to, start + blockFrames) - start
      for (let i = Math.max(0, first - start); i < end; i++) {
        const sample = plane?.[i] ?? 0
        if (sample < low) low = sample
        if (sample > high) high = sample
        if (start + i >= from) squares += sample * sample
      }
    }
    max[column] = high
    write(columns.min[channel], column, low)
    write(columns.rms[channel], column, Math.sqrt(squares / (to - from)))
  })
  columns.known[column] = 1
}

function write(values: Float32Array | undefined, column: number, value: number): void {
  if (values) values[column] = value
}
