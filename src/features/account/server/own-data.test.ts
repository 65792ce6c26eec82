import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { storedDate } from '#server/db/stored-date.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import { aVersion, anAttachment, anOrganizationMember, anUpload } from '#testing/row-builders.ts'
import { ownData } from './own-data.ts'

const HOUR_MS = 3600_000
const MOMENT = '2026-11-20T12:00:00.000Z'
const OTHERS = 'Something that Olga wrote'

let world: World
beforeEach(async () => {
  world = await openWorld()
})
afterEach(() => world.close())

const data = (as: PersonName | 'visitor', headers: Readonly<Record<string, string>> = {}) =>
  world.as(as, 'GET /api/users/me/data', { headers })
const here = () => world.here['projectId'] ?? ''

/** Gives Ed one of everything, in a project where Olga writes too. */
async function furnish(): Promise<void> {
  await keepOfAccount()
  await bounce()
  await writeNotes()
  await decide()
  await world.as('ed', 'POST /api/projects/:projectId/tasks', {
    body: { title: 'Move the snare', description: 'By 12 ms', trackId: world.here['trackId'], fromSeconds: 12.5 },
  })
  world.pass(1000)
  await world.as('olga', 'POST /api/projects/:projectId/tasks', {
    body: { title: 'Print the stems', description: OTHERS, assigneeId: 'ed' },
  })
  await world.as('olga', 'POST /api/projects/:projectId/tasks', { body: { title: OTHERS } })
}

async function keepOfAccount(): Promise<void> {
  const { db } = world.services.database
  const now = world.services.now()
  await db
    .insertInto('session')
    .values({
      id: 'eds-session',
      token: 'token-of-eds-session',
      userId: 'ed',
      expiresAt: storedDate(now + HOUR_MS),
      createdAt: storedDate(now),
      updatedAt: storedDate(now),
      ipAddress: '192.0.2.7',
      userAgent: 'A browser',
      activeOrganizationId: null,
      activeTeamId: null,
    })
    .execute()
  await sql`
    insert into "account"
      ("id", "accountId", "providerId", "userId", "password", "accessToken", "createdAt", "updatedAt")
    values ('a1', 'ed', 'credential', 'ed', '$argon2id$eds-password', null, ${MOMENT}, ${MOMENT}),
      ('a2', 'ed-at-gitlab', 'gitlab', 'ed', null, 'access-token-at-gitlab', ${MOMENT}, ${MOMENT})
  `.execute(db)
  await db
    .insertInto('push_devices')
    .values({
      id: 'eds-device',
      user_id: 'ed',
      session_id: 'eds-session',
      endpoint: 'https://push.example.com/send/ed',
      p256dh: 'p256dh-of-ed',
      auth: 'auth-of-eds-browser',
      created_at: now,
      last_used_at: null,
      failed_at: null,
      tested_at: null,
    })
    .execute()
  await anOrganizationMember(world, { userId: 'ed', role: 'admin,member', createdAt: MOMENT })
  await world.as('ed', 'POST /api/users/me/tokens', {
    body: { name: 'Bounce folder', scopes: ['upload'], projectIds: [here()] },
  })
  await world.as('ed', 'PATCH /api/users/me/settings', { body: { playback: { quality: 'lossless' } } })
  await world.as('ed', 'PATCH /api/inbox/settings', { body: { digestAt: 600 } })
  await world.as('ed', 'PUT /api/projects/:projectId/mute', { body: { level: 'mail' } })
}

