import { createHash, randomBytes } from 'node:crypto'
import { Upload } from 'tus-js-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { removeRigFolder, transferRig, type TransferRig } from '#features/transfers/server/transfers.rig.ts'
import type { RememberedUpload, RememberedUploads } from './remembered-uploads.ts'
import { transfersStore } from '../panel/transfers-store.ts'
import { UploadQueue, type UploadQueueParts } from './upload-queue.ts'

const MIB = 1024 * 1024
let rig: TransferRig
let remembered: Map<string, RememberedUpload>
let delays: { readonly delayMs: number; readonly work: () => void }[]

beforeEach(async () => {
  rig = await transferRig()
  remembered = new Map()
  delays = []
})
afterEach(async () => {
  await rig.stop()
  removeRigFolder(rig)
})

/** A tab: its own list over the browser's shared storage. */
function tab(parts: Partial<UploadQueueParts> = {}) {
  const store = transfersStore()
  const memory: RememberedUploads = {
    all: async () => [...remembered.values()],
    remember: async (upload) => void remembered.set(upload.id, upload),
    forget: async (id) => void remembered.delete(id),
    clear: async () => remembered.clear(),
  }
  let last = 0
  const queue = new UploadQueue({
    store,
    remembered: memory,
    claims: { claim: async () => true, letGo: () => undefined },
    origin: rig.url,
    newId: () => `${Math.random()}-${last++}`,
    now: () => (last += 1000),
    hashFile: async (file) =>
      createHash('sha256')
        .update(await bytesOf(file))
        .digest('hex'),
    fetch: (input, init) => fetch(input, { ...init, headers: { ...init?.headers, 'x-person': 'ed' } }),
    openTus: (file, options) => new Upload(bytesNow(file), { ...options, headers: { 'x-person': 'ed' } }),
    later(work, delayMs) {
      delays.push({ work, delayMs })
      return () => undefined
    },
    ...parts,
  })
  return { store, queue }
}

/** Pauses an upload at the moment when this many bytes have been sent. */
function pausedAt(
  { store, queue }: Pick<ReturnType<typeof tab>, 'store' | 'queue'>,
  id: string,
  bytes: number,
): Promise<void> {
  return new Promise((resolve) => {
    const leave = store.subscribe(() => {
      if ((store.find(id)?.bytes ?? 0) < bytes) return
      leave()
      queue.pause(id)
      resolve()
    })
  })
}

function soon(work: () => void): () => void {
  const timer = setTimeout(work, 20)
  return () => clearTimeout(timer)
}

const contents = new WeakMap<File, Buffer>()
function fileOf(bytes: Buffer, name = 'mix.wav', lastModified = 1): File {
  const file = new File([new Uint8Array(bytes)], name, { lastModified })
  contents.set(file, bytes)
  return file
}
const bytesNow = (file: File) => contents.get(file) ?? Buffer.alloc(0)
const bytesOf = async (file: File) => new Uint8Array(await file.arrayBuffer())
const track = { trackId: 'nightdrive' } as const
const versions = () =>
  rig.services.database.db.selectFrom('versions').select(['id', 'sha256', 'file_name', 'changelog']).execute()
const hex = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')
async function until(claim: () => unknown, expected: unknown): Promise<void> {
  await expect.poll(claim, { interval: 20 }).toEqual(expected)
}

