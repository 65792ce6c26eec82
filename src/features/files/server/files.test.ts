import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { keepHouse } from '#server/jobs/housekeeping.jobs.ts'
import { serverScope } from '#server/scope.ts'
import { openWorld, type Asking, type PersonName, type World } from '#testing/world.ts'
import type { FileVersion, ProjectFile } from '../files.contract.ts'
import { queueUnreadFacts } from './facts/kept-facts.queries.ts'
import { sweepProjectFiles } from './files.jobs.ts'

const DAY_MS = 24 * 3600_000
const PNG = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(200, 7)])
const PDF = Buffer.from('%PDF-1.7\n%\xe2\xe3\xcf\xd3\nlyrics', 'latin1')
const ZIP = Buffer.concat([Buffer.from('PK\x03\x04', 'latin1'), Buffer.alloc(90, 3)])

let world: World
let url: string
beforeEach(async () => {
  world = await openWorld()
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(() => world.close())

type Meta = Readonly<Record<string, string>>
const file = '/api/projects/:projectId/files/:fileId' as const

interface Tus {
  readonly as?: PersonName
  readonly path?: string
  readonly body?: Buffer
  readonly headers?: Meta
}

/** Uploads need a real connection. */
async function tus(
  method: string,
  { as = 'ed', path = '', body, headers }: Tus,
): Promise<{ status: number; headers: Headers; code: string | undefined }> {
  const answer = await fetch(`${url}/api/projects/${world.here['projectId']}/uploads${path}`, {
    method,
    headers: { 'x-test-person': as, 'tus-resumable': '1.0.0', ...headers },
    ...(body && { body: new Uint8Array(body) }),
  })
  const words = await answer.text()
  return { status: answer.status, headers: answer.headers, code: words === '' ? undefined : JSON.parse(words).code }
}
const metadata = (pairs: Meta) =>
  Object.entries(pairs)
    .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
    .join(',')
const digestOf = (bytes: Buffer | string) => `sha-256=:${createHash('sha256').update(bytes).digest('base64')}:`
const part = { 'content-type': 'application/offset+octet-stream' }

/** In one request. */
const upload = (bytes: Buffer, name: string, { as, ...meta }: Meta & { readonly as?: PersonName } = {}) =>
  tus('POST', {
    ...(as && { as }),
    body: bytes,
    headers: {
      ...part,
      'upload-length': String(bytes.byteLength),
      'upload-metadata': metadata({ filename: name, destination: 'file', ...meta }),
      'repr-digest': digestOf(bytes),
    },
  })

const listed = async (as: PersonName = 'lin'): Promise<readonly ProjectFile[]> =>
  (await world.as(as, 'GET /api/projects/:projectId/files')).body.items
async function added(bytes: Buffer, name: string, meta: Meta = {}): Promise<ProjectFile> {
  const answer = await upload(bytes, name, meta)
  expect(answer.status).toBe(201)
  return (await world.as('ed', `GET ${file}`, { params: { fileId: String(answer.headers.get('roughmix-file-id')) } }))
    .body
}
const of = (one: ProjectFile, version: Pick<FileVersion, 'id'> = one.newest) => ({
  params: { fileId: one.id, fileVersionId: version.id },
})
const versionsOf = async (one: ProjectFile): Promise<readonly FileVersion[]> =>
  (await world.as('lin', `GET ${file}/versions`, of(one))).body.items
const download = (as: PersonName | 'visitor', one: ProjectFile, version?: FileVersion, asking: Asking = {}) =>
  world.as(as, `GET ${file}/versions/:fileVersionId/download`, { ...of(one, version), ...asking })
const preview = (as: PersonName | 'visitor', one: ProjectFile) =>
  world.as(as, `GET ${file}/versions/:fileVersionId/preview`, of(one))
const remove = (as: PersonName, one: ProjectFile) => world.as(as, `DELETE ${file}`, of(one))
const blobs = async () => (await Array.fromAsync(world.services.storage.list('files/'))).length

describe('a file of a project', () => {
  test('is of any kind, and comes back byte for byte under its name, with its hash', async () => {
    await added(ZIP, 'Glasshouse_v6_stems.zip', { changelog: '12 WAV files' })
    const [one] = await listed()
    if (!one) throw new Error('nothing listed')
    expect(one).toMatchObject({
      name: 'Glasshouse_v6_stems.zip',
      kind: 'stems',
      trackId: null,
      audience: 'everyone',
      versionCount: 1,
      newest: {
        number: 1,
        sizeBytes: ZIP.byteLength,
        sha256: createHash('sha256').update(ZIP).digest('hex'),
        preview: null,
        note: '12 WAV files',
        uploadedBy: { id: 'ed' },
      },
    })
    const answer = await download('cora', one)
    expect(answer.raw.equals(ZIP)).toBe(true)
    expect(answer.headers['content-disposition']).toMatch(/^attachment;.*Glasshouse_v6_stems\.zip/)
    expect(answer.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'x-content-type-options': 'nosniff',
    })
  })

  test('is no track: nothing of it is heard or checked', async () => {
    await added(ZIP, 'session.zip')
    expect((await world.as('lin', 'GET /api/projects/:projectId')).body.tracks).toEqual([])
  })

  test('may be empty', async () => {
    expect(await added(Buffer.alloc(0), 'README')).toMatchObject({ newest: { sizeBytes: 0, preview: null } })
  })

  test('arrives in parts, and goes on after the last one that is safe', async () => {
    const begun = await tus('POST', {
      headers: {
        'upload-length': String(ZIP.byteLength),
        'upload-metadata': metadata({ filename: 'a.zip', destination: 'file' }),
      },
    })
    const path = `/${begun.headers.get('location')?.split('/').pop()}`
    const send = (from: number, to: number) =>
      tus('PATCH', { path, headers: { ...part, 'upload-offset': String(from) }, body: ZIP.subarray(from, to) })
    expect((await send(0, 40)).headers.get('upload-offset')).toBe('40')
    expect((await send(10, 90)).status).toBe(409)
    expect((await world.as('ed', 'GET /api/projects/:projectId/uploads')).body.items).toMatchObject([
      { destination: 'file', fileName: 'a.zip', offsetBytes: 40 },
    ])
    const last = await send(40, ZIP.byteLength)
    expect(last.headers.get('roughmix-file-id')).toBe((await listed())[0]?.id)
    const head = await tus('HEAD', { path })
    expect(head.headers.get('roughmix-file-id')).toBe(last.headers.get('roughmix-file-id'))
  })

  test('that arrives damaged is not kept', async () => {
    const answer = await tus('POST', {
      body: Buffer.from('abc'),
      headers: {
        ...part,
        'upload-length': '3',
        'upload-metadata': metadata({ filename: 'a', destination: 'file' }),
        'repr-digest': digestOf('other'),
      },
    })
    expect(answer.code).toBe('upload.checksum')
    expect([await listed(), await blobs()]).toEqual([[], 0])
  })

  test('is uploaded by editors only, into their own project', async () => {
    expect((await upload(ZIP, 'a.zip', { as: 'lin' })).status).toBe(403)
    expect((await upload(ZIP, 'a.zip', { as: 'cora' })).status).toBe(403)
    expect((await upload(ZIP, 'a.zip', { as: 'stan' })).status).toBe(404)
    expect((await upload(ZIP, 'a.zip', { destination: 'elsewhere' })).code).toBe('upload.name')
    expect((await upload(ZIP, 'a.zip', { fileId: 'nowhere' })).status).toBe(404)
  })
})

describe('versions of a file', () => {
  test('come of uploads with its name, in any case; older ones are kept and can be downloaded', async () => {
    const one = await added(Buffer.from('first'), 'Glasshouse.rpp', { changelog: 'Import from tracking' })
    await added(Buffer.from('second take'), 'glasshouse.RPP')
    const [now] = await listed()
    expect(now).toMatchObject({ id: one.id, name: 'Glasshouse.rpp', versionCount: 2, newest: { number: 2 } })
    const versions = await versionsOf(one)
    expect(versions.map(({ number, sizeBytes, note }) => [number, sizeBytes, note])).toEqual([
      [2, 11, ''],
      [1, 5, 'Import from tracking'],
    ])
    const old = await download('cora', one, versions[1])
    expect(old.raw.toString()).toBe('first')
    expect(old.headers['content-disposition']).toMatch(/Glasshouse \(v1\)\.rpp/)
    expect(await listed()).toHaveLength(1)
  })

  test('are not made of the bytes that the newest has already, unless something is said of them', async () => {
    const one = await added(PDF, 'Lyrics.pdf')
    const again = await upload(PDF, 'Lyrics.pdf')
    expect(again.headers.get('roughmix-version-id')).toBe(one.newest.id)
    expect(await listed()).toMatchObject([{ versionCount: 1 }])
    await added(PDF, 'Lyrics.pdf', { changelog: 'Checked by Jo' })
    expect(await listed()).toMatchObject([{ versionCount: 2 }])
  })

  test('may have another name, if the file is named', async () => {
    const one = await added(PDF, 'Lyrics.pdf')
    const again = await added(PNG, 'lyrics final FINAL.pdf', { fileId: one.id })
    expect(again).toMatchObject({ id: one.id, name: 'Lyrics.pdf', newest: { fileName: 'lyrics final FINAL.pdf' } })
  })

  test('carry a note that editors write', async () => {
    const one = await added(ZIP, 'a.zip')
    const write = (as: PersonName) =>
      world.as(as, `PATCH ${file}/versions/:fileVersionId`, { ...of(one), body: { note: ' Vocal ride ' } })
    expect((await write('cora')).status).toBe(403)
    expect((await write('ed')).body.note).toBe('Vocal ride')
    const late = { body: { note: 'Without reverb', basedOn: { note: '' } } }
    expect(await world.as('ed', `PATCH ${file}/versions/:fileVersionId`, { ...of(one), ...late })).toMatchObject({
      status: 409,
      body: { code: 'changed', current: { note: 'Vocal ride' } },
    })
    expect((await listed())[0]?.newest.note).toBe('Vocal ride')
  })

  test('of two uploads of one new name at once are one file', async () => {
    await Promise.all([added(Buffer.from('a'), 'Lyrics.txt'), added(Buffer.from('b'), 'lyrics.txt')])
    expect(await listed()).toMatchObject([{ versionCount: 2 }])
  })
})

describe('who can see a file', () => {
  test('is everybody in the project, or only its editors', async () => {
    const one = await added(ZIP, 'stems.zip', { audience: 'editors' })
    world.pass(1000)
    await added(PDF, 'lyrics.pdf')
    expect((await listed('lin')).map(({ name }) => name)).toEqual(['lyrics.pdf'])
    expect((await listed('ed')).map(({ name }) => name)).toEqual(['lyrics.pdf', 'stems.zip'])
    for (const as of ['cora', 'stan'] as const) {
      expect((await world.as(as, `GET ${file}`, of(one))).status).toBe(404)
      expect((await world.as(as, `GET ${file}/versions`, of(one))).status).toBe(404)
      expect((await download(as, one)).status).toBe(404)
      expect((await preview(as, one)).status).toBe(404)
    }
    expect((await download('visitor', one)).status).toBe(401)
    await world.as('ed', `PATCH ${file}`, { ...of(one), body: { audience: 'everyone' } })
    expect((await download('cora', one)).status).toBe(200)
  })

  test('stays as it is with a new version', async () => {
    await added(ZIP, 'stems.zip', { audience: 'editors' })
    await added(PDF, 'stems.zip', { audience: 'everyone' })
    expect(await listed('ed')).toMatchObject([{ audience: 'editors', versionCount: 2 }])
  })

  test('narrows when bytes for editors come under a name that everyone sees', async () => {
    await added(ZIP, 'stems.zip', { audience: 'everyone' })
    const secret = await added(PDF, 'stems.zip', { audience: 'editors' })
    expect(await listed('ed')).toMatchObject([{ audience: 'editors', versionCount: 2 }])
    expect((await download('cora', secret)).status).toBe(404)
  })

  test('is not told to others by events or the history', async () => {
    const one = await added(ZIP, 'secret stems.zip', { audience: 'editors' })
    const open = await added(PDF, 'lyrics.pdf')
    await world.as('ed', `PATCH ${file}`, { ...of(open), body: { audience: 'editors' } })
    const events = await world.services.database.db.selectFrom('events').select(['kind', 'refs']).execute()
    expect(events.filter(({ refs }) => refs.includes(one.id))).toEqual([])
    const lines = (await world.as('lin', 'GET /api/projects/:projectId/activity')).body.items
    expect(lines.filter(({ kind }: { kind: string }) => kind.startsWith('file.'))).toMatchObject([
      { kind: 'file.added', subject: null, isThere: false },
    ])
    expect(
      (await world.as('ed', 'GET /api/projects/:projectId/activity')).body.items.find(
        ({ kind }: { kind: string }) => kind === 'file.added',
      ),
    ).toMatchObject({ subject: 'lyrics.pdf', isThere: true })
  })

  test('and may not download it, may look at it', async () => {
    const one = await added(PNG, 'cover.png')
    expect((await download('lin', one)).status).toBe(403)
    expect((await preview('lin', one)).status).toBe(200)
  })
})

describe('a preview', () => {
  test.each([
    ['cover.png', PNG, 'image/png'],
    ['lyrics.pdf', PDF, 'application/pdf'],
    ['lyrics.txt', Buffer.from('Glass on the water\n'), 'text/plain; charset=utf-8'],
  ])('of %s is a document that may do nothing', async (name, bytes, type) => {
    const one = await added(bytes, name)
    const { status, headers, raw } = await preview('lin', one)
    expect([status, raw.equals(bytes)]).toEqual([200, true])
    expect(headers).toMatchObject({ 'content-type': type, 'x-content-type-options': 'nosniff' })
    expect(headers['content-disposition']).toMatch(/^inline;/)
    expect(headers['content-security-policy']).toMatch(/default-src 'none'.*sandbox/)
  })

  test.each([
    ['a page', 'notes.html', '<!doctype html><script>alert(document.cookie)</script>'],
    ['a drawing', 'cover.svg', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>'],
    ['a page that says it is a picture', 'cover.png', '<html><body onload=alert(1)>'],
    ['a style', 'theme.xml', '<?xml-stylesheet href="javascript:alert(1)"?><a/>'],
  ])('of %s is its plain text', async (_, name, words) => {
    const one = await added(Buffer.from(words), name)
    const { headers } = await preview('lin', one)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    expect((await download('cora', one)).headers['content-type']).toBe('application/octet-stream')
  })

  test.each([
    ['an archive', ZIP],
    ['bytes that are no text', Buffer.from([0x61, 0, 0x62])],
    ['text that is not UTF-8', Buffer.from([0x61, 0xe9, 0x62])],
    ['a text larger than a megabyte', Buffer.alloc(1_000_001, 'a')],
  ])('of %s does not exist', async (_, bytes) => {
    const one = await added(bytes, 'thing.txt')
    expect(one.newest.preview).toBe(null)
    expect((await preview('lin', one)).body.code).toBe('file.no_preview')
  })

  test.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\ed\\Mix.rpp', 'Mix.rpp'],
    ['evil\u202egnp.exe', 'evilgnp.exe'],
    ['a\r\nset-cookie: x=1.txt', 'aset-cookie: x=1.txt'],
    ['..', 'file'],
    ['夜行 “lyrics”; x="y".txt', '夜行 “lyrics”; x="y".txt'],
  ])('and a download of %j have a harmless name', async (name, kept) => {
    const one = await added(Buffer.from('words'), name)
    expect(one.name).toBe(kept)
    const { status, headers } = await download('cora', one)
    expect(status).toBe(200)
    expect(headers['set-cookie']).toBeUndefined()
    expect(headers['content-disposition']).toMatch(/^attachment; filename="[ -~]*"/)
    for await (const { key } of world.services.storage.list('files/')) expect(key.split('/')).toHaveLength(4)
  })
})