async function bounce(): Promise<void> {
  const now = world.services.now()
  world.here['trackId'] = (
    await world.as('olga', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  ).body.id
  const trackId = world.here['trackId'] ?? ''
  await aVersion(world, {
    id: 'v1',
    project_id: here(),
    track_id: trackId,
    label: 'Rough',
    changelog: 'Louder bass',
    file_name: 'bounce-1.wav',
    size_bytes: 44,
    sha256: 'ab'.repeat(32),
    storage_key: 'projects/place-of-the-bounce',
    created_at: now,
  })
  await anUpload(world, {
    id: 'u1',
    project_id: here(),
    track_id: trackId,
    version_id: 'v2',
    file_name: 'bounce-2.wav',
    changelog: 'Wider',
    size_bytes: 100,
    offset_bytes: 40,
    storage_key: 'projects/place-of-the-next',
    created_at: now,
    expires_at: now + HOUR_MS,
  })
}

async function writeNotes(): Promise<void> {
  const { db } = world.services.database
  const note = (as: PersonName, body: string) =>
    world.as(as, 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      body: { versionId: 'v1', fromSeconds: 12.25, toSeconds: null, body },
    })
  const olgas = (await note('olga', OTHERS)).body.id
  const eds = (await note('ed', 'The snare is late')).body.id
  world.pass(1000)
  await world.as('ed', 'POST /api/projects/:projectId/notes/:noteId/replies', {
    params: { noteId: olgas },
    body: { body: 'On it' },
  })
  await db.insertInto('note_reactions').values({ note_id: olgas, user_id: 'ed', emoji: '👍' }).execute()
  await anAttachment(world, {
    id: 'file1',
    project_id: here(),
    note_id: eds,
    kind: 'image',
    file_name: 'desk.png',
    media_type: 'image/png',
    size_bytes: 9,
    sha256: 'cd'.repeat(32),
    storage_key: 'attachments/place-of-the-desk',
    created_at: world.services.now(),
  })
  world.pass(1000)
  world.here['roundId'] = (
    await world.as('olga', 'POST /api/projects/:projectId/tracks/:trackId/rounds', { body: { versionId: 'v1' } })
  ).body.id
  const draft = (as: PersonName, body: string) =>
    world.as(as, 'POST /api/projects/:projectId/rounds/:roundId/drafts', {
      body: { fromSeconds: 30, toSeconds: 32, body },
    })
  await draft('ed', 'Sent in a round')
  await world.as('ed', 'POST /api/projects/:projectId/rounds/:roundId/send')
  await draft('ed', 'Not sent yet')
  await draft('olga', OTHERS)
}

async function decide(): Promise<void> {
  const { db } = world.services.database
  const now = world.services.now()
  await world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/approvals', {
    body: { versionId: 'v1', reviewerIds: ['olga'], message: 'Loud enough?' },
  })
  await world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/decisions', {
    body: { versionId: 'v1', decision: 'changes' },
  })
  await world.as('olga', 'POST /api/projects/:projectId/tracks/:trackId/decisions', {
    body: { versionId: 'v1', decision: 'approved', body: OTHERS },
  })
  const may = { comment: true, seeNotes: false, approve: true, download: false, upload: false }
  const { body } = await world.as('ed', 'POST /api/projects/:projectId/shares', {
    body: {
      what: { kind: 'project', latestOnly: false },
      may,
      label: 'For the label',
      password: 'a password of a link',
    },
  })
  await db
    .insertInto('guests')
    .values({
      id: 'ed-before',
      share_id: body.items[0].id,
      key_hash: 'claimed:ed-before',
      epoch: 1,
      name: 'Eddie',
      user_id: null,
      is_member: 0,
      opened: 1,
      created_at: now,
      last_seen_at: now,
      claimed_by: 'ed',
      claimed_at: now,
    })
    .execute()
  await db
    .insertInto('guest_plays')
    .values([
      { guest_id: 'ed-before', track_id: world.here['trackId'] ?? '', played: 2, furthest_seconds: 40, downloads: 1 },
    ])
    .execute()
  await db
    .insertInto('webhooks')
    .values({
      id: 'hook1',
      project_id: here(),
      organization_id: null,
      url: 'https://hooks.example.com/secret-path',
      label: 'Studio board',
      events: '["note.added"]',
      generation: 1,
      secret_hash: 'hash-of-the-secret',
      rotated_at: null,
      created_by: 'ed',
      created_at: now,
      since: now,
      failing_since: null,
      resting_until: null,
      last_success_at: null,
      off_at: null,
      off_reason: null,
    })
    .execute()
  await db
    .insertInto('approval_decisions')
    .values({
      id: 'as-guest',
      project_id: here(),
      track_id: world.here['trackId'] ?? '',
      track_title: 'Kiln',
      version_id: 'v1',
      version_number: 1,
      seq: 99,
      author_id: 'ed-before',
      author_name: 'Eddie',
      decision: 'approved',
      body: 'Lovely',
      note_id: null,
      file_name: 'bounce-1.wav',
      size_bytes: 44,
      sha256: 'ab'.repeat(32),
      created_at: now + 5000,
    })
    .execute()
}

