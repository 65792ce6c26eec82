import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { quotaLeft } from '#features/projects/server/project-quota.queries.ts'
import { openWorld, type Asking, type PersonName, type World } from '#testing/world.ts'
import { anOrganizationMember } from '#testing/row-builders.ts'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const here = () => world.here['projectId'] ?? ''
const begin = (sizeBytes: number, { by = 'ed', projectId = here() }: { by?: PersonName; projectId?: string } = {}) =>
  world.as(by, 'POST /api/projects/:projectId/uploads', {
    params: { projectId },
    headers: {
      'tus-resumable': '1.0.0',
      'upload-length': String(sizeBytes),
      'upload-metadata': `filename ${btoa('a.wav')},trackTitle ${btoa('Kite')}`,
    },
  })
const quota = (whose: 'projects' | 'organizations', ownerId: string, quotaBytes: number | null) =>
  setQuota('olga', whose, ownerId, quotaBytes)
const setQuota = (by: PersonName, whose: 'projects' | 'organizations', ownerId: string, quotaBytes: number | null) =>
  whose === 'projects'
    ? world.as(by, 'PATCH /api/admin/quotas/projects/:ownerId', { params: { ownerId }, body: { quotaBytes } })
    : world.as(by, 'PATCH /api/admin/quotas/organizations/:organizationId', {
        params: { organizationId: ownerId },
        body: { quotaBytes },
      })
const storage = async (by: PersonName = 'ed') => (await world.as(by, 'GET /api/projects/:projectId/storage')).body
const intoLabel = (projectId = here()) =>
  world.services.database.db
    .updateTable('projects')
    .set({ organization_id: 'label' })
    .where('id', '=', projectId)
    .execute()
