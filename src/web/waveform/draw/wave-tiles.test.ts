import { expect, test } from 'vitest'
import { peaksLayout } from '#audio/peaks-file.ts'
import { fileBytes, firstLevels, joinTiles, levelFor, TILE_POINTS, tileBytes, tilesFor } from './wave-tiles.ts'

/** Two hours in stereo at 48 kHz. */
const levels = peaksLayout(2 * 3600 * 48_000, 2)

test('the level has a point for every pixel, and no more than four', () => {
  expect(levels.map(({ framesPerPoint }) => framesPerPoint)).toEqual([
    256, 1024, 4096, 16_384, 65_536, 262_144, 1_048_576,
  ])
  expect([100, 256, 1023, 1024, 5000, 1e9].map((framesPerPixel) => levelFor(levels, framesPerPixel))).toEqual([
    0, 0, 0, 1, 2, 6,
  ])
})

test('a view needs the tiles it touches, and none beyond the end', () => {
  const [level] = levels
  if (!level) throw new Error('no level')
  const tileFrames = TILE_POINTS * 256
  expect(tilesFor(level, 0, 1)).toEqual({ first: 0, end: 1 })
  expect(tilesFor(level, tileFrames - 1, tileFrames + 1)).toEqual({ first: 0, end: 2 })
  expect(tilesFor(level, -500, 10)).toEqual({ first: 0, end: 1 })
  const tiles = Math.ceil(level.points / TILE_POINTS)
  expect(tilesFor(level, 2 * 3600 * 48_000 - 1, 1e12)).toEqual({ first: tiles - 1, end: tiles })
})

test('tiles lie behind one another in their level, the last one shorter', () => {
  const level = { framesPerPoint: 256, points: TILE_POINTS + 10, byteOffset: 512 }
  expect(tileBytes(level, 2, { first: 0, end: 1 })).toEqual({ start: 512, end: 512 + TILE_POINTS * 6 })
  expect(tileBytes(level, 2, { first: 1, end: 2 })).toEqual({
    start: 512 + TILE_POINTS * 6,
    end: 512 + (TILE_POINTS + 10) * 6,
  })
})

test('the first picture of two hours costs under 24 kB', () => {
  const header = { levels, channels: 2 }
  const first = firstLevels(header, 24 * 1024)
  const bytes = fileBytes(header) - (levels[first]?.byteOffset ?? 0)
  expect(bytes).toBeLessThanOrEqual(24 * 1024)
  expect(levels[first]?.points).toBeGreaterThan(1000)
  expect(firstLevels(header, 0)).toBe(levels.length - 1)
})

test('neighbouring tiles are fetched together', () => {
  expect(joinTiles([1, 2, 3, 7, 9, 10])).toEqual([
    { first: 1, end: 4 },
    { first: 7, end: 8 },
    { first: 9, end: 11 },
  ])
})
