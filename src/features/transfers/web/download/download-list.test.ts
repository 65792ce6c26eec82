import { createHash, randomBytes, type Hash } from 'node:crypto'
import { beforeEach, describe, expect, test } from 'vitest'
import { DownloadList } from './download-list.ts'
import type { RunningHash } from '../upload/file-hash.ts'
import { blobSink, type FileSink } from './file-sinks.ts'
import type { DownloadRequest } from '../transfer-engine.ts'
import { transfersStore, type WritableTransfersStore } from '../panel/transfers-store.ts'

const song = new Uint8Array(randomBytes(300_000))
const request: DownloadRequest = {
  projectId: 'album',
  trackId: 'nightdrive',
  versionId: 'v1',
  filename: 'mix.wav',
  sizeBytes: song.byteLength,
  sha256: createHash('sha256').update(song).digest('hex'),
}
let store: WritableTransfersStore
let asked: { readonly url: string; readonly range: string | null }[]
let saved: string[]
let sink: FileSink | null | undefined

beforeEach(() => {
  store = transfersStore()
  asked = []
  saved = []
  sink = undefined
})

function nodeHash(): RunningHash {
  let hash: Hash = createHash('sha256')
  return {
    update: (chunk) => void hash.update(chunk),
    restart: () => void (hash = createHash('sha256')),
    digest: async () => hash.digest('hex'),
    drop: () => undefined,
  }
}

function listOver(answer: (headers: Headers, signal: AbortSignal | null | undefined) => Response): DownloadList {
  let last = 0
  return new DownloadList({
    store,
    origin: '',
    runningHash: nodeHash,
    chooseSink: async () => sink,
    blobSink: () => blobSink((_, filename) => saved.push(filename)),
    saveBlob: (_, filename) => saved.push(filename),
    wait: () => Promise.resolve(),
    newId: () => `d${last++}`,
    now: () => (last += 1000),
    fetch: async (url, init) => {
      const headers = new Headers(init?.headers)
      asked.push({ url: String(url), range: headers.get('range') })
      return answer(headers, init?.signal)
    },
  })
}

const head = (length: number) => ({ 'content-type': 'audio/wav', 'content-length': String(length), etag: '"v1"' })
const whole = () => new Response(song, { headers: head(song.byteLength) })
const restFrom = (start: number) =>
  new Response(song.subarray(start), {
    status: 206,
    headers: {
      ...head(song.byteLength - start),
      'content-range': `bytes ${start}-${song.byteLength - 1}/${song.byteLength}`,
    },
  })
const listRequests = () => asked.map(({ url }) => url)
const status = (id: string) => store.find(id)?.status
async function until(claim: () => unknown, expected: unknown): Promise<void> {
  await expect.poll(claim, { interval: 5 }).toEqual(expected)
}

describe('downloads', () => {
  test('are saved under their name, and fetched once in a visit', async () => {
    const list = listOver(whole)
    const first = list.add(request)
    expect(store.find(first)).toMatchObject({
      kind: 'download',
      status: 'downloading',
      progress: 0,
      totalBytes: song.byteLength,
    })
    await until(() => status(first), 'completed')
    const second = list.add({ ...request, filename: 'mix again.wav' })
    expect([status(second), store.find(second)?.progress, saved]).toEqual([
      'completed',
      100,
      ['mix.wav', 'mix again.wav'],
    ])
    expect(asked).toEqual([{ url: '/api/projects/album/tracks/nightdrive/download?version=v1', range: null }])
  })

  test('of files that the server makes first say how far it is, and are fetched when they are whole', async () => {
    const shares: number[] = []
    let times = 0
    store.subscribe(() => shares.push(Math.round(store.list()[0]?.progress ?? 0)))
    const list = listOver(whole)
    const prepare = async () =>
      ++times < 3 ? { state: 'making' as const, fraction: times / 4 } : { state: 'ready' as const, fraction: 1 }
    const id = list.add({
      ...request,
      filename: 'mix.mp3',
      path: '/api/mp3',
      prepare,
      sha256: createHash('sha256').update(song).digest('hex'),
    })
    await until(() => status(id), 'completed')
    expect([shares.filter((share, i) => share !== shares[i - 1]).slice(0, 3), times, saved]).toEqual([
      [0, 25, 50],
      3,
      ['mix.mp3'],
    ])
    expect([listRequests(), store.find(id)?.isVerified]).toEqual([['/api/mp3'], true])
  })

  test('of files that could not be made say so, and ask anew when tried again', async () => {
    let fails = true
    const list = listOver(whole)
    const prepare = async () => ({ state: fails ? ('failed' as const) : ('ready' as const), fraction: 0 })
    const id = list.add({ ...request, path: '/api/mp3', prepare })
    await until(() => store.find(id)?.error?.code, 'making')
    expect(listRequests()).toEqual([])
    fails = false
    list.resume(id)
    await until(() => status(id), 'completed')
  })

  test('that were paused go on where they were', async () => {
    const stalling = (signal: AbortSignal | null | undefined) =>
      new Response(
        new ReadableStream({
          start(controller) {
            controller.enqueue(song.subarray(0, 100_000))
            signal?.addEventListener('abort', () => controller.error(signal.reason))
          },
        }),
        { headers: head(song.byteLength) },
      )
    const list = listOver((headers, signal) => (headers.has('range') ? restFrom(100_000) : stalling(signal)))
    const id = list.add(request)
    await until(() => (store.find(id)?.bytes ?? 0) > 0, true)
    list.pause(id)
    await until(() => store.find(id)?.bytes, 100_000)
    expect(store.find(id)).toMatchObject({ phase: 'paused', can: { resume: true, pause: false } })
    list.resume(id)
    await until(() => status(id), 'completed')
    expect([asked.at(-1)?.range, saved]).toEqual(['bytes=100000-', ['mix.wav']])
  })

  test('that failed say why and can be tried again', async () => {
    let refuses = true
    const list = listOver(() => (refuses ? new Response(null, { status: 403 }) : whole()))
    const id = list.add(request)
    await until(() => status(id), 'error')
    expect(store.find(id)).toMatchObject({
      error: { code: 'file-fetch', message: 'File fetch error', httpStatus: 403 },
      can: { retry: true, dismiss: true },
    })
    refuses = false
    list.resume(id)
    await until(() => status(id), 'completed')
    expect(store.find(id)?.error).toBeNull()
  })

  test('that are large go where the person says, and nowhere when there is no such place', async () => {
    const written: number[] = []
    sink = {
      write: async (chunk) => void written.push(chunk.byteLength),
      restart: async () => undefined,
      save: async () => null,
      drop: async () => undefined,
    }
    const list = listOver(whole)
    const large = { ...request, sizeBytes: 300 * 1024 * 1024 }
    const id = list.add(large)
    await until(() => status(id), 'completed')
    expect([written.reduce((sum, bytes) => sum + bytes, 0), saved]).toEqual([song.byteLength, []])
    sink = null
    const declined = list.add(large)
    await until(() => status(declined), undefined)
    expect(asked).toHaveLength(1)
  })

  test('that are cancelled are gone', async () => {
    const list = listOver(() => new Response(new ReadableStream(), { headers: head(song.byteLength) }))
    const id = list.add(request)
    list.cancel(id)
    expect([store.list(), list.has(id)]).toEqual([[], false])
  })
})