describe('what one takes away', () => {
  beforeEach(furnish)

  test('is a file of JSON, indented, that no cache keeps', async () => {
    const { status, headers, raw } = await data('ed')
    expect([status, headers['content-disposition'], headers['cache-control']]).toEqual([
      200,
      'attachment; filename="roughmix-my-data-2026-11-20.json"',
      'no-store',
    ])
    const text = raw.toString()
    expect(text).toBe(`${JSON.stringify(JSON.parse(text), null, 2)}\n`)
    expect(JSON.parse(text)).toMatchObject({
      format: 'roughmix-own-data',
      version: 1,
      madeAt: new Date(world.services.now()).toISOString(),
    })
  })

  test('has the account: who one is, what one set, where one is signed in, what acts for one', async () => {
    expect((await data('ed')).body).toMatchObject({
      profile: {
        id: 'ed',
        name: 'Ed',
        username: 'ed',
        email: 'ed@example.com',
        emailConfirmed: true,
        createdAt: MOMENT,
      },
      settings: { playback: { quality: 'lossless' } },
      waysToSignIn: [{ name: 'Password' }, { name: 'GitLab' }],
      sessions: [{ device: 'A browser', address: '192.0.2.7', signedInAt: MOMENT }],
      apiTokens: [
        {
          name: 'Bounce folder',
          scopes: ['upload'],
          projects: [{ id: here(), name: 'Low Tide' }],
          madeAt: MOMENT,
          expiresAt: null,
        },
      ],
      notifications: { digestAt: 600, mutes: [{ projectName: 'Low Tide', level: 'mail' }] },
      pushDevices: [{ device: 'A browser', addedAt: MOMENT }],
      organizations: [{ name: 'Night Label', roles: ['admin', 'member'], teams: [], joinedAt: MOMENT }],
      projects: [{ id: here(), name: 'Low Tide', role: 'editor', joinedAt: MOMENT, leftAt: null }],
    })
  })

  test('has what one made: words, files, decisions, tasks and links', async () => {
    const place = { projectId: here(), project: 'Low Tide', track: 'Kiln', version: 1 }
    const { body } = await data('ed')
    expect(body).toMatchObject({
      versions: [
        {
          id: 'v1',
          ...place,
          fileName: 'bounce-1.wav',
          sizeBytes: 44,
          sha256: 'ab'.repeat(32),
          durationSeconds: 60,
          label: 'Rough',
          changelog: 'Louder bass',
          uploadedAt: MOMENT,
        },
      ],
      uploads: [
        {
          project: 'Low Tide',
          fileName: 'bounce-2.wav',
          sizeBytes: 100,
          receivedBytes: 40,
          changelog: 'Wider',
          state: 'receiving',
          begunAt: MOMENT,
        },
      ],
      reactions: [{ emoji: '👍' }],
      noteFiles: [{ fileName: 'desk.png', sizeBytes: 9, sha256: 'cd'.repeat(32) }],
      noteDrafts: [{ ...place, body: 'Not sent yet', fromSeconds: 30, toSeconds: 32 }],
      sentNotes: [{ ...place, round: 1, by: 'Ed', notes: [{ body: 'Sent in a round', fromSeconds: 30 }] }],
      decisions: [
        { ...place, decision: 'changes', by: 'Ed', fileName: 'bounce-1.wav' },
        { ...place, decision: 'approved', body: 'Lovely', by: 'Eddie' },
      ],
      approvalRequests: [{ ...place, message: 'Loud enough?' }],
      shareLinks: [{ project: 'Low Tide', opens: 'project', label: 'For the label' }],
      linkVisits: [{ as: 'Eddie', opened: 1, played: 2, downloads: 1 }],
      webhooks: [{ project: 'Low Tide', label: null }],
      logged: [{ what: 'token.made', address: '127.0.0.1', doneAt: MOMENT }, { what: 'share.made' }],
    })
    expect(body.notes).toMatchObject([
      { ...place, body: 'The snare is late', fromSeconds: 12.25, replyTo: null, state: 'open', writtenAt: MOMENT },
      { body: 'On it', replyTo: expect.any(String) },
      { body: 'Sent in a round' },
    ])
    expect(body.tasks).toMatchObject([
      {
        number: 'LT-1',
        title: 'Move the snare',
        description: 'By 12 ms',
        writtenByMe: true,
        track: 'Kiln',
        fromSeconds: 12.5,
      },
      { number: 'LT-2', title: 'Print the stems', writtenByMe: false, givenToMe: true },
    ])
    expect(body.tasks[1]).not.toHaveProperty('description')
  })

  test('has nothing that others wrote, nor who they are', async () => {
    const text = (await data('ed')).raw.toString()
    for (const theirs of [OTHERS, 'Olga', 'olga@example.com', 'Cora', 'Night Bus']) expect(text).not.toContain(theirs)
    expect((await data('olga')).raw.toString()).toContain(OTHERS)
  })

  test('has no secret that the server keeps', async () => {
    const { db } = world.services.database
    const invite = (await world.as('ed', 'POST /api/projects/:projectId/invites', { body: {} })).body.id
    const secrets = [
      invite,
      'auth-of-eds-browser',
      'a password of a link',
      'https://hooks.example.com/secret-path',
      ...(await keptSecrets()),
    ]
    expect(secrets.length).toBeGreaterThan(12)
    const text = (await data('ed')).raw.toString()
    expect(secrets.filter((secret) => text.includes(secret))).toEqual([])

    async function keptSecrets(): Promise<readonly string[]> {
      const columns = (await db.introspection.getTables()).flatMap((table) =>
        table.columns
          .filter(({ name }) => /token|secret|password|hash|endpoint|p256dh|storage_key/i.test(name))
          .map(({ name }) => ({ table: table.name, name })),
      )
      const values = await Promise.all(
        columns.map(async ({ table, name }) =>
          (
            await sql<{ value: unknown }>`select ${sql.ref(name)} as value from ${sql.table(table)}`.execute(db)
          ).rows.map(({ value }) => value),
        ),
      )
      return values.flat().filter((value): value is string => typeof value === 'string' && value.length > 5)
    }
  })

  test('tells what is written on links and webhooks only while one may see it elsewhere', async () => {
    await world.as('olga', 'PATCH /api/projects/:projectId/members/:userId', {
      params: { userId: 'ed' },
      body: { role: 'listener' },
    })
    const { shareLinks, webhooks } = (await data('ed')).body
    await world.as('olga', 'PATCH /api/projects/:projectId/members/:userId', {
      params: { userId: 'ed' },
      body: { role: 'owner' },
    })
    expect((await data('ed')).body).toMatchObject({
      shareLinks: [{ label: 'For the label' }],
      webhooks: [{ label: 'Studio board' }],
    })
    expect(shareLinks).toMatchObject([{ project: 'Low Tide', opens: 'project' }])
    expect(shareLinks[0]).not.toHaveProperty('label')
    expect(webhooks).toMatchObject([{ project: 'Low Tide', label: null }])
  })

  test('keeps one’s own words from a project one left, without its names or what others may have changed', async () => {
    await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'ed' } })
    const { body, raw } = await data('ed')
    const place = { projectId: null, project: null, track: null, version: null }
    expect(body).toMatchObject({
      projects: [
        { id: null, name: null, role: 'editor', joinedAt: MOMENT, leftAt: expect.stringMatching(/^2026-11-20T/) },
      ],
      versions: [{ ...place, fileName: 'bounce-1.wav', label: null, changelog: null }],
      noteDrafts: [{ ...place, body: 'Not sent yet' }],
      decisions: [
        { ...place, decision: 'changes', fileName: null },
        { ...place, body: 'Lovely' },
      ],
      tasks: [],
      notifications: { mutes: [] },
      apiTokens: [{ projects: [{ id: null, name: null }] }],
    })
    expect(body.notes.map(({ body: words }: { body: string }) => words)).toContain('The snare is late')
    for (const theirs of [
      here(),
      world.here['trackId'] ?? '',
      'Low Tide',
      'Kiln',
      'Louder bass',
      'For the label',
      'Move the snare',
      'Studio board',
    ])
      expect(raw.toString()).not.toContain(theirs)
  })
})

