import { expect, test } from 'vitest'
import { opusSegment } from './opus-segment.ts'
import { testOpus } from '../test-recordings.ts'

/** Parses the pages independently of the code under test. */
function readPages(file: Uint8Array) {
  const view = new DataView(file.buffer)
  const pages = []
  for (let at = 0; at < file.length;) {
    const lacing = [...file.subarray(at + 27, at + 27 + (file[at + 26] ?? 0))]
    const start = at + 27 + lacing.length
    const packets: number[] = []
    let open = 0
    for (const length of lacing) {
      open += length
      if (length < 255) packets.push(open)
      if (length < 255) open = 0
    }
    pages.push({
      magic: String.fromCharCode(...file.subarray(at, at + 4)),
      flags: file[at + 5],
      granule: Number(view.getBigInt64(at + 6, true)),
      number: view.getUint32(at + 18, true),
      checksum: view.getUint32(at + 22, true),
      packets,
    })
    at = start + lacing.reduce((sum, length) => sum + length, 0)
  }
  return pages
}

test('packets become an Ogg file whose end is told, with nothing to leave out', () => {
  const { index } = testOpus()
  const packets = Array.from({ length: 90 }, (_, i) => new Uint8Array(i === 7 ? 510 : 300 + i))
  const file = opusSegment(index.codecHeader, packets, 960)
  const pages = readPages(file)
  expect(pages.map(({ magic, number }) => [magic, number])).toEqual([0, 1, 2, 3, 4].map((number) => ['OggS', number]))
  expect(pages.map(({ flags }) => flags)).toEqual([2, 0, 0, 0, 4])
  expect(pages.map(({ granule }) => granule)).toEqual([0, 0, 38_400, 76_800, 86_400])
  expect(pages.slice(2).flatMap(({ packets }) => packets)).toEqual(packets.map(({ length }) => length))
  expect([file[28 + 10], file[28 + 11]]).toEqual([0, 0])
})

test('pages carry the checksum of RFC 3533', () => {
  const { index } = testOpus()
  // Expected values from an independent bitwise CRC; opusdec reads the whole file.
  const [first] = readPages(opusSegment(index.codecHeader, [], 960))
  expect(first?.checksum).toBe(CHECKSUM)
})

const CHECKSUM = 2_712_244_634
