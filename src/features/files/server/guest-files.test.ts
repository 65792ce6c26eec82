import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { GuestBrowser } from '#testing/guest-browser.ts'
import { aVersion } from '#testing/row-builders.ts'
import { openWorld, type World } from '#testing/world.ts'

const may = { comment: false, seeNotes: false, approve: false, download: false, upload: false }
const withFiles = { ...may, files: true }
const path = '/api/projects/:projectId/files/:fileId' as const
const shares = '/api/projects/:projectId/shares' as const

let world: World
let kiln = ''
let salt = ''
beforeEach(async () => {
  world = await openWorld()
  kiln = await track('Kiln')
  salt = await track('Salt')
  await file('lyrics')
  await file('kiln-stems', { trackId: kiln })
  await file('salt-stems', { trackId: salt })
  await file('budget', { audience: 'editors' })
})
afterEach(() => world.close())

const track = async (title: string): Promise<string> =>
  (await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title } })).body.id

interface Rows {
  readonly trackId?: string
  readonly audience?: 'everyone' | 'editors'
}

/** A text file with two versions, as two uploads leave it. */
async function file(id: string, { trackId, audience = 'everyone' }: Rows = {}): Promise<void> {
  const { db } = world.services.database
  const project_id = world.here['projectId'] ?? ''
  const at = world.services.now()
  await db
    .insertInto('project_files')
    .values({
      id,
      project_id,
      track_id: trackId ?? null,
      name: `${id}.txt`,
      name_key: `${id}.txt`,
      audience,
      last_version_number: 2,
      created_by: 'ed',
      created_at: at,
      updated_at: at,
      deleted_at: null,
      deleted_by: null,
    })
    .execute()
  for (const number of [1, 2]) {
    const storage_key = `files/${project_id}/${id}${number}/${id}.txt`
    const bytes = Buffer.from(`${id} ${number}`)
    await world.services.storage.put(storage_key, bytes)
    await db
      .insertInto('file_versions')
      .values({
        id: `${id}-${number}`,
        file_id: id,
        project_id,
        number,
        file_name: `secret name ${number}.txt`,
        size_bytes: bytes.byteLength,
        sha256: 'a'.repeat(64),
        storage_key,
        preview: 'text',
        media_type: 'text/plain; charset=utf-8',
        note: 'for us only',
        uploaded_by: 'ed',
        created_at: at,
      })
      .execute()
  }
}

const create = (body: object = {}, as: 'ed' | 'olga' = 'ed') =>
  world.as(as, `POST ${shares}`, { body: { what: { kind: 'project', latestOnly: true }, may: withFiles, ...body } })
const link = async (body: object = {}) => (await create(body)).body.items[0]
async function guestOf({ url }: { readonly url: string }, password?: string): Promise<GuestBrowser> {
  const browser = new GuestBrowser(world)
  await browser.open(url, password)
  return browser
}
const list = (browser: GuestBrowser) => browser.ask('GET /api/projects/:projectId/files')
const names = async (browser: GuestBrowser): Promise<string[]> =>
  (await list(browser)).body.items.map(({ id }: { readonly id: string }) => id).sort()
const fetched = (browser: GuestBrowser, id: string, { number = 2, as = 'download' } = {}) =>
  browser.ask(`GET ${path}/versions/:fileVersionId/${as}` as `GET /${string}`, {
    params: { fileId: id, fileVersionId: `${id}-${number}` },
  })