describe('a file is changed', () => {
  test('in name, track and audience, by editors', async () => {
    const { id: trackId } = (
      await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Glasshouse' } })
    ).body
    const one = await added(ZIP, 'a.zip')
    const change = (as: PersonName, body: object) => world.as(as, `PATCH ${file}`, { ...of(one), body })
    expect((await change('cora', { name: 'b.zip' })).status).toBe(403)
    expect((await change('ed', { name: 'Kite stems.zip', trackId, audience: 'editors' })).body).toMatchObject({
      name: 'Kite stems.zip',
      kind: 'stems',
      trackId,
      audience: 'editors',
    })
    expect((await change('ed', { trackId: 'elsewhere' })).status).toBe(404)
    expect((await change('ed', { name: ' ' })).status).toBe(400)
    expect((await download('ed', one)).headers['content-disposition']).toMatch(/Kite stems\.zip/)
  })

  test('but not to a name that another one has', async () => {
    await added(ZIP, 'a.zip')
    const other = await added(ZIP, 'b.zip')
    const taken = await world.as('ed', `PATCH ${file}`, { ...of(other), body: { name: 'A.ZIP' } })
    expect(taken.body.code).toBe('file.name_taken')
  })

  test('stays when its track is erased', async () => {
    const { id: trackId } = (
      await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Glasshouse' } })
    ).body
    await added(ZIP, 'a.zip', { trackId })
    await world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId', { params: { trackId } })
    await world.as('olga', 'POST /api/projects/:projectId/tracks/:trackId/erase', { params: { trackId } })
    await world.work()
    expect(await listed()).toMatchObject([{ name: 'a.zip', trackId: null }])
    expect(await blobs()).toBe(1)
  })
})

