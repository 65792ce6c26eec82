import { afterEach, beforeEach, expect, test } from 'vitest'
import { DEFAULT_TARGETS } from '#audio/delivery-targets.ts'
import { sampleVersion } from '../track-sample.ts'
import { anOrganizationMember, aVersion } from '#testing/row-builders.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
  await anOrganizationMember(world, { userId: 'ed', role: 'admin' })
  await anOrganizationMember(world, { userId: 'lin', role: 'member' })
})
afterEach(() => world.close())

const path = '/api/organizations/:organizationId/targets' as const
const set = (who: PersonName, targets: object | null) => world.as(who, `PUT ${path}`, { body: { targets } })
const change = (body: object) => world.as('olga', 'PATCH /api/projects/:projectId', { body })
const project = async () => (await world.as('cora', 'GET /api/projects/:projectId')).body
const theirs = { ...DEFAULT_TARGETS, loudness: -14, truePeak: -2, bitDepth: 24 }

test('are set by owners and admins, read by members, and nothing to anybody else', async () => {
  expect((await world.as('lin', `GET ${path}`)).body).toEqual({ targets: null })
  expect((await set('lin', theirs)).status).toBe(403)
  expect((await set('stan', theirs)).status).toBe(404)
  expect((await set('ed', theirs)).body).toEqual({ targets: theirs })
  expect((await set('olga', { ...theirs, truePeak: 3 })).status).toBe(400)
  expect((await world.as('lin', `GET ${path}`)).body).toEqual({ targets: theirs })
  expect((await world.as('stan', `GET ${path}`)).status).toBe(404)
  expect((await set('olga', null)).body).toEqual({ targets: null })
})

test('hold for its projects until one sets its own, and again when that one gives them up', async () => {
  await set('olga', theirs)
  expect(await project()).toMatchObject({ targets: DEFAULT_TARGETS, targetsFrom: 'default', organizationTargets: null })
  await change({ organizationId: 'label' })
  const organizationTargets = { organization: 'Night Label', targets: theirs }
  expect(await project()).toMatchObject({ targets: theirs, targetsFrom: 'organization', organizationTargets })
  const own = { ...DEFAULT_TARGETS, loudness: -23 }
  await change({ targets: own })
  expect(await project()).toMatchObject({ targets: own, targetsFrom: 'project', organizationTargets })
  expect((await world.as('cora', 'GET /api/projects')).body.items).toMatchObject([{ targets: own }])
  await set('ed', { ...theirs, loudness: -16 })
  expect((await project()).targets).toEqual(own)
  await change({ targets: null })
  expect((await project()).targets).toEqual({ ...theirs, loudness: -16 })
  expect((await world.as('cora', 'GET /api/projects')).body.items).toMatchObject([{ targetsFrom: 'organization' }])
  await set('ed', null)
  expect(await project()).toMatchObject({ targets: DEFAULT_TARGETS, targetsFrom: 'default' })
})

test('reach a new project of it at once, and the findings of its versions', async () => {
  await set('olga', theirs)
  const made = await world.as('olga', 'POST /api/projects', { body: { name: 'Kiln', organizationId: 'label' } })
  expect(made.body).toMatchObject({ targets: theirs, targetsFrom: 'organization' })
  await change({ organizationId: 'label' })
  const track = (await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })).body
  const report = JSON.stringify(sampleVersion().report)
  await aVersion(world, { id: 'bounce', track_id: track.id, report })
  const kinds = async () => (await project()).trackVersions[0].report.findings.map(({ kind }: { kind: string }) => kind)
  expect(await kinds()).toEqual(['true-peak-target'])
  await change({ targets: DEFAULT_TARGETS })
  expect(await kinds()).toEqual([])
})

test('a change is told to its projects that follow it, and to no other', async () => {
  await change({ organizationId: 'label' })
  const told = async () =>
    (await world.as('cora', 'GET /api/projects/:projectId/activity')).body.items
      .map(({ kind, actorName }: { kind: string; actorName: string }) => `${actorName} ${kind}`)
      .filter((line: string) => line.endsWith('targets_set'))
  await set('ed', theirs)
  expect(await told()).toEqual(['Ed project.targets_set'])
  await change({ targets: DEFAULT_TARGETS })
  await set('ed', null)
  expect(await told()).toEqual(['Olga project.targets_set', 'Ed project.targets_set'])
})

test('go with the organization', async () => {
  await set('olga', theirs)
  await world.services.database.db.deleteFrom('organization').where('id', '=', 'label').execute()
  expect(await world.services.database.db.selectFrom('organization_targets').selectAll().execute()).toEqual([])
})
