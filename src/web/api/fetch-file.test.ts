import { afterEach, expect, test, vi } from 'vitest'
import { fetchFile } from './fetch-file.ts'

afterEach(() => vi.unstubAllGlobals())

const answering = (answer: () => Response) => vi.stubGlobal('fetch', async () => answer())
const streaming = (pull: (controller: ReadableStreamDefaultController<Uint8Array>) => void) =>
  new ReadableStream({ start: (controller) => controller.enqueue(new Uint8Array(3)), pull }, { highWaterMark: 0 })

test('a file comes whole, under the server’s name, and says how far it is', async () => {
  answering(
    () =>
      new Response('{"a":1}', {
        headers: { 'content-disposition': 'attachment; filename="mine.json"', 'content-type': 'application/json' },
      }),
  )
  const reported: number[] = []
  const { blob, fileName } = await fetchFile('/x', (sizeBytes) => reported.push(sizeBytes))
  expect([fileName, await blob.text(), blob.type, reported.at(-1)]).toEqual([
    'mine.json',
    '{"a":1}',
    'application/json',
    7,
  ])
})

test('half a file is none', async () => {
  answering(() => new Response(streaming((controller) => controller.error(new TypeError('network error')))))
  await expect(fetchFile('/x', () => undefined)).rejects.toMatchObject({ name: 'FailedRequest', status: 0 })
})

test('a refusal is told in the server’s words', async () => {
  answering(() => Response.json({ code: 'account.data_often', message: 'Wait a while.' }, { status: 429 }))
  await expect(fetchFile('/x', () => undefined)).rejects.toMatchObject({
    status: 429,
    code: 'account.data_often',
    message: 'Wait a while.',
  })
})
