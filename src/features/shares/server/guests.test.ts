import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { renderSong, SONG_MIXES } from '#audio/song.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import { GuestBrowser } from '#testing/guest-browser.ts'
import { coverSeed } from '#shared/cover-seed.ts'
import { LiveClientRig } from '#testing/live-client.rig.ts'
import { sendFile } from '#testing/send-file.ts'
import { openWorld, type World } from '#testing/world.ts'
import type { Share, ShareMay } from '../shares.contract.ts'

/** How soon an open connection must notice that its link was revoked. */
const LOST_MS = 2000
const SAMPLE_RATE = 44_100
const SECONDS = 0.5

let world: World
let url = ''
let kiln = { trackId: '', versionId: '' }
let salt = { trackId: '', versionId: '' }
const clients: LiveClientRig[] = []
beforeAll(async () => {
  world = await openWorld()
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  kiln = await send('Kiln')
  salt = await send('Salt')
  await world.work()
})
afterAll(async () => {
  for (const client of clients) client.drop()
  await world.close()
})

function bounce(): Uint8Array<ArrayBuffer> {
  const blocks = [...renderSong({ mix: SONG_MIXES.rough, sampleRate: SAMPLE_RATE, seconds: SECONDS })]
  return Buffer.concat([
    wavHeader({ sampleRate: SAMPLE_RATE, channels: 2, encoding: 's16', totalFrames: SAMPLE_RATE * SECONDS }),
    ...blocks.map((block) => wavSamples(block, 's16')),
  ])
}
const send = (title: string) =>
  sendFile(url, 'ed', { projectId: world.here['projectId'] ?? '', title, fileName: `${title}.wav`, bytes: bounce() })
const everything: ShareMay = {
  comment: true,
  seeNotes: true,
  approve: true,
  download: true,
  original: true,
  upload: true,
}
async function share(
  may: Partial<ShareMay> = {},
  what: object = { kind: 'tracks', trackIds: [kiln.trackId], latestOnly: false },
): Promise<Share> {
  return (
    await world.as('ed', 'POST /api/projects/:projectId/shares', { body: { what, may: { ...everything, ...may } } })
  ).body.items[0]
}
async function visitor(link: Share, name = 'Ann'): Promise<GuestBrowser> {
  const browser = new GuestBrowser(world)
  await browser.open(link.url ?? '')
  await browser.say(name)
  return browser
}
const revoke = (link: Share) =>
  world.as('ed', 'DELETE /api/projects/:projectId/shares/:shareId', { params: { shareId: link.id } })
const note = (trackId: string, versionId: string, more: object = {}) =>
  world.as('olga', 'POST /api/projects/:projectId/tracks/:trackId/notes', {
    params: { trackId },
    body: { versionId, fromSeconds: 0.1, toSeconds: null, body: 'Between us', ...more },
  })
