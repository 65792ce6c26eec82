import { createHash, randomBytes, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { FileDownload } from './download-file.ts'
import type { RunningHash } from '../upload/file-hash.ts'
import { blobSink } from './file-sinks.ts'
import type { TransferFailure } from '../panel/transfer-failure.ts'

const CHUNK = 64 * 1024
const song = randomBytes(10 * CHUNK + 123)
const sha256 = createHash('sha256').update(song).digest('hex')
let server: Server
let url: string
let answers: ((request: IncomingMessage, response: ServerResponse) => void)[]
let asked: IncomingMessage[]

beforeEach(async () => {
  answers = []
  asked = []
  server = createServer((request, response) => {
    asked.push(request)
    ;(answers.shift() ?? whole)(request, response)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  url = typeof address === 'object' ? `http://127.0.0.1:${address?.port}/` : ''
})
afterEach(() => {
  server.closeAllConnections()
  server.close()
})

const head = { 'content-type': 'audio/wav', etag: '"v1"' }
const whole = (_: IncomingMessage, response: ServerResponse) =>
  response.writeHead(200, { ...head, 'content-length': song.byteLength }).end(song)
const rest = ({ headers }: IncomingMessage, response: ServerResponse) => {
  const start = Number(/\d+/.exec(headers.range ?? '')?.[0])
  response
    .writeHead(206, {
      ...head,
      'content-length': song.byteLength - start,
      'content-range': `bytes ${start}-${song.byteLength - 1}/${song.byteLength}`,
    })
    .end(song.subarray(start))
}
const cutAfter = (bytes: number) => (_: IncomingMessage, response: ServerResponse) => {
  response.writeHead(200, { ...head, 'content-length': song.byteLength })
  response.write(song.subarray(0, bytes), () => response.destroy())
}

function nodeHash(): RunningHash {
  let hash: Hash = createHash('sha256')
  return {
    update: (chunk) => void hash.update(chunk),
    restart: () => void (hash = createHash('sha256')),
    digest: async () => hash.digest('hex'),
    drop: () => undefined,
  }
}

function begin(expected?: string) {
  const progress: number[] = []
  const retries: string[] = []
  let saved: Blob | undefined
  const sink = blobSink((blob) => (saved = blob))
  const file = new FileDownload({
    url,
    sink,
    hash: nodeHash(),
    sha256: expected,
    fetch,
    wait: () => Promise.resolve(),
    reports: { progress: (bytes) => progress.push(bytes), retrying: (failure) => retries.push(failure.message) },
  })
  const savedBytes = async () => {
    await sink.save('mix.wav', file.contentType)
    return Buffer.from((await saved?.arrayBuffer()) ?? new ArrayBuffer())
  }
  return { file, progress, retries, savedBytes, run: (signal = new AbortController().signal) => file.run(signal) }
}

const failed = (run: Promise<boolean>): Promise<Partial<TransferFailure>> =>
  run.then(
    () => ({ message: 'nothing failed' }),
    (error: TransferFailure) => error,
  )

describe('a download', () => {
  test('brings the very bytes, told in steps of 64 KiB', async () => {
    const { run, progress, savedBytes, file } = begin(sha256)
    await run()
    expect(progress).toEqual([0, ...Array.from({ length: 10 }, (_, i) => (i + 1) * CHUNK), song.byteLength])
    expect([Buffer.compare(await savedBytes(), song), file.contentType]).toEqual([0, 'audio/wav'])
  })

  test('without a content type is audio/mpeg', async () => {
    answers = [(_, response) => response.writeHead(200, { 'content-length': '1' }).end('x')]
    const { run, file } = begin()
    await run()
    expect(file.contentType).toBe('audio/mpeg')
  })

  test('goes on after a break where it was, and the checksum is right', async () => {
    answers = [cutAfter(3 * CHUNK + 77), rest]
    const { run, retries, savedBytes } = begin(sha256)
    await run()
    expect([
      retries,
      asked[1]?.headers.range,
      asked[1]?.headers['if-range'],
      Buffer.compare(await savedBytes(), song),
    ]).toEqual([['Stream error'], `bytes=${3 * CHUNK + 77}-`, '"v1"', 0])
  })

  test('starts anew when the file has changed in between', async () => {
    answers = [cutAfter(2 * CHUNK), whole]
    const { run, savedBytes } = begin()
    await run()
    expect(Buffer.compare(await savedBytes(), song)).toBe(0)
  })

  test('that was stopped goes on later', async () => {
    const stop = new AbortController()
    answers = [
      (_, response) => {
        response.writeHead(200, { ...head, 'content-length': song.byteLength })
        response.write(song.subarray(0, 4 * CHUNK))
      },
      rest,
    ]
    const { run, file, progress, savedBytes } = begin(sha256)
    const stopped = run(stop.signal)
    await expect.poll(() => progress.at(-1)).toBe(4 * CHUNK)
    stop.abort()
    await expect(stopped).rejects.toMatchObject({ name: 'AbortError' })
    await file.run(new AbortController().signal)
    expect([Buffer.compare(await savedBytes(), song), asked.length]).toEqual([0, 2])
  })

  test('refused by the server is a "File fetch error"', async () => {
    answers = [(_, response) => response.writeHead(404).end()]
    expect(await failed(begin().run())).toMatchObject({
      message: 'File fetch error',
      code: 'file-fetch',
      httpStatus: 404,
    })
    expect(asked).toHaveLength(1)
  })

  test('without a server is a "File fetch error" after some tries', async () => {
    server.close()
    const { run, retries } = begin()
    expect(await failed(run())).toMatchObject({ message: 'File fetch error', httpStatus: null })
    expect(retries).toHaveLength(5)
  })

  test('of unknown length is a "Wrong content-length"', async () => {
    answers = [(_, response) => response.writeHead(200, head).end('some')]
    expect(await failed(begin().run())).toMatchObject({ message: 'Wrong content-length', code: 'no-length' })
  })

  test('that keeps breaking off is a "Stream error"', async () => {
    answers = Array.from({ length: 6 }, () => (request: IncomingMessage, response: ServerResponse) => {
      response.writeHead(200, { ...head, 'content-length': song.byteLength })
      response.flushHeaders()
      request.socket.end()
    })
    expect(await failed(begin().run())).toMatchObject({ message: 'Stream error', code: 'stream' })
  })

  test('with another checksum is not passed off as the file, and a retry fetches it whole', async () => {
    const other = Buffer.from(song)
    other[5] = (other[5] ?? 0) ^ 1
    answers = [(_, response) => response.writeHead(200, { ...head, 'content-length': other.byteLength }).end(other)]
    const { run, savedBytes } = begin(sha256)
    expect(await failed(run())).toMatchObject({ code: 'checksum' })
    await run()
    expect(Buffer.compare(await savedBytes(), song)).toBe(0)
  })

  test('is compared with what the server says when nobody else knows', async () => {
    answers = [
      (_, response) =>
        response
          .writeHead(200, {
            ...head,
            'content-length': 4,
            'repr-digest': `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`,
          })
          .end('fake'),
    ]
    expect(await failed(begin().run())).toMatchObject({ code: 'checksum' })
  })
})
