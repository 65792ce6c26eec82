import { afterEach, beforeEach, expect, test } from 'vitest'
import { GuestBrowser } from '#testing/guest-browser.ts'
import { openWorld, type World } from '#testing/world.ts'
import { HOUR_MS } from '#shared/units.ts'
import type { Share } from '../shares.contract.ts'
import { aVersion } from '#testing/row-builders.ts'

let world: World
let link: Share
let url = ''
let track = { trackId: '', versionId: '' }
beforeEach(async () => {
  world = await openWorld({ TRUSTED_PROXIES: '1' })
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  const { body: made } = await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  const projectId = world.here['projectId'] ?? ''
  track = { trackId: made.id, versionId: 'kiln1' }
  await aVersion(world, { id: 'kiln1', project_id: projectId, track_id: made.id, file_name: 'a.wav', size_bytes: 3 })
  link = await share()
})
afterEach(() => world.close())

async function share(): Promise<Share> {
  const may = { comment: true, seeNotes: true, approve: true, download: true, upload: true }
  const what = { kind: 'tracks', trackIds: [track.trackId], latestOnly: false }
  return (await world.as('ed', 'POST /api/projects/:projectId/shares', { body: { what, may } })).body.items[0]
}

async function guest(to: Share, name: string): Promise<GuestBrowser> {
  const browser = new GuestBrowser(world)
  await browser.open(to.url ?? '')
  await browser.say(name)
  return browser
}

/** The ways in which a guest writes or uploads, each returning the answer's status. */
const ways = {
  notes: (by: GuestBrowser, headers: Readonly<Record<string, string>>) =>
    by.ask('POST /api/projects/:projectId/tracks/:trackId/notes', {
      params: { trackId: track.trackId },
      headers,
      body: { versionId: track.versionId, fromSeconds: 1, toSeconds: null, body: 'Again' },
    }),
  files: (by: GuestBrowser, headers: Readonly<Record<string, string>>) =>
    fetch(`${url}/api/projects/${by.address}/tracks/${track.trackId}/attachments?fileName=a.txt`, {
      method: 'POST',
      body: 'a',
      headers: { ...headers, cookie: by.cookie, 'content-type': 'application/offset+octet-stream' },
    }),
  uploads: (by: GuestBrowser, headers: Readonly<Record<string, string>>) =>
    fetch(`${url}/api/projects/${by.address}/uploads`, {
      method: 'POST',
      headers: {
        ...headers,
        cookie: by.cookie,
        'tus-resumable': '1.0.0',
        'upload-length': '4',
        'upload-metadata': `filename ${btoa('a.wav')},trackId ${btoa(track.trackId)}`,
      },
    }),
}

const limits = [
  ['notes', 300],
  ['files', 60],
  ['uploads', 200],
] as const

/** Sets the counter, as if that many requests had come from there. */
async function counted(what: string, count: number, from?: string): Promise<void> {
  const key = `guest-${what}:${link.id}${from === undefined ? '' : `:from:${from}`}`
  const {
    database: { db },
    now,
  } = world.services
  const row = { key, count, started_at: now() }
  await db
    .insertInto('limits')
    .values(row)
    .onConflict((c) => c.column('key').doUpdateSet({ count }))
    .execute()
}

test.each(limits)('one guest’s flood of %s holds up no other guest of the link', async (what, max) => {
  const [mallory, ann] = [await guest(link, 'Mallory'), await guest(link, 'Ann')]
  const isKept = async (by: GuestBrowser, address: string) =>
    (await ways[what](by, { 'x-forwarded-for': address })).status < 300
  await counted(what, max - 1, '203.0.113.9')
  const kept = [
    await isKept(mallory, '203.0.113.9'),
    await isKept(mallory, '203.0.113.9'),
    await isKept(mallory, '203.0.113.9:4000'),
  ]
  expect(kept).toEqual([true, false, false])
  expect(await isKept(ann, '198.51.100.7')).toBe(true)

  // IPv6: a /64 is one client, a /48 is one customer.
  await counted(what, max, '2001:db8:0:0::/64')
  expect([await isKept(mallory, '2001:db8::1'), await isKept(mallory, '[2001:db8::2]:80')]).toEqual([false, false])
  expect(await isKept(mallory, '2001:db8:0:1::1')).toBe(true)
  await counted(what, max * 3, '2001:db8:0::/48')
  expect([await isKept(mallory, '2001:db8:0:2::1'), await isKept(ann, '2001:db8:1::1')]).toEqual([false, true])
})

test.each(limits)('all %s of a link have a ceiling for an hour; another link has its own', async (what, max) => {
  const ann = await guest(link, 'Ann')
  const again = async (by: GuestBrowser) => (await ways[what](by, { 'x-forwarded-for': '198.51.100.7' })).status < 300
  await counted(what, max * 10)
  const refused = await ways[what](ann, { 'x-forwarded-for': '198.51.100.7' })
  const said = refused instanceof Response ? await refused.json() : refused.body
  expect([refused.status, said.message]).toEqual([429, expect.stringContaining('Wait a while, then send it again.')])
  expect(await again(await guest(await share(), 'Bo'))).toBe(true)
  world.pass(HOUR_MS)
  expect(await again(ann)).toBe(true)
})