async function listen(browser: GuestBrowser): Promise<LiveClientRig> {
  const client = await LiveClientRig.open(url, { cookie: browser.cookie })
  clients.push(client)
  return client
}
/** In one request, like `curl`. */
async function upload(browser: GuestBrowser, trackId: string | undefined) {
  const bytes = bounce()
  const metadata = { filename: 'mine.wav', ...(trackId === undefined ? { trackTitle: 'New' } : { trackId }) }
  return fetch(`${url}/api/projects/${browser.address}/uploads`, {
    method: 'POST',
    body: bytes,
    headers: {
      cookie: browser.cookie,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(bytes.byteLength),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  })
}
const versionsOf = async (browser: GuestBrowser): Promise<{ id: string; guestName: string | null }[]> =>
  (await browser.ask('GET /api/projects/:projectId')).body.trackVersions
const currentOf = async (trackId: string): Promise<string> =>
  (await world.as('ed', 'GET /api/projects/:projectId')).body.tracks.find(({ id }: { id: string }) => id === trackId)
    .currentVersionId

describe('on the live line a guest', () => {
  test('hears that something within reach has changed, and neither what nor of anything beyond', async () => {
    const browser = await visitor(await share())
    const client = await listen(browser)
    client.follow(`project:${browser.address}`, null)
    expect(await client.until('following')).toEqual({ type: 'following', stream: `project:${browser.address}`, seq: 0 })
    await note(salt.trackId, salt.versionId)
    await world.as('ed', 'POST /api/projects/:projectId/tasks', { body: { title: 'Secret task' } })
    await note(kiln.trackId, kiln.versionId)
    expect(await client.until('reset')).toEqual({ type: 'reset', stream: `project:${browser.address}`, seq: 0 })
    client.send({ type: 'ping' })
    await client.until('pong')
    expect(client.heard.filter(({ type }) => type === 'event' || type === 'reset')).toHaveLength(1)
  })

  test('follows nobody’s stream, nor the project by its own name, nor another link', async () => {
    const browser = await visitor(await share())
    const other = await share()
    const client = await listen(browser)
    for (const stream of [`project:${world.here['projectId'] ?? ''}`, 'user:olga', `project:s_${other.id}`] as const) {
      client.follow(stream, 0)
      await client.until('lost', (message) => message.stream === stream)
    }
    expect(client.heard.map(({ type }) => type)).toEqual(['lost', 'lost', 'lost'])
  })

  test('loses the project as soon as the link is revoked', async () => {
    const link = await share()
    const browser = await visitor(link)
    const client = await listen(browser)
    client.follow(`project:${browser.address}`, null)
    await client.until('following')
    const from = performance.now()
    await revoke(link)
    await client.until('lost')
    expect(performance.now() - from).toBeLessThan(LOST_MS)
  })

  test('is sent away with a cookie that we did not sign', async () => {
    const browser = await visitor(await share())
    browser.cookie = `${browser.cookie.slice(0, -3)}abc`
    expect(await (await listen(browser)).closed).toBe(4401)
  })
})

describe('a file that a guest sends back', () => {
  test('is proposed: members see from whom, other guests do not see it, and all hear the same as before', async () => {
    const link = await share()
    const [ann, bo] = [await visitor(link, 'Ann'), await visitor(link, 'Bo')]
    const answer = await upload(ann, kiln.trackId)
    expect([
      answer.status,
      answer.headers.get('location')?.startsWith(`/api/projects/${ann.address}/uploads/`),
    ]).toEqual([201, true])
    const versionId = answer.headers.get('roughmix-version-id') ?? ''
    expect(await currentOf(kiln.trackId)).toBe(kiln.versionId)
    expect((await versionsOf(bo)).map(({ id }) => id)).toEqual([kiln.versionId])
    expect((await versionsOf(ann)).map(({ id }) => id)).toEqual([versionId, kiln.versionId])
    const params = { trackId: kiln.trackId, versionId }
    expect(
      (await bo.ask('GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/renditions', { params })).status,
    ).toBe(404)
    expect(
      (await world.as('ed', 'GET /api/projects/:projectId')).body.trackVersions.find(
        ({ id }: { id: string }) => id === versionId,
      ),
    ).toMatchObject({ guestName: 'Ann', number: 2 })

    await world.as('ed', 'PATCH /api/projects/:projectId/tracks/:trackId', {
      params: { trackId: kiln.trackId },
      body: { currentVersionId: versionId },
    })
    expect((await versionsOf(bo)).map(({ id }) => id)).toEqual([versionId, kiln.versionId])
    await world.as('ed', 'PATCH /api/projects/:projectId/tracks/:trackId', {
      params: { trackId: kiln.trackId },
      body: { currentVersionId: null },
    })
    expect(await currentOf(kiln.trackId)).toBe(kiln.versionId)
  })

  test('does not count as the members’ newest: it can be made that, while what they hear already is', async () => {
    const ann = await visitor(await share({}, { kind: 'tracks', trackIds: [salt.trackId], latestOnly: true }))
    const versionId = (await upload(ann, salt.trackId)).headers.get('roughmix-version-id') ?? ''
    await world.work()
    const renew = (id: string) =>
      world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/newest', {
        params: { trackId: salt.trackId, versionId: id },
      })
    expect((await renew(salt.versionId)).body.code).toBe('version.is_newest')
    const { status, body } = await renew(versionId)
    expect([status, body.guestName, body.restoredFrom]).toEqual([200, null, 2])
    expect(await currentOf(salt.trackId)).toBe(body.id)
  })

  test('is not taken once the track or its project is archived', async () => {
    const ann = await visitor(await share())
    const set = (archived: boolean) => world.as('olga', 'PATCH /api/projects/:projectId', { body: { archived } })
    await set(true)
    expect([(await upload(ann, kiln.trackId)).status, (await ann.ask('GET /api/projects/:projectId')).status]).toEqual([
      403, 200,
    ])
    await set(false)
    await world.as('ed', 'PATCH /api/projects/:projectId/tracks/:trackId', {
      params: { trackId: kiln.trackId },
      body: { archived: true },
    })
    expect((await upload(ann, kiln.trackId)).status).toBe(403)
    await world.as('ed', 'PATCH /api/projects/:projectId/tracks/:trackId', {
      params: { trackId: kiln.trackId },
      body: { archived: false },
    })
    expect((await upload(ann, kiln.trackId)).status).toBe(201)
  })

  test('leaves what the members have begun as it is: it is not the version that they are at', async () => {
    const { trackId, versionId } = await send('Ember')
    const {
      body: { id: noteId },
    } = await note(trackId, versionId)
    await world.as('ed', 'POST /api/projects/:projectId/tasks', { body: { title: 'Vocal', trackId, noteId } })
    const {
      body: { id: startId },
    } = await world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/starts', {
      params: { trackId },
      body: { withProjectTasks: false },
    })
    await world.as('ed', 'PUT /api/projects/:projectId/starts/:startId/items/:position', {
      params: { startId, position: '0' },
      body: { ticked: true },
    })
    const ann = await visitor(await share({}, { kind: 'tracks', trackIds: [trackId], latestOnly: false }))
    expect((await upload(ann, trackId)).status).toBe(201)
    expect((await world.as('ed', 'GET /api/projects/:projectId/starts')).body.items).toMatchObject([
      { id: startId, number: 3, items: [{ ticked: true, state: 'doing' }] },
    ])
    expect(
      (await world.as('ed', 'GET /api/projects/:projectId')).body.trackVersions.find(
        (one: { trackId: string; number: number }) => one.trackId === trackId && one.number === 2,
      ),
    ).toMatchObject({ guestName: 'Ann', changelog: '' })
  })

  test('makes no new track, and none beyond the link', async () => {
    const ann = await visitor(await share())
    expect((await upload(ann, undefined)).status).toBe(403)
    expect((await upload(ann, salt.trackId)).status).toBe(404)
  })
})