describe('the files behind a link', () => {
  test('are not shown unless the link gives them', async () => {
    const { may: given, url } = await link({ may })
    expect(given.files).toBe(false)
    const browser = await guestOf({ url })
    for (const answer of [await list(browser), await fetched(browser, 'lyrics')])
      expect([answer.status, answer.body.code]).toEqual([403, 'not_shared'])
  })

  test('are those for everyone, without the notes and names of the people who work on them', async () => {
    const browser = await guestOf(await link())
    expect(await names(browser)).toEqual(['kiln-stems', 'lyrics', 'salt-stems'])
    const { body } = await list(browser)
    expect(JSON.stringify(body)).not.toMatch(/secret name|for us only|"name":"Ed/)
    expect(body.items[0]).toMatchObject({ versionCount: 1, newest: { number: 2, note: '', preview: 'text' } })
  })

  test('are downloaded and looked at as they are now; older versions and those for editors do not exist', async () => {
    const browser = await guestOf(await link())
    const got = await fetched(browser, 'lyrics')
    expect([got.status, got.headers['content-type']]).toEqual([200, 'application/octet-stream'])
    expect((await fetched(browser, 'lyrics', { as: 'preview' })).status).toBe(200)
    for (const as of ['download', 'preview']) {
      expect((await fetched(browser, 'lyrics', { number: 1, as })).status).toBe(404)
      expect((await fetched(browser, 'budget', { as })).status).toBe(404)
    }
    expect((await browser.ask(`GET ${path}/versions`, { params: { fileId: 'lyrics' } })).status).toBe(404)
    expect((await browser.ask(`DELETE ${path}`, { params: { fileId: 'lyrics' } })).status).toBe(404)
  })

  test('of a link to one track are that track’s', async () => {
    const browser = await guestOf(await link({ what: { kind: 'tracks', trackIds: [kiln], latestOnly: true } }))
    expect(await names(browser)).toEqual(['kiln-stems'])
    for (const other of ['salt-stems', 'lyrics', 'budget'])
      expect([other, (await fetched(browser, other)).status]).toEqual([other, 404])
  })

  test('leave with the file or its track: to the trash, to the editors, to the archive', async () => {
    const browser = await guestOf(await link())
    await world.as('ed', `DELETE ${path}`, { params: { fileId: 'lyrics' } })
    await world.as('ed', `PATCH ${path}`, { params: { fileId: 'kiln-stems' }, body: { audience: 'editors' } })
    await world.services.database.db.updateTable('tracks').set({ archived_at: 1 }).where('id', '=', salt).execute()
    expect(await names(browser)).toEqual([])
    for (const id of ['lyrics', 'kiln-stems', 'salt-stems'])
      expect([id, (await fetched(browser, id)).status]).toEqual([id, 404])
  })

  test('count as downloads of the link and of the guest, when their beginning is asked for', async () => {
    const made = await link()
    const browser = await guestOf(made)
    await fetched(browser, 'lyrics')
    await fetched(browser, 'kiln-stems')
    await fetched(browser, 'lyrics', { as: 'preview' })
    await browser.ask(`GET ${path}/versions/:fileVersionId/download`, {
      params: { fileId: 'lyrics', fileVersionId: 'lyrics-2' },
      headers: { range: 'bytes=3-' },
    })
    const { body } = await world.as('ed', `GET ${shares}`)
    expect(body.items.find(({ id }: { readonly id: string }) => id === made.id).downloads).toBe(2)
    const guests = await world.as('ed', `GET ${shares}/:shareId/guests`, { params: { shareId: made.id } })
    expect(guests.body.items).toMatchObject([{ downloads: 2, fileDownloads: 2, heard: [] }])
  })

  test('end with the link: switched off, expired, revoked, or with a new password', async () => {
    const shut: readonly [object | null, number][] = [
      [{ may: { ...may, files: false } }, 403],
      [{ expiresAt: 1 }, 404],
      [{ password: 'seaglass' }, 404],
      [null, 404],
    ]
    for (const [body, status] of shut) {
      const made = await link()
      const browser = await guestOf(made)
      const params = { shareId: made.id }
      if (body) await world.as('ed', `PATCH ${shares}/:shareId`, { params, body })
      else await world.as('ed', `DELETE ${shares}/:shareId`, { params })
      expect([body, (await list(browser)).status]).toEqual([body, status])
      expect([body, (await fetched(browser, 'lyrics')).status]).toEqual([body, status])
    }
  })

  test('need the password of the link', async () => {
    const made = await link({ password: 'seaglass' })
    expect((await fetched(await guestOf(made), 'lyrics')).status).toBe(404)
    expect((await fetched(await guestOf(made, 'seaglass'), 'lyrics')).status).toBe(200)
  })

  test('stay hidden from an owner’s own link as from any guest, if they are for editors', async () => {
    const { url } = await link()
    const browser = new GuestBrowser(world, 'olga')
    await browser.open(url)
    expect(await names(browser)).not.toContain('budget')
  })

  test('come along with everything at once, if the link gives both', async () => {
    await aVersion(world, { id: 'v1', track_id: kiln, storage_key: 'kiln.wav', size_bytes: 4 })
    await world.services.storage.put('kiln.wav', Buffer.from('RIFF'))
    const zipOf = async (rights: object) =>
      (await guestOf(await link({ may: { ...may, download: true, ...rights } }))).ask(
        'GET /api/projects/:projectId/archive',
        { query: { files: 'all' } },
      )
    const [whole, bare] = [await zipOf({ files: true }), await zipOf({})]
    expect([whole.status, bare.status]).toEqual([200, 200])
    for (const name of ['Files/lyrics.txt', 'Files/kiln-stems.txt']) {
      expect(String(whole.raw)).toContain(name)
      expect(String(bare.raw)).not.toContain(name)
    }
    expect(String(whole.raw)).not.toMatch(/budget|Older versions/)
  })
})

describe('who shares files', () => {
  test('can download them, too', async () => {
    await world.services.database.db.updateTable('memberships').set({ may_download: 0 }).execute()
    const refusal = await create()
    expect([refusal.status, refusal.body.code]).toEqual([403, 'share.download'])
  })

  test('keeps them on by a change that does not mention them', async () => {
    const made = await link()
    const changed = await world.as('ed', `PATCH ${shares}/:shareId`, { params: { shareId: made.id }, body: { may } })
    expect(changed.body.may.files).toBe(true)
  })
})
