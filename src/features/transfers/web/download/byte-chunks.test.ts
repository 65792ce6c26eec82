import { array, assert, integer, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { ByteChunks } from './byte-chunks.ts'

test('bytes come out as they went in, in chunks of one size and a rest', () => {
  assert(
    property(array(uint8Array({ maxLength: 50 })), integer({ min: 1, max: 40 }), (pieces, size) => {
      const chunks = new ByteChunks(size)
      const out = [...pieces.flatMap((piece) => [...chunks.take(piece)]), ...chunks.rest()]
      expect(out.flatMap((chunk) => [...chunk])).toEqual(pieces.flatMap((piece) => [...piece]))
      expect(out.slice(0, -1).every((chunk) => chunk.byteLength === size)).toBe(true)
      expect((out.at(-1)?.byteLength ?? 1) <= size).toBe(true)
    }),
  )
})
