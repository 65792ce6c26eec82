import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import { CutShortError, NonsenseError, readChildMessages } from '#server/media/child-messages.ts'
import { MESSAGE_KINDS } from '#server/media/child-protocol.ts'

function message(kind: number, position: number, payload: Buffer): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt8(kind, 0)
  head.writeUInt32LE(payload.length, 1)
  head.writeDoubleLE(position, 5)
  return Buffer.concat([head, payload])
}

const peaks = Buffer.from(Array.from({ length: 1000 }, (_, i) => i % 251))
const SENT = Buffer.concat([
  message(MESSAGE_KINDS.json, 0, Buffer.from('{"type":"started"}')),
  message(MESSAGE_KINDS.peaks, 4096, peaks),
  message(MESSAGE_KINDS.energy, 0, Buffer.alloc(0)),
  message(MESSAGE_KINDS.json, 0, Buffer.from('{"title":"夜"}')),
])

async function received(bytes: Buffer, chunkBytes: number) {
  const chunks = Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, i) =>
    bytes.subarray(i * chunkBytes, (i + 1) * chunkBytes),
  )
  const messages: unknown[] = []
  for await (const one of readChildMessages(Readable.from(chunks)))
    messages.push(one.kind === 'words' ? one : { ...one, bytes: Buffer.concat(one.bytes).toString('hex') })
  return messages
}

test.each([1, 2, 12, 13, 14, 31, 64, 500, 1014, 5000])(
  'a child’s messages are the same in chunks of %i bytes',
  async (chunkBytes) => {
    expect(await received(SENT, chunkBytes)).toEqual([
      { kind: 'words', words: { type: 'started' } },
      { kind: 'bytes', output: 'peaks', position: 4096, bytes: peaks.toString('hex') },
      { kind: 'bytes', output: 'energy', position: 0, bytes: '' },
      { kind: 'words', words: { title: '夜' } },
    ])
  },
)

test.each([1, 7, 5000])('a child that falls silent within a message is cut short, in chunks of %i', (chunkBytes) =>
  expect(received(SENT.subarray(0, -1), chunkBytes)).rejects.toBeInstanceOf(CutShortError),
)

test('more than any message needs is refused before it arrives', () => {
  const head = message(MESSAGE_KINDS.flac, 0, Buffer.alloc(0))
  head.writeUInt32LE(0xffffffff, 1)
  return expect(received(head, 5)).rejects.toBeInstanceOf(NonsenseError)
})
