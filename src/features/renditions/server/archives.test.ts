import { Readable } from 'node:stream'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { exampleCover } from '#features/projects/cover-picture.ts'
import { sendFile, type UploadedFile } from '#testing/send-file.ts'
import { openWorld, type World } from '#testing/world.ts'

let world: World
let url = ''
const files: Record<string, UploadedFile> = {}
const soundOf = (name: string) => new TextEncoder().encode(`${name} `.repeat(20_000))

beforeAll(async () => {
  world = await openWorld()
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  await send('one', 'Kiln', 'mix.WAV')
  await send('two', 'Kiln', 'Kiln final.aiff', 'one')
  await send('salt', 'Salt/Ash: 窯', 'salt.wav')
  await send('twin', 'kiln', 'x.wav')
})
afterAll(() => world.close())

async function send(name: string, title: string, fileName: string, after?: string): Promise<void> {
  const trackId = after && files[after]?.trackId
  files[name] = await sendFile(url, 'ed', {
    projectId: world.here['projectId'] ?? '',
    ...(trackId && { trackId }),
    title,
    fileName,
    bytes: soundOf(name),
  })
}
const album = (versions?: string) =>
  world.as('ed', 'GET /api/projects/:projectId/archive', versions ? { query: { versions } } : {})

/** A ZIP's entries, read from the directory at its end. @see APPNOTE.TXT, 4.3 */
function entriesOf(
  zip: Buffer,
): readonly { readonly name: string; readonly text: string; readonly method: number; readonly isUtf8: boolean }[] {
  const end = zip.lastIndexOf('PK\x05\x06')
  const count = zip.readUInt16LE(end + 10)
  let at = zip.readUInt32LE(end + 16)
  return Array.from({ length: count }, () => {
    const [nameBytes, extraBytes, bytes, local] = [
      zip.readUInt16LE(at + 28),
      zip.readUInt16LE(at + 30),
      zip.readUInt32LE(at + 24),
      zip.readUInt32LE(at + 42),
    ]
    const name = zip.toString('utf8', at + 46, at + 46 + nameBytes)
    const from = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    const entry = {
      name,
      text: zip.toString('utf8', from, from + bytes),
      method: zip.readUInt16LE(at + 10),
      isUtf8: (zip.readUInt16LE(at + 8) & 0x800) !== 0,
    }
    at += 46 + nameBytes + extraBytes + zip.readUInt16LE(at + 32)
    return entry
  })
}