describe('a note among members', () => {
  test('and its files are not there for guests', async () => {
    const ann = await visitor(await share())
    const { body: between } = await note(kiln.trackId, kiln.versionId, {
      visibility: 'members',
      body: 'He is paying late',
    })
    const { body: list } = await ann.ask('GET /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId: kiln.trackId },
      query: { version: kiln.versionId },
    })
    expect(JSON.stringify(list)).not.toContain('paying late')
    expect(
      (
        await ann.ask('POST /api/projects/:projectId/notes/:noteId/replies', {
          params: { noteId: between.id },
          body: { body: 'Pardon?' },
        })
      ).status,
    ).toBe(404)
  })

  test('cannot be made of a guest’s own, who would lose it', async () => {
    const ann = await visitor(await share())
    const { body } = await ann.ask('POST /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId: kiln.trackId },
      body: { versionId: kiln.versionId, fromSeconds: 0, toSeconds: null, body: 'Louder', visibility: 'members' },
    })
    expect(body.visibility).toBe('everyone')
  })
})

describe('an answer of a guest', () => {
  const decide = (browser: GuestBrowser, decision: string, versionId = kiln.versionId) =>
    browser.ask('POST /api/projects/:projectId/tracks/:trackId/decisions', {
      params: { trackId: kiln.trackId },
      body: { versionId, decision },
    })

  test('goes on record as a guest’s, of this file, and they see their own alone', async () => {
    const link = await share()
    const [ann, bo] = [await visitor(link, 'Ann'), await visitor(link, 'Bo')]
    expect((await decide(ann, 'approved')).body).toMatchObject({
      authorName: 'Ann (guest)',
      decision: 'approved',
      versionNumber: 1,
    })
    const own = (browser: GuestBrowser) =>
      browser.ask('GET /api/projects/:projectId/tracks/:trackId/decisions', { params: { trackId: kiln.trackId } })
    expect((await own(ann)).body.items).toHaveLength(1)
    expect((await own(bo)).body.items).toEqual([])
    expect(
      (await ann.ask('GET /api/projects/:projectId/tracks/:trackId/approvals', { params: { trackId: kiln.trackId } }))
        .status,
    ).toBe(404)
  })

  test('moves nothing where it is about a version that nobody hears any more', async () => {
    const { trackId, versionId } = await send('Undertow')
    const newer = await sendFile(url, 'ed', {
      projectId: world.here['projectId'] ?? '',
      trackId,
      fileName: 'two.wav',
      bytes: bounce(),
    })
    const status = async () =>
      (await world.as('ed', 'GET /api/projects/:projectId')).body.tracks.find(
        ({ id }: { id: string }) => id === trackId,
      ).status
    const before = await status()
    const ann = await visitor(await share({}, { kind: 'version', trackId, versionId }))
    expect(
      (
        await ann.ask('POST /api/projects/:projectId/tracks/:trackId/decisions', {
          params: { trackId },
          body: { versionId, decision: 'changes' },
        })
      ).status,
    ).toBe(200)
    expect(await status()).toBe(before)
    expect(
      (
        await ann.ask('POST /api/projects/:projectId/tracks/:trackId/decisions', {
          params: { trackId },
          body: { versionId: newer.versionId, decision: 'approved' },
        })
      ).status,
    ).toBe(404)
  })
})

