import { PEAKS_BYTES_PER_CHANNEL, type PeaksHeader } from '#audio/peaks-file.ts'
import type { Frames } from '#shared/units.ts'
import { levelFor, TILE_POINTS } from './wave-tiles.ts'

/** One value of each kind per pixel column: `min[channel][column]` and so on, full scale at ±1. */
export interface WaveColumns {
  readonly count: number
  readonly min: readonly Float32Array[]
  readonly max: readonly Float32Array[]
  readonly rms: readonly Float32Array[]
  /** 1 where a value is known. */
  readonly known: Uint8Array
}

export interface ColumnSpan {
  readonly startFrame: Frames
  readonly framesPerColumn: number
  readonly count: number
}

export type ReadTile = (level: number, tile: number) => Uint8Array | undefined

/**
 * Aggregates peaks into pixel columns. If the matching level has not loaded, coarser ones replace it; a column never
 * mixes levels.
 */
export function waveColumns(
  header: PeaksHeader,
  { startFrame, framesPerColumn, count }: ColumnSpan,
  readTile: ReadTile,
): WaveColumns {
  const empty = (): Float32Array[] => Array.from({ length: header.channels }, () => new Float32Array(count))
  const columns = { count, min: empty(), max: empty(), rms: empty(), known: new Uint8Array(count) }
  const finest = levelFor(header.levels, framesPerColumn)
  const read = rememberLast(readTile)
  for (let column = 0; column < count; column++) {
    const from = startFrame + column * framesPerColumn
    if (from >= header.totalFrames || from + framesPerColumn <= 0) continue
    for (let level = finest; level < header.levels.length && columns.known[column] === 0; level++) {
      fillColumn(header, level, read, columns, column, from, from + framesPerColumn)
    }
  }
  return columns
}

/** All channels as one: the largest excursions, and the mean energy. */
export function foldedColumns(columns: WaveColumns): WaveColumns {
  const { count, min, max, rms } = columns
  if (max.length < 2) return columns
  const over = (values: readonly Float32Array[], of: (all: readonly number[]) => number) =>
    Float32Array.from({ length: count }, (_, column) => of(values.map((channel) => channel[column] ?? 0)))
  return {
    ...columns,
    min: [over(min, (all) => Math.min(...all))],
    max: [over(max, (all) => Math.max(...all))],
    rms: [over(rms, (all) => Math.sqrt(all.reduce((sum, one) => sum + one * one, 0) / all.length))],
  }
}

/** Caches the last tile, because neighbouring columns mostly need the same one. */
function rememberLast(readTile: ReadTile): ReadTile {
  let last: { readonly level: number; readonly tile: number; readonly bytes: Uint8Array | undefined } | undefined
  return (level, tile) => {
    if (last?.level !== level || last.tile !== tile) last = { level, tile, bytes: readTile(level, tile) }
    return last.bytes
  }
}

function fillColumn(
  { levels, channels }: PeaksHeader,
  level: number,
  readTile: ReadTile,
  columns: WaveColumns,
  column: number,
  from: Frames,
  to: Frames,
): void {
  const layout = levels[level]
  if (!layout) return
  const first = Math.max(0, Math.floor(from / layout.framesPerPoint))
  const end = Math.min(layout.points, Math.max(first + 1, Math.ceil(to / layout.framesPerPoint)))
  for (let channel = 0; channel < channels; channel++) {
    let min = 127
    let max = -128
    let squares = 0
    for (let point = first; point < end;) {
      const tile = Math.floor(point / TILE_POINTS)
      const bytes = readTile(level, tile)
      if (!bytes) return
      const start = tile * TILE_POINTS
      for (const tileEnd = Math.min(end, start + TILE_POINTS); point < tileEnd; point++) {
        const at = ((point - start) * channels + channel) * PEAKS_BYTES_PER_CHANNEL
        const low = ((bytes[at] ?? 0) << 24) >> 24
        const high = ((bytes[at + 1] ?? 0) << 24) >> 24
        const body = bytes[at + 2] ?? 0
        if (low < min) min = low
        if (high > max) max = high
        squares += body * body
      }
    }
    write(columns.min[channel], column, min / 128)
    write(columns.max[channel], column, max / 127)
    write(columns.rms[channel], column, Math.sqrt(squares / Math.max(1, end - first)) / 255)
  }
  columns.known[column] = 1
}

function write(values: Float32Array | undefined, column: number, value: number): void {
  if (values) values[column] = value
}