describe('a deleted file', () => {
  test('is gone, and comes back with all its versions', async () => {
    const one = await added(Buffer.from('a'), 'Lyrics.txt')
    await added(Buffer.from('b'), 'Lyrics.txt')
    expect((await remove('lin', one)).status).toBe(403)
    expect((await remove('ed', one)).status).toBe(200)
    expect([(await listed()).length, (await download('ed', one)).status]).toEqual([0, 404])
    expect((await world.as('ed', `POST ${file}/restore`, of(one))).body).toMatchObject({
      name: 'Lyrics.txt',
      versionCount: 2,
    })
    expect((await download('cora', one)).raw.toString()).toBe('a')
  })

  test('comes back under another name if its own is taken', async () => {
    const one = await added(Buffer.from('a'), 'Lyrics.txt')
    await remove('ed', one)
    const other = await added(Buffer.from('b'), 'Lyrics.txt')
    expect(other.id).not.toBe(one.id)
    expect((await world.as('ed', `POST ${file}/restore`, of(one))).body.name).toBe('Lyrics (2).txt')
  })

  test('is in the trash of those who may restore it, with the size of all its versions', async () => {
    const one = await added(Buffer.from('abc'), 'Lyrics.txt', { audience: 'editors' })
    await added(Buffer.from('de'), 'Lyrics.txt')
    await remove('ed', one)
    const trash = async (as: PersonName) => (await world.as(as, 'GET /api/trash')).body.items
    expect(await trash('ed')).toMatchObject([
      { kind: 'file', id: one.id, fileName: 'Lyrics.txt', sizeBytes: 5, deletedBy: { id: 'ed' }, mayErase: false },
    ])
    expect([(await trash('olga'))[0].mayErase, await trash('cora'), await trash('stan')]).toEqual([true, [], []])
  })

  test('takes no new version before it is restored', async () => {
    const one = await added(ZIP, 'a.zip')
    await remove('ed', one)
    expect((await upload(ZIP, 'b.zip', { fileId: one.id })).status).toBe(404)
  })

  test('is deleted for good by owners, or with the trash, and leaves no bytes behind', async () => {
    const one = await added(ZIP, 'a.zip')
    const other = await added(ZIP, 'b.zip')
    const kept = await added(ZIP, 'c.zip')
    const erase = (as: PersonName) => world.as(as, `POST ${file}/erase`, of(one))
    expect((await erase('olga')).status).toBe(404)
    await remove('ed', one)
    await remove('ed', other)
    expect((await erase('ed')).status).toBe(403)
    expect((await erase('olga')).status).toBe(200)
    await world.work()
    expect(await blobs()).toBe(2)
    world.pass(31 * DAY_MS)
    await keepHouse(serverScope(world.services))
    const rows = await world.services.database.db.selectFrom('file_versions').select('file_id').execute()
    expect(rows).toEqual([{ file_id: kept.id }])
  })

  test('goes with its project', async () => {
    await added(ZIP, 'a.zip')
    await world.as('olga', 'DELETE /api/projects/:projectId')
    await world.as('olga', 'POST /api/projects/:projectId/erase')
    await world.work()
    expect(await world.services.database.db.selectFrom('project_files').selectAll().execute()).toEqual([])
    expect(await world.services.database.db.selectFrom('file_versions').selectAll().execute()).toEqual([])
    expect(await blobs()).toBe(0)
  })
})