describe('a download', () => {
  test('is MP3 only where the link says so: no original, nothing lossless, no ZIP', async () => {
    const link = await share({ original: false })
    const ann = await visitor(link)
    const params = { trackId: kiln.trackId, versionId: kiln.versionId }
    const refused = [
      await ann.ask('GET /api/projects/:projectId/tracks/:trackId/download', { params }),
      await ann.ask('GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/flac', { params }),
      await ann.ask('GET /api/projects/:projectId/archive', {}),
    ]
    expect(refused.map(({ status, body }) => [status, body.code])).toEqual(refused.map(() => [403, 'not_shared']))
    const mp3 = () => ann.ask('GET /api/projects/:projectId/tracks/:trackId/versions/:versionId/mp3', { params })
    expect((await mp3()).body.code).toBe('rendition.not_ready')
    await world.work()
    const answer = await mp3()
    expect([answer.status, answer.headers['content-type']]).toEqual([200, 'audio/mpeg'])
    const listed = await world.as('ed', 'GET /api/projects/:projectId/shares')
    expect(listed.body.items.find(({ id }: { id: string }) => id === link.id)).toMatchObject({
      may: { download: true, original: false },
      downloads: 1,
    })
    // A program that does not know of it leaves it as it is.
    const { original: _, ...asBefore } = everything
    const statusAfter = async (may: ShareMay) => {
      const change = { params: { shareId: link.id }, body: { may } }
      await world.as('ed', 'PATCH /api/projects/:projectId/shares/:shareId', change)
      return (await ann.ask('GET /api/projects/:projectId/tracks/:trackId/download', { params })).status
    }
    expect([await statusAfter(asBefore), await statusAfter(everything)]).toEqual([403, 200])
  })

  test('is counted once, when its beginning is asked for', async () => {
    const link = await share()
    const ann = await visitor(link)
    const get = (headers: Readonly<Record<string, string>>) =>
      ann.ask('GET /api/projects/:projectId/tracks/:trackId/download', { params: { trackId: kiln.trackId }, headers })
    expect((await get({})).raw.byteLength).toBe(bounce().byteLength)
    await get({ range: 'bytes=100-' })
    await ann.ask('HEAD /api/projects/:projectId/tracks/:trackId/download', { params: { trackId: kiln.trackId } })
    const { body } = await world.as('ed', 'GET /api/projects/:projectId/shares')
    expect(body.items.find(({ id }: { id: string }) => id === link.id)).toMatchObject({ downloads: 1 })
  })

  test('counts and is in the log where the store itself gives it, too', async () => {
    const link = await share()
    const ann = await visitor(link)
    const atStore = vi.spyOn(world.services.storage, 'publicUrl').mockReturnValue('https://store.example.com/kiln.wav')
    const logged = () =>
      world.services.database.db.selectFrom('audit').select('id').where('kind', '=', 'original.downloaded').execute()
    const before = (await logged()).length
    expect(
      (await ann.ask('GET /api/projects/:projectId/tracks/:trackId/download', { params: { trackId: kiln.trackId } }))
        .status,
    ).toBe(302)
    atStore.mockRestore()
    const { body } = await world.as('ed', 'GET /api/projects/:projectId/shares')
    expect(body.items.find(({ id }: { id: string }) => id === link.id)).toMatchObject({ downloads: 1 })
    expect((await logged()).length).toBe(before + 1)
  })
})