describe('a ZIP of a project', () => {
  test('holds the current originals in album order under names people read, of a length known before', async () => {
    const { status, headers, raw } = await album()
    expect([status, headers['content-type'], headers['content-length']]).toEqual([
      200,
      'application/zip',
      String(raw.length),
    ])
    expect(String(headers['content-disposition'])).toContain('Low Tide.zip')
    expect(entriesOf(raw)).toEqual([
      { name: '01 Kiln/Kiln – v2.aiff', text: new TextDecoder().decode(soundOf('two')), method: 0, isUtf8: true },
      {
        name: '02 Salt_Ash_ 窯/Salt_Ash_ 窯 – v1.wav',
        text: new TextDecoder().decode(soundOf('salt')),
        method: 0,
        isUtf8: true,
      },
      { name: '03 kiln/kiln – v1.wav', text: new TextDecoder().decode(soundOf('twin')), method: 0, isUtf8: true },
    ])
  })

  test('holds every version when all are asked for', async () => {
    expect(entriesOf((await album('all')).raw).map(({ name }) => name)).toEqual([
      '01 Kiln/Kiln – v2.aiff',
      '01 Kiln/Kiln – v1.wav',
      '02 Salt_Ash_ 窯/Salt_Ash_ 窯 – v1.wav',
      '03 kiln/kiln – v1.wav',
    ])
    expect((await album('some')).status).toBe(400)
  })

  test('holds a selection, with the numbers of the whole', async () => {
    const tracks = [files['twin']?.trackId, files['salt']?.trackId, 'elsewhere'].join()
    const { raw } = await world.as('ed', 'GET /api/projects/:projectId/archive', { query: { tracks } })
    expect(entriesOf(raw).map(({ name }) => name)).toEqual([
      '02 Salt_Ash_ 窯/Salt_Ash_ 窯 – v1.wav',
      '03 kiln/kiln – v1.wav',
    ])
    const none = await world.as('ed', 'GET /api/projects/:projectId/archive', { query: { tracks: 'elsewhere' } })
    expect(none.body.code).toBe('archive.empty')
  })

  test('has the cover beside the bounces, of the project or of the track', async () => {
    const nameOf = async (answer: Promise<{ readonly raw: Buffer; readonly headers: object }>) => {
      const { raw, headers } = await answer
      expect(headers).toMatchObject({ 'content-length': String(raw.length) })
      return entriesOf(raw)[0]?.name
    }
    const params = { trackId: files['one']?.trackId ?? '' }
    const ofTrack = () => world.as('ed', 'GET /api/projects/:projectId/tracks/:trackId/archive', { params })
    await world.as('ed', 'PUT /api/projects/:projectId/tracks/:trackId/cover', { params, body: exampleCover })
    expect([await nameOf(album()), await nameOf(ofTrack())]).toEqual(['01 Kiln/Kiln – v2.aiff', 'cover.png'])
    await world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId/cover', { params })
    await world.as('ed', 'PUT /api/projects/:projectId/cover', { body: exampleCover })
    expect([await nameOf(album()), await nameOf(ofTrack())]).toEqual(['cover.png', 'cover.png'])
    await world.as('ed', 'DELETE /api/projects/:projectId/cover')
  })

  test('is for those who may download', async () => {
    expect((await world.as('lin', 'GET /api/projects/:projectId/archive')).status).toBe(403)
    expect(
      (
        await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/archive', {
          params: { trackId: files['one']?.trackId ?? '' },
        })
      ).status,
    ).toBe(403)
    expect((await world.as('stan', 'GET /api/projects/:projectId/archive')).status).toBe(404)
  })

  test('of nothing is refused', async () => {
    const empty = await world.as('olga', 'POST /api/projects', { body: { name: 'Empty' } })
    expect(
      (await world.as('olga', 'GET /api/projects/:projectId/archive', { params: { projectId: empty.body.id } })).body
        .code,
    ).toBe('archive.empty')
  })

  test('that nobody waits for any longer lets go of what it reads', async () => {
    const { storage, database } = world.services
    const [piece, pieces] = [new Uint8Array(65_536), 16_384]
    const resize = (sizeBytes: number) =>
      database.db
        .updateTable('versions')
        .set({ size_bytes: sizeBytes })
        .where('id', '=', files['salt']?.versionId ?? '')
        .execute()
    await resize(piece.length * pieces)
    const opened: Readable[] = []
    const spy = vi.spyOn(storage, 'read').mockImplementation(async () => {
      const stream = Readable.from(
        (function* gigabyte() {
          for (let i = 0; i < pieces; i++) yield piece
        })(),
      )
      opened.push(stream)
      return stream
    })
    const leave = new AbortController()
    const answer = await fetch(
      `${url}/api/projects/${world.here['projectId']}/tracks/${files['salt']?.trackId}/archive`,
      { headers: { 'x-test-person': 'ed' }, signal: leave.signal },
    )
    await answer.body?.getReader().read()
    await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([false])
    leave.abort()
    await expect.poll(() => opened.map(({ destroyed }) => destroyed)).toEqual([true])
    spy.mockRestore()
    await resize(soundOf('salt').length)
  })

  test('whose reader leaves while a file is being opened closes it unread', async () => {
    const { storage } = world.services
    const slow = Promise.withResolvers<Readable>()
    const late = Readable.from([new Uint8Array(8)])
    const spy = vi.spyOn(storage, 'read').mockReturnValue(slow.promise)
    const left = new Promise<void>((resolve) =>
      world.server.server.once('request', (_, response) => response.once('close', resolve)),
    )
    const leave = new AbortController()
    const answer = fetch(`${url}/api/projects/${world.here['projectId']}/tracks/${files['salt']?.trackId}/archive`, {
      headers: { 'x-test-person': 'ed' },
      signal: leave.signal,
    }).catch(() => undefined)
    await expect.poll(() => spy.mock.calls.length).toBe(1)
    leave.abort()
    await Promise.all([answer, left])
    slow.resolve(late)
    await expect.poll(() => late.destroyed).toBe(true)
    expect(late.readableDidRead).toBe(false)
    spy.mockRestore()
  })

  test('that cannot be finished never looks complete', async () => {
    const { storage, database } = world.services
    const { storage_key: key } = await database.db
      .selectFrom('versions')
      .select('storage_key')
      .where('id', '=', files['salt']?.versionId ?? '')
      .executeTakeFirstOrThrow()
    await storage.remove(key)
    const broken = fetch(`${url}/api/projects/${world.here['projectId']}/archive`, {
      headers: { 'x-test-person': 'ed' },
    }).then((answer) => answer.arrayBuffer())
    await expect(broken).rejects.toThrow(/terminated/)
    await storage.put(key, soundOf('salt'))
    expect(entriesOf((await album()).raw)).toHaveLength(3)
  })
})

describe('a ZIP of a track', () => {
  test('holds all its versions, newest first', async () => {
    const { raw, headers } = await world.as('ed', 'GET /api/projects/:projectId/tracks/:trackId/archive', {
      params: { trackId: files['one']?.trackId ?? '' },
    })
    expect(entriesOf(raw).map(({ name }) => name)).toEqual(['Kiln – v2.aiff', 'Kiln – v1.wav'])
    expect(String(headers['content-disposition'])).toContain('Kiln.zip')
  })
})
