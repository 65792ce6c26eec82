import { afterEach, beforeEach, expect, test } from 'vitest'
import { exampleCover } from '#features/projects/cover-picture.ts'
import { GuestBrowser } from '#testing/guest-browser.ts'
import { aVersion } from '#testing/row-builders.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'

const bytes = Buffer.from(exampleCover.picture.split(',')[1] ?? '', 'base64')
/** A JPEG's markers up to its frame: a comment, then 8 bits, height, width. */
const jpeg = (width: number, height: number) => {
  const size = Buffer.alloc(4)
  size.writeUInt16BE(height, 0)
  size.writeUInt16BE(width, 2)
  const head = Buffer.from([0xff, 0xd8, 0xff, 0xfe, 0, 4, 0x68, 0x69, 0xff, 0xff, 0xc0, 0, 17, 8])
  return `data:image/jpeg;base64,${Buffer.concat([head, size, Buffer.from([3, 1, 0x11, 0])]).toString('base64')}`
}
const png = (edge: number) => {
  const large = Buffer.from(bytes)
  large.writeUInt32BE(edge, 16)
  large.writeUInt32BE(edge, 20)
  return `data:image/png;base64,${large.toString('base64')}`
}

let world: World
let kiln = ''
beforeEach(async () => {
  world = await openWorld()
  kiln = (await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })).body.id
  await aVersion(world, { id: 'v1', track_id: kiln, number: 1 })
})
afterEach(() => world.close())

const set = (picture: string, as: PersonName = 'ed') =>
  world.as(as, 'PUT /api/projects/:projectId/cover', { body: { picture } })
const setOf = (trackId: string, picture: string) =>
  world.as('ed', 'PUT /api/projects/:projectId/tracks/:trackId/cover', { params: { trackId }, body: { picture } })
const details = async (as: PersonName = 'lin') => (await world.as(as, 'GET /api/projects/:projectId')).body

test('a project has no picture until somebody gives it one, which all see, byte for byte', async () => {
  expect((await details()).cover).toBeNull()
  expect((await world.as('lin', 'GET /api/projects/:projectId/cover')).status).toBe(404)
  const { cover } = (await set(exampleCover.picture)).body
  expect(cover).toMatch(/^[0-9a-f]{64}$/)
  expect((await details()).cover).toBe(cover)
  const seen = await world.as('lin', 'GET /api/projects/:projectId/cover')
  expect(seen.raw.equals(bytes)).toBe(true)
  expect(seen.headers).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
  })
})

test('another takes its place, and removing leaves none', async () => {
  const first = (await set(exampleCover.picture)).body.cover
  const second = (await set(jpeg(800, 800))).body.cover
  expect(second).not.toBe(first)
  expect((await world.as('lin', 'GET /api/projects/:projectId/cover')).headers['content-type']).toBe('image/jpeg')
  expect((await world.as('ed', 'DELETE /api/projects/:projectId/cover')).body.cover).toBeNull()
  expect((await world.as('lin', 'GET /api/projects/:projectId/cover')).status).toBe(404)
  expect(await world.services.database.db.selectFrom('covers').selectAll().execute()).toEqual([])
})

test('a track has its own beside the project’s', async () => {
  await set(jpeg(800, 800))
  expect((await setOf(kiln, exampleCover.picture)).body.cover).toMatch(/^[0-9a-f]{64}$/)
  const params = { trackId: kiln }
  const own = await world.as('lin', 'GET /api/projects/:projectId/tracks/:trackId/cover', { params })
  expect(own.headers['content-type']).toBe('image/png')
  await world.as('ed', 'DELETE /api/projects/:projectId/tracks/:trackId/cover', { params })
  expect((await details()).tracks[0].cover).toBeNull()
  expect((await world.as('lin', 'GET /api/projects/:projectId/cover')).status).toBe(200)
})

test.each([
  ['not square', jpeg(800, 600)],
  ['too small', png(63)],
  ['too large', png(3001)],
  ['no PNG inside', exampleCover.picture.replace('iVBOR', 'AAAAA')],
  ['a JPEG by name alone', exampleCover.picture.replace('image/png', 'image/jpeg')],
  ['a JPEG that ends before its frame', jpeg(800, 800).slice(0, 40)],
  ['empty', 'data:image/png;base64,AAAA'],
])('a picture that is %s is refused, and the one before stays', async (_, picture) => {
  const { cover } = (await set(exampleCover.picture)).body
  const refused = await set(picture)
  expect([refused.status, refused.body.code]).toEqual([400, 'cover.unreadable'])
  expect((await details()).cover).toBe(cover)
})

test.each(['data:image/svg+xml;base64,PHN2Zz4=', 'https://example.com/a.png', ''])(
  '%j is no picture',
  async (picture) => {
    expect((await set(picture)).status).toBe(400)
  },
)

test('who may not edit the project does not change its picture', async () => {
  expect([(await set(exampleCover.picture, 'cora')).status, (await set(exampleCover.picture, 'lin')).status]).toEqual([
    403, 403,
  ])
})

test('a guest sees the picture of the project and of the tracks of the link, and no other', async () => {
  await set(exampleCover.picture)
  const salt = (await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Salt' } })).body.id
  for (const trackId of [kiln, salt]) await setOf(trackId, exampleCover.picture)
  const may = { comment: false, seeNotes: false, approve: false, download: false, upload: false }
  const { items } = (
    await world.as('ed', 'POST /api/projects/:projectId/shares', {
      body: { what: { kind: 'tracks', trackIds: [kiln], latestOnly: true }, may },
    })
  ).body
  const guest = new GuestBrowser(world, 'visitor')
  await guest.open(items[0].url)
  const track = (trackId: string) =>
    guest.ask('GET /api/projects/:projectId/tracks/:trackId/cover', { params: { trackId } })
  expect([
    (await guest.ask('GET /api/projects/:projectId/cover')).status,
    (await track(kiln)).status,
    (await track(salt)).status,
  ]).toEqual([200, 200, 404])
  expect((await guest.ask('PUT /api/projects/:projectId/cover', { body: exampleCover })).status).toBe(404)
})

test('a deleted track takes its picture along when it leaves the trash', async () => {
  await setOf(kiln, exampleCover.picture)
  await world.services.database.db.deleteFrom('versions').where('track_id', '=', kiln).execute()
  await world.services.database.db.deleteFrom('tracks').where('id', '=', kiln).execute()
  expect(await world.services.database.db.selectFrom('covers').selectAll().execute()).toEqual([])
})