const attach = async (bytes: number): Promise<number> => {
  const { body: track } = await world.as('olga', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  const asking: Asking = {
    params: { trackId: track.id },
    query: { fileName: 'a.bin' },
    headers: { 'content-type': 'application/offset+octet-stream' },
    body: Buffer.alloc(bytes, 1),
  }
  return (await world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/attachments', asking)).status
}

describe('a project with a limit', () => {
  test('refuses an upload before its body, in words that say what to do', async () => {
    expect((await quota('projects', here(), 1_000_000)).body).toEqual({
      quotaBytes: 1_000_000,
      ownQuotaBytes: 1_000_000,
      projectId: here(),
    })
    expect((await begin(600_000)).status).toBe(201)
    const refused = await begin(600_000)
    expect(refused).toMatchObject({
      status: 413,
      body: {
        code: 'quota.project',
        message:
          'This project may hold 1.0 MB, and 600 kB are taken. Empty the trash, or ' +
          'ask the server admin for more space.',
      },
    })
    expect(await world.services.database.db.selectFrom('uploads').select('id').execute()).toHaveLength(1)
    expect((await begin(400_000)).status).toBe(201)
    expect(await storage()).toEqual({
      originals: 0,
      trashed: 0,
      attachments: 0,
      files: 0,
      uploads: 1_000_000,
      quotaBytes: 1_000_000,
      organization: null,
    })
  })

  test('tells before anything is sent how much it takes, and what is full first', async () => {
    const allowance = async (by: PersonName = 'ed') =>
      (await world.as(by, 'GET /api/projects/:projectId/uploads/room')).body
    expect(await allowance()).toMatchObject({ limitedBy: 'server', largestFileBytes: 50e9 })
    await quota('projects', here(), 1000)
    await begin(400)
    expect(await allowance()).toMatchObject({ freeBytes: 600, limitedBy: 'project' })
    await intoLabel()
    await quota('organizations', 'label', 500)
    expect(await allowance()).toMatchObject({ freeBytes: 100, limitedBy: 'organization' })
    await quota('projects', here(), 300)
    expect(await allowance()).toMatchObject({ freeBytes: 0, limitedBy: 'project' })
    expect((await world.as('lin', 'GET /api/projects/:projectId/uploads/room')).status).toBe(403)
  })

  test('counts uploads and versions at once, so that one becoming the other meanwhile is always counted', async () => {
    await quota('projects', here(), 1000)
    const { services } = world
    const built = new Map<object, string>()
    const sent: string[] = []
    const db = services.database.db.withPlugin({
      transformQuery: ({ node, queryId }) => {
        built.set(queryId, JSON.stringify(node))
        return node
      },
      transformResult: async ({ result, queryId }) => {
        sent.push(built.get(queryId) ?? '')
        return result
      },
    })
    await quotaLeft({ db, config: services.config, projectId: here() })
    const named = sent.map((one) => ['uploads', 'versions'].filter((table) => one.includes(`"${table}"`)))
    expect(named.filter(({ length }) => length > 0)).toEqual([['uploads', 'versions']])
  })

  test('lets only one of two through that come at the same moment and do not both fit', async () => {
    await quota('projects', here(), 1000)
    const answers = await Promise.all(Array.from({ length: 6 }, () => begin(400)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 413, 413, 413, 413])
    expect((await storage()).uploads).toBe(800)
  })

  test('leaves nothing in the store of what it refused', async () => {
    await quota('projects', here(), 1000)
    await Promise.all(Array.from({ length: 4 }, () => begin(600)))
    expect(await world.services.storage.sweepParts(Number.MAX_SAFE_INTEGER, () => false)).toBe(1)
  })

  test('counts files on notes as well', async () => {
    await quota('projects', here(), 1000)
    expect(await attach(700)).toBe(200)
    expect(await attach(700)).toBe(413)
    expect((await begin(400)).status).toBe(413)
    expect((await begin(300)).status).toBe(201)
    expect(await storage()).toMatchObject({ attachments: 700, uploads: 300 })
  })

  test('has room again when an upload is given up', async () => {
    await quota('projects', here(), 1000)
    const begun = await begin(1000)
    expect((await begin(1)).status).toBe(413)
    await world.as('ed', 'DELETE /api/projects/:projectId/uploads/:uploadId', {
      params: { uploadId: String(begun.headers['location']).split('/').at(-1) ?? '' },
      headers: { 'tus-resumable': '1.0.0' },
    })
    expect((await begin(1000)).status).toBe(201)
  })

  test('tells it to those who may edit', async () => {
    await quota('projects', here(), 5)
    expect([
      (await storage('ed')).quotaBytes,
      (await world.as('lin', 'GET /api/projects/:projectId/storage')).status,
    ]).toEqual([5, 403])
  })
})

describe('an organization with a limit', () => {
  test('has it for all of its projects together, whoever uploads', async () => {
    await intoLabel()
    const { body: second } = await world.as('olga', 'POST /api/projects', {
      body: { name: 'High Tide', organizationId: 'label' },
    })
    await quota('organizations', 'label', 1000)
    expect((await begin(600)).status).toBe(201)
    expect(await storage(), 'told in each project’s settings').toMatchObject({
      quotaBytes: null,
      organization: { name: 'Night Label', usedBytes: 600, quotaBytes: 1000 },
    })
    expect(await begin(600, { by: 'olga', projectId: second.id })).toMatchObject({
      status: 413,
      body: { code: 'quota.organization' },
    })
    const both = await Promise.all([begin(400, { by: 'olga', projectId: second.id }), begin(400)])
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 413])
    expect((await begin(5000, { by: 'stan', projectId: world.elsewhere.projectId })).status).toBe(201)
  })

  test('takes in no project that does not fit', async () => {
    await begin(600)
    await quota('organizations', 'label', 500)
    expect(
      await world.as('olga', 'PATCH /api/projects/:projectId', { body: { organizationId: 'label' } }),
    ).toMatchObject({ status: 413, body: { code: 'quota.organization' } })
    expect((await world.as('olga', 'GET /api/projects/:projectId')).body.organizationId).toBeNull()
    await quota('organizations', 'label', 600)
    expect(
      (await world.as('olga', 'PATCH /api/projects/:projectId', { body: { organizationId: 'label' } })).status,
    ).toBe(200)
  })

  test('shows its admins what is taken, and nobody else', async () => {
    await intoLabel()
    await quota('organizations', 'label', 1000)
    await begin(600)
    await anOrganizationMember(world, { userId: 'lin' })
    expect((await world.as('olga', 'GET /api/organizations/:organizationId/storage')).body).toEqual({
      quotaBytes: 1000,
      projects: [
        {
          id: here(),
          name: 'Low Tide',
          deletedAt: null,
          originals: 0,
          trashed: 0,
          attachments: 0,
          files: 0,
          uploads: 600,
          derived: 0,
        },
      ],
    })
    for (const person of ['lin', 'ed'] as const)
      expect((await world.as(person, 'GET /api/organizations/:organizationId/storage')).status).toBe(404)
  })
})