test('two guests with the same key for a request are two', async () => {
  const link = await share()
  const write = async (browser: GuestBrowser) =>
    (
      await browser.ask('POST /api/projects/:projectId/tracks/:trackId/notes', {
        params: { trackId: kiln.trackId },
        headers: { 'idempotency-key': 'once' },
        body: { versionId: kiln.versionId, fromSeconds: 0, toSeconds: null, body: 'Same words' },
      })
    ).body.id
  const [ann, bo] = [await visitor(link, 'Ann'), await visitor(link, 'Bo')]
  const first = await write(ann)
  expect(await write(ann)).toBe(first)
  expect(await write(bo)).not.toBe(first)
})

describe('an answer that a guest gives unasked', () => {
  test('that nobody asked for settles nothing, and the members see it', async () => {
    const { trackId, versionId } = await send('Harbour')
    const here = async () =>
      (await world.as('ed', 'GET /api/projects/:projectId')).body.tracks.find(
        ({ id }: { id: string }) => id === trackId,
      ).status
    const before = await here()
    const ann = await visitor(await share({}, { kind: 'version', trackId, versionId }))
    const { body: made } = await ann.ask('POST /api/projects/:projectId/tracks/:trackId/decisions', {
      params: { trackId },
      body: { versionId, decision: 'approved' },
    })
    expect(made.decision).toBe('approved')
    expect(await here()).toBe(before)
    const { body } = await world.as('ed', 'GET /api/projects/:projectId/tracks/:trackId/approvals', {
      params: { trackId },
    })
    expect(body.versions[0].reviews).toMatchObject([{ name: 'Ann (guest)', state: 'approved' }])
  })

  test('is undone within a minute, with the note of its words; not later, and not by another', async () => {
    const { trackId, versionId } = await send('Jetty')
    const link = await share({}, { kind: 'tracks', trackIds: [trackId], latestOnly: false })
    const [ann, bo] = [await visitor(link, 'Ann'), await visitor(link, 'Bo')]
    const say = async () =>
      (
        await ann.ask('POST /api/projects/:projectId/tracks/:trackId/decisions', {
          params: { trackId },
          body: { versionId, decision: 'changes', body: 'Softer' },
        })
      ).body.id
    const undo = (browser: GuestBrowser, decisionId: string) =>
      browser.ask('DELETE /api/projects/:projectId/tracks/:trackId/decisions/:decisionId', {
        params: { trackId, decisionId },
      })
    const notes = async () =>
      (
        await world.as('ed', 'GET /api/projects/:projectId/tracks/:trackId/notes', {
          params: { trackId },
          query: { version: versionId },
        })
      ).body.items.length
    const first = await say()
    expect(await notes()).toBe(1)
    expect((await undo(bo, first)).status).toBe(404)
    expect((await undo(ann, first)).status).toBe(200)
    expect(await notes()).toBe(0)
    expect((await undo(ann, first)).status).toBe(404)
    const second = await say()
    world.pass(80_000)
    expect((await undo(ann, second)).body.code).toBe('approval.settled')
  })
})

