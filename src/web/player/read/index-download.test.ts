import { afterEach, expect, test, vi } from 'vitest'
import { encodeFrameIndex } from '#audio/frame-index.ts'
import { IndexDownload } from './index-download.ts'
import { BandwidthEstimator } from './bandwidth-estimator.ts'

const BLOCKS = 5000
const codecHeader = new Uint8Array(42).fill(7)
const offsets = Float64Array.from({ length: BLOCKS + 1 }, (_, block) => 42 + block * 1000)
const file = encodeFrameIndex({
  sampleRate: 48_000,
  channels: 2,
  bitsPerSample: 24,
  blockSize: 4608,
  totalFrames: BLOCKS * 4608,
  fileBytes: 42 + BLOCKS * 1000,
  codecHeader,
  offsets,
})

/** Answers each request with the result of `answer`, from the requested byte on. */
function downloadOver(answer: (start: number) => ReadableStream<Uint8Array>): {
  readonly download: IndexDownload
  readonly ranges: string[]
} {
  const ranges: string[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers: { range = 'whole' } }: { headers: { range?: string } }) => {
    ranges.push(range)
    return new Response(answer(Number(/\d+/.exec(range)?.[0] ?? 0)), { status: range === 'whole' ? 200 : 206 })
  })
  return {
    download: new IndexDownload({
      url: '/index',
      signal: new AbortController().signal,
      patienceMs: 5000,
      line: new BandwidthEstimator(),
    }),
    ranges,
  }
}

function portions(bytes: Uint8Array, size: number, breakAt = Infinity): ReadableStream<Uint8Array> {
  let at = 0
  return new ReadableStream({
    pull: (controller) => {
      if (at >= breakAt) return controller.error(new Error('connection lost'))
      if (at >= bytes.length) return controller.close()
      controller.enqueue(bytes.subarray(at, Math.min(at + size, breakAt)))
      at = Math.min(at + size, breakAt)
    },
  })
}

afterEach(() => vi.unstubAllGlobals())

test('the beginning of an index serves before its end has come', async () => {
  let go: () => void = () => {}
  const { download } = downloadOver(
    () =>
      new ReadableStream({
        start: (controller) => {
          controller.enqueue(file.subarray(0, 1001))
          go = () => controller.enqueue(file.subarray(1001))
        },
      }),
  )
  const { offsets: places } = await download.head()
  await download.whenKnown(200)
  expect([places[200], places[4000]]).toEqual([200_042, 0])
  go()
  await download.whenKnown(BLOCKS)
  expect(places).toEqual(offsets)
})

test('a broken download goes on where it stopped, when somebody asks', async () => {
  const { download, ranges } = downloadOver((start) =>
    portions(file.subarray(start), 100, start === 0 ? 777 : Infinity),
  )
  const { offsets: places } = await download.head()
  await expect(download.whenKnown(BLOCKS)).rejects.toThrow('connection lost')
  await download.whenKnown(BLOCKS)
  expect(ranges).toEqual(['whole', 'bytes=777-'])
  expect(places).toEqual(offsets)
})

test('what is no index is damage, not a broken line', async () => {
  const { download } = downloadOver(() => portions(new Uint8Array(500), 500))
  await expect(download.head()).rejects.toMatchObject({ kind: 'damaged' })
})