describe('storage in use', () => {
  const inUse = async (by: PersonName, organizationId?: string) =>
    (await world.as(by, 'GET /api/storage', organizationId ? { query: { organizationId } } : {})).body

  test('is that of one’s own projects, and of an organization for its members', async () => {
    await begin(600_000)
    expect(await inUse('olga')).toEqual({ usedBytes: 600_000, quotaBytes: null })
    expect(await inUse('ed')).toEqual({ usedBytes: 0, quotaBytes: null })
    await intoLabel()
    await anOrganizationMember(world, { userId: 'ed' })
    await quota('organizations', 'label', 5_000_000)
    expect(await inUse('olga')).toEqual({ usedBytes: 0, quotaBytes: null })
    expect(await inUse('ed', 'label')).toEqual({ usedBytes: 600_000, quotaBytes: 5_000_000 })
    expect(await inUse('stan', 'label')).toMatchObject({ code: 'not_found' })
  })
})

describe('limits', () => {
  test('are the configuration’s until an admin sets another, or none', async () => {
    const strict = await openWorld({ PROJECT_QUOTA_GB: '0.000001' })
    world = await world.close().then(() => strict)
    expect((await begin(1001)).status).toBe(413)
    expect((await quota('projects', here(), 0)).body).toEqual({ quotaBytes: null, ownQuotaBytes: 0, projectId: here() })
    expect((await begin(1001)).status).toBe(201)
    expect((await quota('projects', here(), null)).body).toEqual({
      quotaBytes: 1000,
      ownQuotaBytes: null,
      projectId: here(),
    })
    expect((await begin(1)).status).toBe(413)
  })

  test('are set by admins of the server alone, and written down', async () => {
    for (const whose of ['projects', 'organizations'] as const) {
      expect((await setQuota('ed', whose, here(), 1)).status).toBe(404)
      expect((await quota(whose, 'nosuch', 1)).status).toBe(404)
    }
    await quota('organizations', 'label', 2000)
    expect((await quota('organizations', 'label', -1)).status).toBe(400)
    expect((await world.as('olga', 'GET /api/admin/audit')).body.items).toMatchObject([
      {
        kind: 'admin.quota_set',
        organization: { id: 'label', name: 'Night Label' },
        project: null,
        refs: { quotaBytes: '2000' },
      },
    ])
    world.pass(1000)
    await quota('projects', here(), 3000)
    expect((await world.as('olga', 'GET /api/admin/audit')).body.items[0]).toMatchObject({
      kind: 'admin.quota_set',
      project: { id: here(), name: 'Low Tide' },
      refs: { quotaBytes: '3000' },
    })
    await quota('projects', here(), null)
    await intoLabel()
    expect((await world.as('olga', 'GET /api/admin/storage')).body.organizations).toMatchObject([
      { id: 'label', quotaBytes: 2000, ownQuotaBytes: 2000 },
    ])
    expect((await world.as('olga', 'GET /api/admin/storage/projects')).body.items[0]).toMatchObject({
      quotaBytes: null,
      ownQuotaBytes: null,
    })
  })
})

test('of uploads that one person begins at the same moment no more are let in than may be open', async () => {
  const begun = await begin(1)
  expect(begun.status).toBe(201)
  const { db } = world.services.database
  const row = await db.selectFrom('uploads').selectAll().executeTakeFirstOrThrow()
  const others = Array.from({ length: 997 }, (_, i) => ({
    ...row,
    id: `${row.id}${i}`,
    version_id: `${row.version_id}${i}`,
    storage_key: `${row.storage_key}${i}`,
  }))
  for (let from = 0; from < others.length; from += 200)
    await db
      .insertInto('uploads')
      .values(others.slice(from, from + 200))
      .execute()
  const answers = await Promise.all(Array.from({ length: 6 }, () => begin(1)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 201, 429, 429, 429, 429])
  // Other people's uploads are not counted.
  expect((await begin(1, { by: 'olga' })).status).toBe(201)
})