describe('what is said of a file', () => {
  test('is read from its contents once it is there, and told to those who look at the list', async () => {
    const one = await added(Buffer.from('Verse\nChorus\n'), 'session.zip')
    expect(one.newest.facts).toBeNull()
    await world.work()
    expect((await listed())[0]?.newest.facts).toEqual({ kind: 'text', lines: 2 })
  })

  test('is read by the hourly job for files from before, once, with or without facts', async () => {
    await added(Buffer.from('Verse\nChorus\n'), 'lyrics.txt')
    await added(Buffer.from([0, 1, 2, 3]), 'unknown.bin')
    await world.work()
    const { db } = world.services.database
    const facts = async () =>
      (await db.selectFrom('file_versions').select('facts').orderBy('file_name').execute()).map((row) => row.facts)
    expect(await facts()).toEqual(['{"kind":"text","lines":2}', 'null'])
    await db.updateTable('file_versions').set({ facts: null }).execute()
    await db.deleteFrom('jobs').where('kind', '=', 'project-files.facts').execute()
    await queueUnreadFacts(serverScope(world.services))
    await world.work()
    expect(await facts()).toEqual(['{"kind":"text","lines":2}', 'null'])
    await queueUnreadFacts(serverScope(world.services))
    const waiting = db.selectFrom('jobs').select('id').where('kind', '=', 'project-files.facts')
    expect(await waiting.where('state', '=', 'ready').execute()).toEqual([])
  })

  test('has the same limits at the upload as later', async () => {
    const { name } = await added(ZIP, `${'a'.repeat(250)}.zip`)
    expect(name).toBe(`${'a'.repeat(196)}.zip`)
    expect(await upload(ZIP, 'b.zip', { changelog: 'n'.repeat(2001) })).toMatchObject({
      status: 400,
      code: 'upload.note',
    })
    expect(await added(ZIP, 'b.zip', { changelog: 'n'.repeat(2000) })).toMatchObject({ name: 'b.zip' })
  })
})