describe('uploads', () => {
  test('become versions, and are forgotten when they are', async () => {
    const { store, queue } = tab()
    const song = randomBytes(9 * MIB)
    const id = queue.add({ projectId: 'album', file: fileOf(song), target: track, changelog: 'drier' })
    await until(() => store.find(id)?.status, 'completed')
    const [version] = await versions()
    expect(version).toMatchObject({ sha256: hex(song), file_name: 'mix.wav', changelog: 'drier' })
    expect(store.find(id)).toMatchObject({ progress: 100, trackId: 'nightdrive', versionId: version?.id, error: null })
    await until(() => remembered.size, 0)
  })

  test('run three at once', async () => {
    const { store, queue } = tab({ hashFile: () => new Promise(() => undefined) })
    for (let i = 0; i < 5; i++)
      queue.add({ projectId: 'album', file: fileOf(randomBytes(100)), target: { trackTitle: `Take ${i}` } })
    expect(store.list().map(({ phase }) => phase)).toEqual(['moving', 'moving', 'moving', 'queued', 'queued'])
    queue.pause(store.list()[0]?.id ?? '')
    expect(store.list().map(({ phase }) => phase)).toEqual(['paused', 'moving', 'moving', 'moving', 'queued'])
    await queue.forget()
  })

  test('to one track run one after the other, so that the later one is the newer version', async () => {
    const { store, queue } = tab()
    const ids = ['v1.wav', 'v2.wav', 'v3.wav'].map((name) =>
      queue.add({ projectId: 'album', file: fileOf(randomBytes(3000), name), target: track }),
    )
    expect(store.list().map(({ phase }) => phase)).toEqual(['moving', 'queued', 'queued'])
    await until(() => ids.map((id) => store.find(id)?.status), ['completed', 'completed', 'completed'])
    const rows = await rig.services.database.db
      .selectFrom('versions')
      .select(['file_name', 'number'])
      .orderBy('number')
      .execute()
    expect(rows.map(({ file_name }) => file_name)).toEqual(['v1.wav', 'v2.wav', 'v3.wav'])
  })

  test('that another tab is busy with stay there', async () => {
    const { queue } = tab({ hashFile: () => new Promise(() => undefined) })
    const id = queue.add({ projectId: 'album', file: fileOf(randomBytes(9 * MIB)), target: track })
    const other = tab({ claims: { claim: async () => false, letGo: () => undefined } })
    await other.queue.restore()
    expect(other.store.list()).toEqual([])
    await queue.cancel(id)
  })

  test('that were paused go on where they were', async () => {
    // The server may still be storing the last part; then it is asked again.
    const { store, queue } = tab({ later: soon })
    const song = randomBytes(20 * MIB)
    const id = queue.add({ projectId: 'album', file: fileOf(song), target: track })
    await pausedAt({ store, queue }, id, 9 * MIB)
    expect(store.find(id)).toMatchObject({ phase: 'paused', status: 'uploading' })
    await queue.resume(id)
    await until(() => store.find(id)?.status, 'completed')
    expect(await versions()).toMatchObject([{ sha256: hex(song) }])
  })

  test('wait ever longer while there is no network, and wake when it is back', async () => {
    const port = Number(new URL(rig.url).port)
    await rig.stop()
    const { store, queue } = tab()
    const song = randomBytes(1000)
    const id = queue.add({ projectId: 'album', file: fileOf(song), target: track })
    for (let i = 0; i < 3; i++) {
      await until(() => delays.length, i + 1)
      expect(store.find(id)).toMatchObject({ status: 'uploading', phase: 'retrying', error: { code: 'network' } })
      if (i < 2) delays[i]?.work()
    }
    expect(delays.map(({ delayMs }) => delayMs)).toEqual([1000, 2000, 4000])
    rig = await transferRig({ dataDir: rig.dataDir, port })
    queue.wake()
    await until(() => store.find(id)?.status, 'completed')
  })

  test('interrupted by a reload wait for their file and refuse another', async () => {
    const song = randomBytes(20 * MIB)
    const before = tab()
    const id = before.queue.add({ projectId: 'album', file: fileOf(song), target: track })
    await pausedAt(before, id, 9 * MIB)
    await until(() => remembered.get(id)?.sha256, hex(song))
    const after = tab({ later: soon })
    await after.queue.restore()
    expect(after.store.find(id)).toMatchObject({
      phase: 'file-needed',
      can: { chooseFile: true, resume: false, cancel: true },
    })
    await until(() => (after.store.find(id)?.progress ?? 0) > 30, true)
    expect(await after.queue.chooseFile(id, fileOf(song.subarray(1)))).toBe(false)
    expect(await after.queue.chooseFile(id, fileOf(randomBytes(song.byteLength), 'mix.wav', 2))).toBe(false)
    expect(await after.queue.chooseFile(id, fileOf(song, 'renamed.wav', 2))).toBe(true)
    await until(() => after.store.find(id)?.status, 'completed')
    expect(await versions()).toMatchObject([{ sha256: hex(song) }])
  })

  test('whose last bytes arrived after their page was gone need no file any more', async () => {
    const before = tab()
    const id = before.queue.add({ projectId: 'album', file: fileOf(randomBytes(5000)), target: track })
    await until(() => remembered.get(id)?.uploadUrl === null, false)
    const kept = remembered.get(id)
    await until(() => before.store.find(id)?.status, 'completed')
    await until(() => remembered.size, 0)
    if (kept) remembered.set(id, kept)
    const after = tab()
    await after.queue.restore()
    const [version] = await versions()
    expect(after.store.find(id)).toMatchObject({
      status: 'completed',
      progress: 100,
      versionId: version?.id,
      trackId: 'nightdrive',
    })
    await until(() => remembered.size, 0)
  })

  test('whose part is still on its way after a reload are asked about again', async () => {
    const before = tab({ hashFile: () => new Promise(() => undefined) })
    const id = before.queue.add({ projectId: 'album', file: fileOf(randomBytes(20 * MIB)), target: track })
    await pausedAt(before, id, 9 * MIB)
    let locked = true
    const after = tab({
      later: soon,
      fetch: async (input, init) =>
        locked
          ? new Response(null, { status: 423 })
          : fetch(input, { ...init, headers: { ...init?.headers, 'x-person': 'ed' } }),
    })
    await after.queue.restore()
    expect(after.store.find(id)).toMatchObject({ phase: 'file-needed', bytes: 0 })
    locked = false
    await until(() => (after.store.find(id)?.bytes ?? 0) >= 8 * MIB, true)
  })

  test('whose file arrived damaged say so, and start from the front on retry', async () => {
    let wrong = true
    const { store, queue } = tab({ hashFile: async (file) => (wrong ? '00'.repeat(32) : hex(bytesNow(file))) })
    const song = randomBytes(5000)
    const id = queue.add({ projectId: 'album', file: fileOf(song), target: track })
    await until(() => store.find(id)?.status, 'error')
    expect(store.find(id)).toMatchObject({ error: { code: 'checksum', httpStatus: 460 }, can: { retry: true } })
    wrong = false
    queue.retry(id)
    await until(() => store.find(id)?.status, 'completed')
    expect(await versions()).toMatchObject([{ sha256: hex(song) }])
  })

  test('whose file cannot be read fail at once', async () => {
    const { store, queue } = tab({ hashFile: () => Promise.reject(new Error('gone')) })
    const id = queue.add({ projectId: 'album', file: fileOf(randomBytes(10)), target: track })
    await until(() => store.find(id)?.status, 'error')
    expect(store.find(id)?.error?.code).toBe('file-unreadable')
  })

  test('to a track that is gone tell the server’s words', async () => {
    const { store, queue } = tab()
    const id = queue.add({ projectId: 'album', file: fileOf(randomBytes(10)), target: { trackId: 'elsewhere' } })
    await until(() => store.find(id)?.status, 'error')
    expect(store.find(id)?.error).toEqual({
      code: 'gone',
      httpStatus: 404,
      message: 'This does not exist, or you have no access to it.',
    })
  })

  test('that are cancelled leave nothing on the server', async () => {
    const { store, queue } = tab({ hashFile: () => new Promise(() => undefined) })
    const id = queue.add({ projectId: 'album', file: fileOf(randomBytes(9 * MIB)), target: track })
    await until(() => typeof remembered.get(id)?.uploadUrl, 'string')
    await queue.cancel(id)
    expect([store.list(), remembered.size]).toEqual([[], 0])
    expect(await rig.services.database.db.selectFrom('uploads').select('state').execute()).toEqual([
      { state: 'cancelled' },
    ])
  })
})