describe('what a guest’s page is drawn from', () => {
  test('is the project’s own cover and its members’ colours, without an id of the project', async () => {
    const browser = new GuestBrowser(world)
    const link = await share()
    const { body } = await browser.open(link.url ?? '')
    expect(body.coverSeed).toBe(coverSeed(world.here['projectId'] ?? ''))
    await note(kiln.trackId, kiln.versionId, { body: 'In colour' })
    const { items: seen } = (
      await browser.ask('GET /api/projects/:projectId/tracks/:trackId/notes', {
        params: { trackId: kiln.trackId },
        query: { version: kiln.versionId },
      })
    ).body
    const { members } = (await world.as('ed', 'GET /api/projects/:projectId')).body
    const joined = members.find(({ person }: { person: { id: string } }) => person.id === 'olga').joinOrder
    expect(seen.find(({ body }: { body: string }) => body === 'In colour').authorJoined).toBe(joined)
    expect(JSON.stringify(seen)).not.toContain(world.here['projectId'])
  })
})

describe('everything a link shows as one file', () => {
  const zip = (browser: GuestBrowser, query: Readonly<Record<string, string>> = {}) =>
    browser.ask('GET /api/projects/:projectId/archive', { query })
  /** By the record at the end of the file. */
  const filesIn = (raw: Buffer) => raw.readUInt16LE(raw.length - 12)

  test('holds what the link reaches, and counts as a download of each', async () => {
    const link = await share()
    const ann = await visitor(link)
    const one = await zip(ann)
    expect(one.status).toBe(200)
    expect(filesIn(one.raw)).toBe(1)
    expect(one.raw.toString('latin1')).not.toContain('Salt')
    const counted = (await world.as('ed', 'GET /api/projects/:projectId/shares')).body.items.find(
      ({ id }: Share) => id === link.id,
    )
    expect(counted.downloads).toBe(1)
    const all = await visitor(await share({}, { kind: 'project', latestOnly: true }))
    const whole = (await zip(all, { versions: 'all' })).raw.toString('latin1')
    expect(whole).toContain('Salt')
    expect(whole).toContain('Kiln')
  })

  test('is not given without downloads, nor by a link that was revoked', async () => {
    const without = await visitor(await share({ download: false }))
    expect((await zip(without)).status).toBe(403)
    const link = await share()
    const late = await visitor(link)
    await revoke(link)
    expect((await zip(late)).status).toBe(404)
  })
})

describe('what changed between two versions', () => {
  const compare = (browser: GuestBrowser, versionA: string, versionB: string) =>
    browser.ask('POST /api/projects/:projectId/comparisons', { body: { versionA, versionB } })

  test('is told to a guest whose link reaches both, and to nobody else', async () => {
    const { trackId, versionId } = await send('Pier')
    const newer = await sendFile(url, 'ed', {
      projectId: world.here['projectId'] ?? '',
      trackId,
      fileName: 'two.wav',
      bytes: bounce(),
    })
    await world.work()
    const both = await visitor(await share({}, { kind: 'tracks', trackIds: [trackId], latestOnly: false }))
    const { status, body } = await compare(both, versionId, newer.versionId)
    expect(status).toBe(200)
    expect(body.known.parts).toEqual([])
    const latest = await visitor(await share({}, { kind: 'tracks', trackIds: [trackId], latestOnly: true }))
    expect((await compare(latest, versionId, newer.versionId)).status).toBe(404)
    expect((await compare(both, versionId, kiln.versionId)).status).toBe(404)
  })
})