test('somebody who has done nothing yet gets the same file, with empty lists', async () => {
  expect((await data('lin')).body).toMatchObject({
    profile: { id: 'lin' },
    sessions: [],
    versions: [],
    notes: [],
    tasks: [],
    shareLinks: [],
  })
})

test('docs/formats/own-data.md explains every part of the file, and no other', async () => {
  const parts = (await ownData.ask()).flat().map(({ name }) => name)
  const cells = [...readFileSync('docs/formats/own-data.md', 'utf8').matchAll(/^\| (`[^|]*`) \|/gm)]
  const explained = cells.flatMap(([, cell = '']) => [...cell.matchAll(/`(\w+)`/g)].map(([, name = '']) => name))
  expect(
    parts.filter((name) => !explained.includes(name)),
    'add these parts to the table in docs/formats/own-data.md',
  ).toEqual([])
  expect(
    explained.filter((name) => !parts.includes(name)),
    'no feature answers these parts of the table in docs/formats/own-data.md',
  ).toEqual([])
})

test('notes of years come whole, however many share a moment', async () => {
  await bounce()
  const { db } = world.services.database
  const ids = Array.from({ length: 2300 }, (_, at) => `note${at}`)
  const rowOf = (id: string, at: number) => ({
    id,
    project_id: here(),
    track_id: world.here['trackId'] ?? '',
    version_id: 'v1',
    parent_id: null,
    from_seconds: 1,
    to_seconds: null,
    body: id,
    author_id: 'cora',
    section: null,
    part: null,
    direction: null,
    visibility: 'everyone' as const,
    set_id: null,
    state: 'open' as const,
    fixed_in: null,
    fixed_by: null,
    created_at: Math.floor(at / 1500),
    edited_at: null,
    deleted_at: null,
  })
  for (let at = 0; at < ids.length; at += 500)
    await db
      .insertInto('notes')
      .values(ids.slice(at, at + 500).map((id, more) => rowOf(id, at + more)))
      .execute()
  const { notes } = (await data('cora')).body
  expect(notes.map(({ id }: { id: string }) => id).toSorted()).toEqual(ids.toSorted())
  expect([notes[0].writtenAt, notes.at(-1).writtenAt]).toEqual(['1970-01-01T00:00:00.000Z', '1970-01-01T00:00:00.001Z'])
})

