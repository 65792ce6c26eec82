import { createHash, randomBytes } from 'node:crypto'
import { connect } from 'node:net'
import { once } from 'node:events'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { Upload } from 'tus-js-client'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { transferRoutes, type UploadTarget } from '../transfers.contract.ts'
import { MemoryStorage } from '#server/storage/memory.storage.ts'
import { activeUploadsOf } from './active-uploads.ts'
import { LEASE_MS } from './upload-lease.ts'
import { partialOf } from './uploads.queries.ts'
import { startTransferSweep, stopTransfers } from './uploads.jobs.ts'
import { removeRigFolder, transferRig, type TransferRig } from './transfers.rig.ts'

const MIB = 1024 * 1024
const UPLOADS = '/api/projects/album/uploads'
let rig: TransferRig

beforeEach(async () => {
  rig = await transferRig()
})
afterEach(async () => {
  await rig.stop()
  removeRigFolder(rig)
})

interface Asked {
  readonly as?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Uint8Array<ArrayBuffer>
}

function ask(method: string, path: string, { as = 'ed', headers = {}, body }: Asked = {}): Promise<Response> {
  return fetch(rig.url + path, {
    method,
    headers: { 'tus-resumable': '1.0.0', 'x-person': as, ...headers },
    ...(body && { body }),
  })
}

function metadata(pairs: Readonly<Record<string, string>>): string {
  return Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
}

async function begin(
  sizeBytes: number,
  pairs: Readonly<Record<string, string>> = { filename: 'mix.wav', trackId: 'nightdrive' },
  asked: Asked = {},
): Promise<string> {
  const answer = await ask('POST', UPLOADS, {
    ...asked,
    headers: { 'upload-length': String(sizeBytes), 'upload-metadata': metadata(pairs), ...asked.headers },
  })
  expect(answer.status).toBe(201)
  return answer.headers.get('location') ?? ''
}

