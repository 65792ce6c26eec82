import { expect, test } from 'vitest'
import { BlockCache, CacheBudget } from './block-cache.ts'
import { BlockCutter } from './block-cutter.ts'
import { blockAt, type BlockMap, blockSpan, flacBlocks, pcmBlocks } from './block-map.ts'

const flac = flacBlocks({
  codec: 'flac',
  preSkip: 0,
  preRoll: 0,
  sampleRate: 48_000,
  channels: 2,
  bitsPerSample: 24,
  blockSize: 4608,
  totalFrames: 10_000,
  fileBytes: 1000,
  codecHeader: new Uint8Array(42),
  offsets: Float64Array.of(42, 300, 700, 1000),
})

test('a frame is found in its FLAC block, the last block being shorter', () => {
  expect([0, 4607, 4608, 9999].map((frame) => blockAt(flac, frame))).toEqual([0, 0, 1, 2])
  expect(blockSpan(flac, 2)).toEqual({ start: 9216, end: 10_000 })
  expect([0, 1, 3].map(flac.byteStart)).toEqual([42, 300, 1000])
})

test('PCM is cut into tenths of a second behind its header', () => {
  const map = pcmBlocks({
    kind: 'pcm',
    sampleRate: 44_100,
    channels: 2,
    encoding: 's24le',
    dataOffset: 68,
    totalFrames: 10_000,
  })
  expect([map.blockFrames, map.blocks]).toEqual([4410, 3])
  expect([0, 1, 3].map(map.byteStart)).toEqual([68, 68 + 4410 * 6, 68 + 10_000 * 6])
})

test('bytes that arrive in any portions come out as whole blocks', () => {
  const map: BlockMap = {
    sampleRate: 1,
    channels: 1,
    totalFrames: 3,
    blockFrames: 1,
    blocks: 3,
    byteStart: (block) => [10, 13, 14, 19][block] ?? 0,
    streamBytes: 9,
  }
  const bytes = Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8, 9)
  for (const portion of [1, 2, 4, 9]) {
    const blocks: (readonly [number, number[]])[] = []
    const cutter = new BlockCutter(map, 0, (block, whole) => blocks.push([block, [...whole]]))
    for (let at = 0; at < bytes.length; at += portion) cutter.push(bytes.subarray(at, at + portion))
    expect(blocks).toEqual([
      [0, [1, 2, 3]],
      [1, [4]],
      [2, [5, 6, 7, 8, 9]],
    ])
  }
})

test('the cache forgets what was not used for longest', () => {
  const cache = new BlockCache(new CacheBudget(10))
  cache.add(1, new Uint8Array(4))
  cache.add(2, new Uint8Array(4))
  cache.get(1)
  cache.add(3, new Uint8Array(4))
  expect([1, 2, 3].map((block) => cache.get(block) !== undefined)).toEqual([true, false, true])
})
