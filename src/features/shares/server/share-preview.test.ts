import { afterEach, beforeEach, expect, test } from 'vitest'
import { exampleCover } from '#features/projects/cover-picture.ts'
import { aVersion } from '#testing/row-builders.ts'
import { openWorld, type World } from '#testing/world.ts'
import type { Share } from '../shares.contract.ts'
import { findSharePreview } from './share-preview.queries.ts'

let world: World
let kiln = ''
beforeEach(async () => {
  world = await openWorld()
  kiln = await track('Kiln', 1)
  await track('Salt', 2)
})
afterEach(() => world.close())

async function track(title: string, number: number): Promise<string> {
  const { id } = (await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title } })).body
  await aVersion(world, { id: `of-${title}`, track_id: id, number })
  return id
}
const may = { comment: false, seeNotes: false, approve: false, download: false, upload: false }
const share = async (body: object = {}): Promise<Share> =>
  (
    await world.as('ed', 'POST /api/projects/:projectId/shares', {
      body: { what: { kind: 'project', latestOnly: true }, may, ...body },
    })
  ).body.items[0]
const pathOf = ({ url }: Share) => new URL(url ?? '').pathname
const preview = (link: Share) => findSharePreview(world.services, { url: pathOf(link) })
const cover = (link: Share) =>
  world.as('visitor', 'GET /api/share/:token/cover', { params: { token: pathOf(link).slice(3) } })
const kilnOnly = () => ({ what: { kind: 'tracks', trackIds: [kiln], latestOnly: true } })

test('of a project says its name, how many tracks it has, and who shared it', async () => {
  const link = await share()
  expect(await preview(link)).toEqual({
    title: 'Low Tide',
    description: '2 tracks · from Ed. Open the link to listen.',
    isPrivate: true,
  })
})

test('of one track says its title, and shows its own cover before the project’s', async () => {
  const link = await share(kilnOnly())
  expect(await preview(link)).toMatchObject({
    title: 'Kiln',
    description: 'Low Tide · from Ed. Open the link to listen.',
  })
  expect((await cover(link)).status).toBe(404)
  await world.as('ed', 'PUT /api/projects/:projectId/cover', { body: exampleCover })
  const shown = await preview(link)
  expect(shown?.image?.url).toContain(`${pathOf(link).replace('/s/', '/api/share/')}/cover?v=`)
  const { status, headers, raw } = await cover(link)
  expect(status).toBe(200)
  expect(headers).toMatchObject({ 'content-type': 'image/png', 'cross-origin-resource-policy': 'cross-origin' })
  expect(raw.toString('base64')).toBe(exampleCover.picture.split(',')[1])
})

test('is no visit', async () => {
  const link = await share()
  await preview(link)
  const looker = await world.as('visitor', 'POST /api/share/:token', {
    params: { token: pathOf(link).slice(3) },
    body: {},
    headers: { 'user-agent': 'facebookexternalhit/1.1' },
  })
  expect(looker.body).toEqual({ state: 'gone' })
  const { items } = (await world.as('ed', 'GET /api/projects/:projectId/shares')).body
  expect(items[0]).toMatchObject({ opened: 0, visits: 0, guests: 0 })
})

test.each([
  ['with a password', () => ({ password: 'seaglass' })],
  ['with a limit of visitors', () => ({ mostOpens: 5 })],
  ['that has expired', () => ({ expiresAt: 1 })],
  ['that is not active yet', () => ({ startsAt: world.services.now() + 1000 })],
])('of a link %s is none', async (_, guard) => {
  await world.as('ed', 'PUT /api/projects/:projectId/cover', { body: exampleCover })
  const link = await share(guard())
  expect(await preview(link)).toBeUndefined()
  expect(await cover(link)).toMatchObject({ status: 404, body: { code: 'not_found' } })
})

test('ends with the link, at once', async () => {
  const link = await share({ expiresAt: world.services.now() + 1000 })
  expect(await preview(link)).toBeDefined()
  world.pass(1000)
  expect(await preview(link)).toBeUndefined()
  const other = await share()
  await world.as('ed', 'DELETE /api/projects/:projectId/shares/:shareId', { params: { shareId: other.id } })
  expect(await preview(other)).toBeUndefined()
  const third = await share()
  await world.as('olga', 'DELETE /api/projects/:projectId')
  expect(await preview(third)).toBeUndefined()
  for (const url of ['/s/', '/s/none', `/s/${'x'.repeat(400)}`, '/login', '/s/%22%3E'])
    expect(await findSharePreview(world.services, { url })).toBeUndefined()
})