function part(
  path: string,
  offset: number,
  body: Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<Response> {
  return ask('PATCH', path, {
    headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': String(offset), ...headers },
    body,
  })
}

const UploadPage = transferRoutes['GET /api/projects/:projectId/uploads'].answer
const digestHeader = (bytes: Uint8Array) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`
const hex = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
const song = (bytes: number) => new Uint8Array(randomBytes(bytes))
const versions = () => rig.services.database.db.selectFrom('versions').selectAll().orderBy('number').execute()
const stored = async (key: string) => buffer(await rig.services.storage.read(key))

describe('an upload', () => {
  test('becomes the next version of its track with the very same bytes', async () => {
    const file = song(3 * MIB + 5)
    const path = await begin(file.byteLength, {
      filename: 'Mix ③.wav',
      trackId: 'nightdrive',
      changelog: 'louder snare',
    })
    const first = await part(path, 0, file.subarray(0, MIB))
    expect([first.status, first.headers.get('upload-offset'), first.headers.has('roughmix-version-id')]).toEqual([
      204,
      String(MIB),
      false,
    ])
    const last = await part(path, MIB, file.subarray(MIB), { 'repr-digest': digestHeader(file) })
    const [version] = await versions()
    expect([last.status, last.headers.get('roughmix-version-id'), last.headers.get('roughmix-track-id')]).toEqual([
      204,
      version?.id,
      'nightdrive',
    ])
    expect(version).toMatchObject({
      number: 1,
      file_name: 'Mix ③.wav',
      size_bytes: file.byteLength,
      sha256: hex(file),
      changelog: 'louder snare',
      uploaded_by: 'ed',
      storage_key: `projects/album/nightdrive/${version?.id}/Mix ③.wav`,
    })
    expect(Buffer.compare(await stored(version?.storage_key ?? ''), file)).toBe(0)
  })

  test('can make a new track, and an empty file is a file', async () => {
    const answer = await ask('POST', UPLOADS, {
      headers: {
        'upload-length': '0',
        'upload-metadata': metadata({ filename: 'silence.wav', trackTitle: ' Silence ' }),
      },
    })
    const track = await rig.services.database.db
      .selectFrom('tracks')
      .selectAll()
      .where('title', '=', 'Silence')
      .executeTakeFirstOrThrow()
    expect([answer.status, answer.headers.get('roughmix-track-id')]).toEqual([201, track.id])
    expect(await versions()).toMatchObject([{ track_id: track.id, size_bytes: 0, sha256: hex(new Uint8Array()) }])
  })

  test('may arrive with its creation', async () => {
    const file = song(100_000)
    const headers = {
      'upload-length': '100000',
      'upload-metadata': metadata({ filename: 'a.wav', trackId: 'nightdrive' }),
      'content-type': 'application/offset+octet-stream',
    }
    const answer = await ask('POST', UPLOADS, { headers, body: file })
    expect([answer.status, answer.headers.get('upload-offset'), answer.headers.get('roughmix-track-id')]).toEqual([
      201,
      '100000',
      'nightdrive',
    ])
  })

  test('tells its version again when the last answer was lost', async () => {
    const file = song(1000)
    const path = await begin(1000)
    await part(path, 0, file)
    const head = await ask('HEAD', path)
    const [version] = await versions()
    expect([
      head.status,
      head.headers.get('upload-offset'),
      head.headers.get('upload-length'),
      head.headers.get('roughmix-version-id'),
      head.headers.get('repr-digest'),
    ]).toEqual([200, '1000', '1000', version?.id, digestHeader(file)])
    expect((await part(path, 1000, new Uint8Array())).status).toBe(409)
    expect(await versions()).toHaveLength(1)
  })

  test('and another to the same track at once are two versions, both intact', async () => {
    const files = [song(2 * MIB), song(2 * MIB + 1)]
    await Promise.all(files.map(async (file) => part(await begin(file.byteLength), 0, file)))
    const made = await versions()
    expect(made.map(({ number }) => number)).toEqual([1, 2])
    expect(made.map(({ sha256 }) => sha256).sort()).toEqual(files.map(hex).sort())
  })

  test('whose checksum differs is not kept and says so', async () => {
    const path = await begin(1000)
    const answer = await part(path, 0, song(1000), { 'repr-digest': digestHeader(song(3)) })
    expect(answer.status).toBe(460)
    expect(await answer.json()).toMatchObject({
      code: 'upload.checksum',
      message: expect.stringContaining('Upload it again'),
    })
    expect([
      (await ask('HEAD', path)).status,
      await versions(),
      await Array.fromAsync(rig.services.storage.list('')),
    ]).toEqual([410, [], []])
  })

  test('is listed for its owner alone while it is open', async () => {
    const path = await begin(1000)
    await part(path, 0, song(400))
    expect(await (await ask('GET', UPLOADS)).json()).toMatchObject({
      items: [{ url: path, fileName: 'mix.wav', trackId: 'nightdrive', sizeBytes: 1000, offsetBytes: 400 }],
      nextCursor: null,
    })
    expect(await (await ask('GET', UPLOADS, { as: 'eve' })).json()).toEqual({ items: [], nextCursor: null })
  })

  test('is listed page by page, newest first', async () => {
    const paths: string[] = []
    for (let i = 0; i < 5; i++) {
      rig.clock.now += i % 2
      paths.push(await begin(10))
    }
    const seen: string[] = []
    for (let cursor = ''; ;) {
      const page = UploadPage.parse(await (await ask('GET', `${UPLOADS}?limit=2${cursor}`)).json())
      seen.push(...page.items.map(({ url }) => url))
      if (!page.nextCursor) break
      cursor = `&cursor=${page.nextCursor}`
    }
    expect([...seen].sort()).toEqual([...paths].sort())
    expect(seen.at(-1)).toBe(paths[0])
  })

  test('belongs to its owner: others find nothing', async () => {
    const path = await begin(1000)
    for (const method of ['HEAD', 'DELETE']) expect((await ask(method, path, { as: 'eve' })).status).toBe(404)
    expect(
      (
        await ask('PATCH', path, {
          as: 'eve',
          headers: { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' },
          body: song(10),
        })
      ).status,
    ).toBe(404)
    expect((await ask('HEAD', path.replace('album', 'other'))).status).toBe(404)
  })

  test('needs an editor, and a track of the project', async () => {
    const headers = { 'upload-length': '5', 'upload-metadata': metadata({ filename: 'a.wav', trackId: 'elsewhere' }) }
    expect((await ask('POST', UPLOADS, { headers })).status).toBe(404)
    expect((await ask('POST', UPLOADS, { as: 'lin', headers })).status).toBe(403)
    expect((await ask('POST', UPLOADS, { as: 'stranger', headers })).status).toBe(401)
  })

  test('is refused before its body when the disk would get too full, and nothing else is', async () => {
    await rig.stop()
    rig = await transferRig({ dataDir: rig.dataDir, env: { MIN_FREE_MB: '9999999' } })
    const answer = await ask('POST', UPLOADS, {
      headers: { 'upload-length': '5', 'upload-metadata': metadata({ filename: 'a.wav', trackId: 'nightdrive' }) },
    })
    expect([answer.status, await answer.json()]).toMatchObject([507, { code: 'storage.full' }])
    expect((await ask('GET', UPLOADS)).status).toBe(200)
  })

  test('to a track that is put in the trash meanwhile waits, and goes on when the track is restored', async () => {
    const file = song(1000)
    const trash = (deletedAt: number | null) =>
      rig.services.database.db
        .updateTable('tracks')
        .set({ deleted_at: deletedAt })
        .where('id', '=', 'nightdrive')
        .execute()
    const path = await begin(1000)
    await part(path, 0, file.slice(0, 400))
    await trash(1)
    const refused = await part(path, 400, file.slice(400, 600))
    expect([refused.status, await refused.json()]).toMatchObject([
      423,
      {
        code: 'upload.track_trashed',
        message: 'The track of this upload is in the trash. Restore it to continue the upload.',
      },
    ])
    expect((await part(path, 400, file.slice(400))).status).toBe(423)
    expect((await ask('HEAD', path)).headers.get('upload-offset')).toBe('400')
    await trash(null)
    expect((await part(path, 400, file.slice(400), { 'repr-digest': digestHeader(file) })).status).toBe(204)
    expect((await versions()).map(({ sha256 }) => sha256)).toEqual([hex(file)])
  })

  test('whose track is trashed with its last byte is sealed once the track is back', async () => {
    const file = song(1000)
    const path = await begin(1000)
    await part(path, 0, file.slice(0, 999))
    const { db } = rig.services.database
    // As if the last part had been on its way already.
    await rig.services.storage.appendPart(
      partialOf(await db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow()),
      999,
      Readable.from([file.slice(999)]),
    )
    await db.updateTable('tracks').set({ deleted_at: 1 }).where('id', '=', 'nightdrive').execute()
    // Not 404, which would make a client start again.
    expect((await ask('HEAD', path)).status).toBe(423)
    await db.updateTable('tracks').set({ deleted_at: null }).where('id', '=', 'nightdrive').execute()
    expect((await ask('HEAD', path)).headers.get('roughmix-version-id')).toBeTruthy()
    expect((await versions()).map(({ sha256 }) => sha256)).toEqual([hex(file)])
  })

  test('larger than the server takes is refused at once', async () => {
    const answer = await ask('POST', UPLOADS, {
      headers: {
        'upload-length': String(50e9 + 1),
        'upload-metadata': metadata({ filename: 'a.wav', trackId: 'nightdrive' }),
      },
    })
    expect([answer.status, (await ask('OPTIONS', UPLOADS)).headers.get('tus-max-size')]).toEqual([413, '50000000000'])
  })

  test('cannot grow beyond what it was said to have', async () => {
    const path = await begin(100)
    expect((await part(path, 0, song(101))).status).toBe(413)
    const endless = new ReadableStream<Uint8Array>({ pull: (controller) => controller.enqueue(song(64)) })
    const init: RequestInit & { duplex: 'half' } = {
      method: 'PATCH',
      duplex: 'half',
      body: endless,
      headers: {
        'tus-resumable': '1.0.0',
        'x-person': 'ed',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': '0',
      },
    }
    expect((await fetch(rig.url + path, init)).status).toBe(413)
    expect(Number((await ask('HEAD', path)).headers.get('upload-offset'))).toBeLessThanOrEqual(100)
  })

  test('that was given up is gone, with its bytes', async () => {
    const path = await begin(1000)
    await part(path, 0, song(500))
    expect((await ask('DELETE', path)).status).toBe(204)
    expect([
      (await ask('HEAD', path)).status,
      (await part(path, 500, song(500))).status,
      (await ask('DELETE', path)).status,
    ]).toEqual([410, 410, 410])
  })

  test('that is finished cannot be taken back by giving it up', async () => {
    const path = await begin(5)
    await part(path, 0, song(5))
    expect((await ask('DELETE', path)).status).toBe(409)
    expect(await versions()).toHaveLength(1)
  })

  test.each([
    ['without its length', { 'upload-metadata': metadata({ filename: 'a.wav', trackId: 'nightdrive' }) }, 400],
    [
      'with a negative length',
      { 'upload-length': '-1', 'upload-metadata': metadata({ filename: 'a.wav', trackId: 'nightdrive' }) },
      400,
    ],
    ['without a name', { 'upload-length': '5', 'upload-metadata': metadata({ trackId: 'nightdrive' }) }, 400],
    ['without track and title', { 'upload-length': '5', 'upload-metadata': metadata({ filename: 'a.wav' }) }, 400],
    [
      'with metadata that is no base64',
      { 'upload-length': '5', 'upload-metadata': 'filename *,trackId bmlnaHRkcml2ZQ==' },
      400,
    ],
    ['in another protocol', { 'tus-resumable': '0.2.2', 'upload-length': '5' }, 412],
  ])('%s is refused', async (_, headers, status) => {
    const answer = await ask('POST', UPLOADS, { headers })
    expect([answer.status, answer.headers.get('tus-resumable')]).toEqual([status, '1.0.0'])
  })
})

describe('a part', () => {
  test('must follow the bytes that are there', async () => {
    const path = await begin(1000)
    await part(path, 0, song(400))
    expect([(await part(path, 0, song(400))).status, (await part(path, 500, song(400))).status]).toEqual([409, 409])
    expect((await ask('HEAD', path)).headers.get('upload-offset')).toBe('400')
  })

  test('of another content type is refused', async () => {
    const path = await begin(10)
    expect(
      (
        await ask('PATCH', path, {
          headers: { 'content-type': 'application/json', 'upload-offset': '0' },
          body: new TextEncoder().encode('{}'),
        })
      ).status,
    ).toBe(400)
  })

  test('sent twice at once is taken once', async () => {
    const file = song(4 * MIB)
    const path = await begin(file.byteLength * 2)
    const statuses = (await Promise.all([1, 2, 3].map(() => part(path, 0, file)))).map(({ status }) => status)
    expect(statuses.filter((status) => status === 204)).toHaveLength(1)
    expect(statuses.filter((status) => status === 409 || status === 423)).toHaveLength(2)
    expect((await ask('HEAD', path)).headers.get('upload-offset')).toBe(String(file.byteLength))
  })

  test('that breaks off keeps the bytes that came, and the upload goes on', async () => {
    const file = song(5 * MIB)
    const path = await begin(file.byteLength)
    await sendAndCut(path, file, 3 * MIB)
    const offset = await settledOffset(path)
    expect(offset).toBeGreaterThanOrEqual(2 * MIB)
    expect((await part(path, offset, file.subarray(offset), { 'repr-digest': digestHeader(file) })).status).toBe(204)
    expect(await versions()).toMatchObject([{ sha256: hex(file) }])
  })

  test('whose sender fell silent makes way for the next within the lease', async () => {
    const file = song(2 * MIB)
    const path = await begin(file.byteLength)
    const silent = await sendSome(path, file, MIB)
    await takenBySomebody()
    expect([(await part(path, MIB, file.subarray(MIB))).status, (await ask('HEAD', path)).status]).toEqual([423, 423])
    rig.clock.now += LEASE_MS + 1
    const offset = Number((await ask('HEAD', path)).headers.get('upload-offset'))
    const taken = await part(path, offset, file.subarray(offset))
    // The silent writer may still have had its last bytes in memory.
    const again =
      taken.status === 409 ? await settledOffset(path).then((from) => part(path, from, file.subarray(from))) : taken
    expect(again.status).toBe(204)
    expect(await versions()).toMatchObject([{ sha256: hex(file) }])
    silent.destroy()
  })
})

test('whoever asks how far a silent sender came need not wait for its lease', async () => {
  const file = song(2 * MIB)
  const path = await begin(file.byteLength)
  await sendSome(path, file, MIB)
  await takenBySomebody()
  await expect.poll(async () => (await ask('HEAD', path)).status, { interval: 100 }).toBe(200)
  expect((await ask('HEAD', path)).headers.get('upload-offset')).toBe(String(MIB))
  expect((await part(path, MIB, file.subarray(MIB))).status).toBe(204)
})

describe('after a restart', () => {
  async function restart(): Promise<void> {
    await rig.stop()
    rig = await transferRig({ dataDir: rig.dataDir })
    await startTransferSweep(rig.services)
  }

  test('in the middle the upload goes on where it was', async () => {
    const file = song(3 * MIB)
    const path = await begin(file.byteLength)
    await part(path, 0, file.subarray(0, MIB))
    await sendSome(path, file.subarray(MIB), MIB)
    await restart()
    const offset = await settledOffset(path)
    expect(offset).toBeGreaterThanOrEqual(MIB)
    expect((await part(path, offset, file.subarray(offset), { 'repr-digest': digestHeader(file) })).status).toBe(204)
    expect(await versions()).toMatchObject([{ sha256: hex(file) }])
  })

  test('a clean stop keeps what was arriving', async () => {
    const file = song(3 * MIB)
    const path = await begin(file.byteLength)
    await sendSome(path, file, 2 * MIB)
    await arrived(path, MIB)
    await stopTransfers(rig.services)
    expect(await rig.services.database.db.selectFrom('uploads').select('lease_id').execute()).toEqual([
      { lease_id: null },
    ])
    await restart()
    expect(Number((await ask('HEAD', path)).headers.get('upload-offset'))).toBeGreaterThanOrEqual(MIB)
  })

  test.each(['receiving', 'sealing'] as const)(
    'with all bytes there but no version, asking makes it: %s',
    async (state) => {
      const file = song(1000)
      const path = await begin(1000)
      const { db } = rig.services.database
      const upload = await db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow()
      const partial = { id: upload.id, key: upload.storage_key ?? '', ref: upload.storage_ref }
      await rig.services.storage.appendPart(partial, 0, Readable.from([file]))
      if (state === 'sealing') {
        await rig.services.storage.finishParts(partial, 1000)
        await db
          .updateTable('uploads')
          .set({ state, sha256: hex(file) })
          .execute()
      }
      await restart()
      const heads = await Promise.all([1, 2, 3].map(() => ask('HEAD', path)))
      const [version, ...more] = await versions()
      expect([more, version?.sha256, Buffer.compare(await stored(version?.storage_key ?? ''), file)]).toEqual([
        [],
        hex(file),
        0,
      ])
      expect(
        heads.filter(({ status }) => status === 200).map(({ headers }) => headers.get('roughmix-version-id')),
      ).toContain(version?.id)
    },
  )

  test('what the sender had claimed is still checked', async () => {
    const path = await begin(4)
    const { db } = rig.services.database
    const upload = await db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow()
    await rig.services.storage.appendPart(
      { id: upload.id, key: upload.storage_key ?? '', ref: null },
      0,
      Readable.from([Buffer.from('real')]),
    )
    await db
      .updateTable('uploads')
      .set({ state: 'sealing', sha256: hex(Buffer.from('other')) })
      .execute()
    await restart()
    expect([(await ask('HEAD', path)).status, await versions()]).toEqual([460, []])
  })
})

test('two servers over one store take a part once, and go on in turn', async () => {
  const other = await transferRig({ dataDir: rig.dataDir })
  try {
    const file = song(6 * MIB)
    const path = await begin(file.byteLength)
    const send = (url: string, offset: number, bytes: number) => {
      const headers = {
        'tus-resumable': '1.0.0',
        'x-person': 'ed',
        'content-type': 'application/offset+octet-stream',
        'upload-offset': String(offset),
      }
      return fetch(url + path, { method: 'PATCH', headers, body: file.subarray(offset, offset + bytes) }).then(
        ({ status }) => status,
      )
    }
    const statuses = await Promise.all([rig.url, other.url, rig.url, other.url].map((url) => send(url, 0, 2 * MIB)))
    expect([
      statuses.filter((status) => status === 204).length,
      statuses.every((status) => [204, 409, 423].includes(status)),
    ]).toEqual([1, true])
    expect([await send(other.url, 2 * MIB, 2 * MIB), await send(rig.url, 4 * MIB, 2 * MIB)]).toEqual([204, 204])
    expect(await versions()).toMatchObject([{ sha256: hex(file) }])
  } finally {
    await other.stop()
  }
})

describe('where files are not on this machine', () => {
  test.each([
    ['the bytes are hashed as they pass', false],
    ['the file is read again after somebody else wrote', true],
  ])('%s', async (_, otherServer) => {
    const dataDir = rig.dataDir
    await rig.stop()
    const storage = new MemoryStorage()
    const reads: string[] = []
    const read = storage.read.bind(storage)
    storage.read = (key, range) => {
      reads.push(key)
      return read(key, range)
    }
    rig = await transferRig({ dataDir, storage: async () => storage })
    const file = song(2 * MIB)
    const path = await begin(file.byteLength)
    await part(path, 0, file.subarray(0, MIB))
    if (otherServer) activeUploadsOf(storage).hasher.forget(path.split('/').pop() ?? '')
    await part(path, MIB, file.subarray(MIB), { 'repr-digest': digestHeader(file) })
    expect([reads.length, await versions()]).toMatchObject([otherServer ? 1 : 0, [{ sha256: hex(file) }]])
  })
})

test('tus-js-client uploads in parts and resumes what it began', async () => {
  const file = Buffer.from(song(5 * MIB + 1))
  const options = {
    endpoint: rig.url + UPLOADS,
    chunkSize: MIB,
    retryDelays: null,
    headers: { 'x-person': 'ed' },
    metadata: { filename: 'mix.wav', trackId: 'nightdrive' },
  }
  const url = await new Promise<string>((resolve, reject) => {
    const upload = new Upload(file, {
      ...options,
      onError: reject,
      onChunkComplete: (_, accepted) =>
        accepted >= 2 * MIB && void upload.abort().then(() => resolve(upload.url ?? ''), reject),
    })
    upload.start()
  })
  expect(await versions()).toEqual([])
  await new Promise<void>((resolve, reject) => {
    new Upload(file, { ...options, uploadUrl: url, onError: reject, onSuccess: () => resolve() }).start()
  })
  expect(await versions()).toMatchObject([{ sha256: hex(file) }])
})

/** Sends the head of a PATCH and part of its body over a raw socket, which stays open. */
async function sendSome(path: string, file: Uint8Array, bytes: number): Promise<ReturnType<typeof connect>> {
  const { hostname, port } = new URL(rig.url)
  const offset = Number((await ask('HEAD', path)).headers.get('upload-offset'))
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  const head = ['PATCH', path, 'HTTP/1.1'].join(' ')
  socket.write(
    `${head}\r\nhost: x\r\ntus-resumable: 1.0.0\r\nx-person: ed\r\n` +
      `content-type: application/offset+octet-stream\r\nupload-offset: ${offset}\r\n` +
      `content-length: ${file.byteLength}\r\n\r\n`,
  )
  await new Promise((resolve) => socket.write(file.subarray(0, bytes), resolve))
  return socket
}

async function sendAndCut(path: string, file: Uint8Array, bytes: number): Promise<void> {
  const socket = await sendSome(path, file, bytes)
  // Less than one batch may not have been written yet.
  await arrived(path, bytes - MIB)
  socket.resetAndDestroy()
}

/** Polls until this many bytes are stored. */
async function arrived(path: string, bytes: number): Promise<void> {
  const {
    id,
    storage_key: key,
    storage_ref: ref,
  } = await rig.services.database.db
    .selectFrom('uploads')
    .selectAll()
    .where('id', '=', path.split('/').pop() ?? '')
    .executeTakeFirstOrThrow()
  await expect
    .poll(() => rig.services.storage.partBytes({ id, key: key ?? '', ref }), { interval: 20 })
    .toBeGreaterThanOrEqual(bytes)
}

async function takenBySomebody(): Promise<void> {
  await expect
    .poll(
      async () =>
        (await rig.services.database.db.selectFrom('uploads').select('lease_id').executeTakeFirstOrThrow()).lease_id,
      { interval: 20 },
    )
    .not.toBeNull()
}

/** The offset after all writers have finished. */
async function settledOffset(path: string): Promise<number> {
  await expect
    .poll(
      async () =>
        (await rig.services.database.db.selectFrom('uploads').select('lease_id').executeTakeFirstOrThrow()).lease_id ===
          null || rig.clock.now > Date.now() + LEASE_MS / 2,
      { interval: 20 },
    )
    .toBe(true)
  return Number((await ask('HEAD', path)).headers.get('upload-offset'))
}

describe('a file that asks where it belongs', () => {
  const target = async (query: Readonly<Record<string, string>>, as = 'ed') =>
    (await ask('GET', `${UPLOADS}/target?${new URLSearchParams(query)}`, { as })).json() as Promise<UploadTarget>

  test('is told the track of its name, and else what a new one would be called', async () => {
    const path = await begin(4, { filename: 'Glasshouse_mix1.wav', trackTitle: 'Glasshouse' })
    await part(path, 0, song(4))
    expect(await target({ fileName: 'Glasshouse_mix2_48k24.wav' })).toMatchObject({
      track: { title: 'Glasshouse' },
      title: 'Glasshouse',
      same: null,
    })
    expect(await target({ fileName: 'night walk idea.m4a' })).toEqual({
      track: null,
      title: 'Night walk idea',
      same: null,
    })
  })

  test('is told which version it is already, byte for byte', async () => {
    const bytes = song(1000)
    await part(await begin(1000, { filename: 'Salt.wav', trackTitle: 'Salt' }), 0, bytes)
    const [version] = await versions()
    expect((await target({ fileName: 'other name.wav', sha256: hex(bytes) })).same).toEqual({
      trackId: version?.track_id,
      title: 'Salt',
      versionId: version?.id,
      number: 1,
    })
    expect((await target({ fileName: 'Salt.wav', sha256: hex(song(1000)) })).same).toBeNull()
  })

  test('is told nothing where it may not go', async () => {
    expect((await ask('GET', `${UPLOADS}/target?fileName=x.wav`, { as: 'lin' })).status).toBe(403)
  })
})