describe('it is given', () => {
  test('to no visitor, and to no token, whatever its scopes', async () => {
    expect((await data('visitor')).status).toBe(401)
    const { token } = (
      await world.as('ed', 'POST /api/users/me/tokens', {
        body: { name: 'All', scopes: ['read', 'upload', 'notes', 'tasks', 'manage'] },
      })
    ).body
    expect((await data('visitor', { authorization: `Bearer ${token}` })).body).toMatchObject({
      status: 403,
      code: 'token_scope',
    })
  })

  test('only in a session that is fresh', async () => {
    world.pass(24 * HOUR_MS)
    expect((await data('ed')).body).toMatchObject({ status: 403, code: 'SESSION_IS_NOT_FRESH' })
  })

  test('ten times an hour, to each person', async () => {
    for (let time = 0; time < 10; time += 1) expect((await data('ed')).status).toBe(200)
    const { status, body, headers } = await data('ed')
    expect([status, body.code, headers['retry-after']]).toEqual([429, 'account.data_often', '3600'])
    expect((await data('lin')).status).toBe(200)
    world.pass(HOUR_MS)
    expect((await data('ed')).status).toBe(200)
  })

  test('with a line in the log of what was done', async () => {
    await data('ed')
    expect((await world.as('olga', 'GET /api/admin/audit')).body.items).toMatchObject([
      { kind: 'account.exported', actor: { id: 'ed' }, address: '127.0.0.1' },
    ])
  })
})
