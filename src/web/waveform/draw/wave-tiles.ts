import { PEAKS_BYTES_PER_CHANNEL, type PeaksHeader, type PeaksLevel } from '#audio/peaks-file.ts'
import type { Frames } from '#shared/units.ts'

/** Points fetched in one request. */
export const TILE_POINTS = 4096

export interface TileRange {
  readonly first: number
  /** Exclusive. */
  readonly end: number
}

export interface ByteSpan {
  readonly start: number
  /** Exclusive. */
  readonly end: number
}

/** The coarsest level with at least one point per pixel; the finest if there is none. */
export function levelFor(levels: readonly PeaksLevel[], framesPerPixel: number): number {
  const level = levels.findLastIndex(({ framesPerPoint }) => framesPerPoint <= framesPerPixel)
  return Math.max(0, level)
}

/** The tiles of a level that cover `from` to `to`. */
export function tilesFor({ framesPerPoint, points }: PeaksLevel, from: Frames, to: Frames): TileRange {
  const tileFrames = framesPerPoint * TILE_POINTS
  const tiles = Math.ceil(points / TILE_POINTS)
  const first = Math.min(tiles, Math.max(0, Math.floor(from / tileFrames)))
  return { first, end: Math.max(first, Math.min(tiles, Math.ceil(to / tileFrames))) }
}

export function tileBytes({ points, byteOffset }: PeaksLevel, channels: number, { first, end }: TileRange): ByteSpan {
  const pointBytes = channels * PEAKS_BYTES_PER_CHANNEL
  return {
    start: byteOffset + first * TILE_POINTS * pointBytes,
    end: byteOffset + Math.min(points, end * TILE_POINTS) * pointBytes,
  }
}

export function fileBytes({ levels, channels }: Pick<PeaksHeader, 'levels' | 'channels'>): number {
  return levels.reduce(
    (end, { byteOffset, points }) => Math.max(end, byteOffset + points * channels * PEAKS_BYTES_PER_CHANNEL),
    0,
  )
}

/**
 * The coarsest levels that fit into `budget` bytes together, at least one: fetched first. Returns the finest of them.
 */
export function firstLevels({ levels, channels }: Pick<PeaksHeader, 'levels' | 'channels'>, budget: number): number {
  const end = fileBytes({ levels, channels })
  const level = levels.findIndex(({ byteOffset }) => end - byteOffset <= budget)
  return level === -1 ? levels.length - 1 : level
}

/** Groups neighbouring tiles into ranges. `tiles` in ascending order. */
export function joinTiles(tiles: readonly number[]): readonly TileRange[] {
  const ranges: TileRange[] = []
  for (const tile of tiles) {
    const last = ranges.at(-1)
    if (last?.end === tile) ranges[ranges.length - 1] = { first: last.first, end: tile + 1 }
    else ranges.push({ first: tile, end: tile + 1 })
  }
  return ranges
}