describe('the ZIP of a project', () => {
  const zip = async (as: PersonName, files: string) => {
    const answer = await world.as(as, 'GET /api/projects/:projectId/archive', { query: { versions: 'none', files } })
    if (answer.status !== 200) return answer.body.code
    // The names in the ZIP’s own list of contents, which is at its end.
    const contents = answer.raw.toString('latin1').split('PK\u0001\u0002').slice(1)
    return contents.map((entry) => entry.slice(42, 42 + entry.charCodeAt(24)))
  }

  test('has the newest version of each file, or all, of what one may see', async () => {
    await added(Buffer.from('one'), 'Lyrics.txt')
    await added(Buffer.from('two'), 'Lyrics.txt')
    await added(ZIP, 'stems.zip', { audience: 'editors' })
    const gone = await added(ZIP, 'gone.zip')
    await remove('ed', gone)
    expect(await zip('ed', 'newest')).toEqual(['Files/Lyrics.txt', 'Files/stems.zip'])
    expect(await zip('ed', 'all')).toEqual([
      'Files/Lyrics.txt',
      'Files/Older versions/Lyrics (v1).txt',
      'Files/stems.zip',
    ])
    expect(await zip('cora', 'newest')).toEqual(['Files/Lyrics.txt'])
    expect(await zip('ed', 'none')).toBe('archive.empty')
  })
})

describe('the sweep', () => {
  test('removes bytes that nothing names, after a day, and nothing else', async () => {
    const one = await added(ZIP, 'a.zip')
    await remove('ed', one)
    await world.services.storage.put('files/p/orphan/x.bin', Buffer.from('x'))
    const scope = serverScope(world.services)
    expect(await sweepProjectFiles(scope)).toBe(0)
    expect(await sweepProjectFiles({ ...scope, now: () => world.services.now() + 2 * DAY_MS })).toBe(1)
    expect(await blobs()).toBe(1)
  })
})

describe('the storage of a project', () => {
  test('counts all versions, also those in the trash', async () => {
    const one = await added(Buffer.alloc(100, 1), 'a.bin')
    await added(Buffer.alloc(50, 1), 'a.bin')
    await remove('ed', one)
    expect((await world.as('olga', 'GET /api/projects/:projectId/storage')).body.files).toBe(150)
  })
})
