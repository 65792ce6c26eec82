import { createHash } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { accountDeleted } from '#server/auth/auth-hooks.ts'
import { sendFile, type UploadedFile } from '#testing/send-file.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import type { ApprovalDecision, TrackApprovals } from '../approvals.contract.ts'

let world: World
let url = ''
let first: UploadedFile
beforeEach(async () => {
  world = await openWorld()
  url = await world.server.listen({ port: 0, host: '127.0.0.1' })
  first = await send('Kiln 1.wav')
  world.here['trackId'] = first.trackId
})
afterEach(() => world.close())

const track = '/api/projects/:projectId/tracks/:trackId' as const
const send = (fileName: string, trackId?: string) =>
  sendFile(url, 'ed', {
    projectId: world.here['projectId'] ?? '',
    ...(trackId && { trackId }),
    title: 'Kiln',
    fileName,
    bytes: new TextEncoder().encode(fileName),
  })
const ask = (
  reviewerIds: readonly string[],
  {
    as = 'ed',
    version = first,
    ...more
  }: { as?: PersonName; version?: UploadedFile; message?: string; dueOn?: string; following?: boolean } = {},
) => world.as(as, `POST ${track}/approvals`, { body: { versionId: version.versionId, reviewerIds, ...more } })
const decide = (
  as: PersonName,
  decision: 'approved' | 'changes',
  { version = first, ...more }: { version?: UploadedFile; body?: string; fromSeconds?: number } = {},
) => {
  world.pass(1000)
  return world.as(as, `POST ${track}/decisions`, { body: { versionId: version.versionId, decision, ...more } })
}
const cancel = (reviewerId: string, version = first) =>
  world.as('ed', `DELETE ${track}/versions/:versionId/reviewers/:reviewerId`, {
    params: { versionId: version.versionId, reviewerId },
  })
const approvals = async (): Promise<TrackApprovals> => (await world.as('lin', `GET ${track}/approvals`)).body
const reviews = async (version = first) =>
  (await approvals()).versions
    .find(({ versionId }) => versionId === version.versionId)
    ?.reviews.map(({ reviewerId, state }) => `${reviewerId} ${state}`)
const details = async () => (await world.as('lin', 'GET /api/projects/:projectId')).body.tracks[0]
const status = async () => (await details()).status
const storedStatus = async () =>
  (
    await world.services.database.db
      .selectFrom('tracks')
      .select('status')
      .where('id', '=', first.trackId)
      .executeTakeFirstOrThrow()
  ).status
const setStatus = (to: string) => world.as('ed', `PATCH ${track}`, { body: { status: to } })
const kinds = async (stream: string) =>
  (
    await world.services.database.db
      .selectFrom('events')
      .select('kind')
      .where('stream_id', '=', stream)
      .where('kind', 'like', 'approval.%')
      .orderBy('seq')
      .execute()
  ).map(({ kind }) => kind)

describe('asking for approval', () => {
  test('is for editors; who is asked can be anybody who may comment', async () => {
    expect((await ask(['olga'], { as: 'cora' })).status).toBe(403)
    expect((await ask(['lin'])).body.code).toBe('approval.reviewer')
    expect((await ask(['stan'])).body.code).toBe('approval.reviewer')
    expect(await reviews()).toEqual([])
    expect((await ask(['olga', 'cora'], { message: ' Vocals up ', dueOn: '2026-11-28' })).status).toBe(200)
    expect(await reviews()).toEqual(['olga pending', 'cora pending'])
    expect((await approvals()).asks[0]).toMatchObject({
      reviewerName: 'Olga',
      askedByName: 'Ed',
      message: 'Vocals up',
      dueOn: '2026-11-28',
      following: false,
    })
  })

  test('brings the track into review, and each on the stream of who is asked', async () => {
    await ask(['olga', 'cora'])
    expect(await status()).toBe('in-review')
    expect(await kinds(`user:olga`)).toEqual(['approval.asked'])
    expect(await kinds(`user:cora`)).toEqual(['approval.asked'])
    expect(await kinds(`project:${world.here['projectId']}`)).toEqual(['approval.asked'])
  })

  test('is taken back for one of them', async () => {
    await ask(['olga', 'cora'])
    await decide('olga', 'approved')
    expect((await cancel('cora')).status).toBe(200)
    expect(await reviews()).toEqual(['olga approved', 'cora cancelled'])
    expect(await status()).toBe('approved')
    expect((await cancel('cora')).body.code).toBe('approval.nobody')
  })

  test('again waits for them again', async () => {
    await ask(['cora'])
    await decide('cora', 'changes')
    await ask(['cora'])
    expect(await reviews()).toEqual(['cora pending'])
    expect(await status()).toBe('in-review')
  })

  test('again takes the place of what was asked before', async () => {
    await ask(['cora'], { following: true })
    await ask(['cora'])
    expect(await reviews(await send('Kiln 2.wav', first.trackId))).toEqual([])
  })
})

describe('a decision', () => {
  test('is a dated record of who said what of which file', async () => {
    const { body } = await decide('cora', 'approved', { body: 'Love it' })
    expect(body).toMatchObject({
      authorId: 'cora',
      authorName: 'Cora',
      decision: 'approved',
      body: 'Love it',
      trackTitle: 'Kiln',
      versionNumber: 1,
      fileName: 'Kiln 1.wav',
      sizeBytes: 10,
      sha256: sha256('Kiln 1.wav'),
      noteId: null,
    })
    expect(body.createdAt).toEqual(expect.any(Number))
  })

  test('needs no asking, but the right to comment', async () => {
    expect((await decide('lin', 'approved')).status).toBe(403)
    expect((await decide('cora', 'approved')).status).toBe(200)
    expect(await reviews()).toEqual(['cora approved'])
    expect(await status()).toBe('approved')
  })

  test('is superseded by the next one, and stays in the record', async () => {
    await decide('cora', 'changes')
    await decide('cora', 'approved')
    expect(await reviews()).toEqual(['cora approved'])
    expect((await approvals()).decisions.map(({ decision }) => decision)).toEqual(['changes', 'approved'])
  })

  test('keeps the name of the day, whatever somebody is called later', async () => {
    await decide('cora', 'approved')
    await world.services.database.db.updateTable('user').set({ name: 'Coraline' }).where('id', '=', 'cora').execute()
    expect((await approvals()).decisions[0]?.authorName).toBe('Cora')
  })

  test('cannot be rewritten, not even by the product', async () => {
    await decide('cora', 'approved')
    const { db } = world.services.database
    await expect(db.updateTable('approval_decisions').set({ decision: 'changes' }).execute()).rejects.toThrow(
      'kept as they were made',
    )
  })

  test('that asks for changes in words is also a note at that second', async () => {
    await world.services.database.db.updateTable('versions').set({ duration_seconds: 60 }).execute()
    const { body } = await decide('cora', 'changes', { body: 'Vocal is low', fromSeconds: 12.5 })
    const notes = (await world.as('lin', `GET ${track}/notes`, { query: { version: first.versionId } })).body.items
    expect(notes).toMatchObject([{ id: body.noteId, body: 'Vocal is low', fromSeconds: 12.5, authorId: 'cora' }])
    expect((await decide('cora', 'changes', { body: 'And the end', fromSeconds: 90 })).status).toBe(200)
  })

  test('of asking for changes without a word leaves no note', async () => {
    expect((await decide('cora', 'changes')).body.noteId).toBeNull()
    expect((await details()).status).toBe('changes-requested')
  })

  test('sent twice with one key is one', async () => {
    const once = () =>
      world.as('cora', `POST ${track}/decisions`, {
        body: { versionId: first.versionId, decision: 'approved' },
        headers: { 'idempotency-key': 'once' },
      })
    expect((await once()).body.id).toBe((await once()).body.id)
    expect((await approvals()).decisions).toHaveLength(1)
  })

  test('and others at the same moment are all on record, each in a place of its own', async () => {
    await ask(['olga', 'ed', 'cora'])
    const answers = await Promise.all([
      decide('olga', 'approved'),
      decide('ed', 'approved'),
      decide('cora', 'approved'),
      decide('cora', 'approved'),
      decide('olga', 'approved'),
    ])
    expect(answers.map((answer) => answer.status)).toEqual([200, 200, 200, 200, 200])
    const { decisions } = await approvals()
    expect(decisions.map(({ seq }) => seq)).toEqual([4, 5, 6, 7, 8])
    expect(await status()).toBe('approved')
  })

  test('tells who asked', async () => {
    await ask(['cora'])
    await decide('cora', 'approved')
    expect(await kinds('user:ed')).toEqual(['approval.approved'])
  })

  test('can be about several tracks: all of them, or none', async () => {
    const salt = await sendFile(url, 'ed', {
      projectId: world.here['projectId'] ?? '',
      title: 'Salt',
      fileName: 'Salt.wav',
      bytes: new TextEncoder().encode('Salt'),
    })
    const together = (versions: readonly object[]) =>
      world.as('cora', 'POST /api/projects/:projectId/decisions', { body: { versions } })
    const [kiln, other] = [first, salt].map(({ trackId, versionId }) => ({ trackId, versionId }))
    expect((await together([kiln ?? {}, { ...other, versionId: first.versionId }])).status).toBe(404)
    expect(await reviews()).toEqual([])
    const { items } = (await together([kiln ?? {}, other ?? {}])).body
    expect(items).toMatchObject([
      { trackTitle: 'Kiln', decision: 'approved', authorId: 'cora' },
      { trackTitle: 'Salt', decision: 'approved', authorId: 'cora' },
    ])
    expect(await reviews()).toEqual(['cora approved'])
  })

  test('outlives its version in the trash', async () => {
    await decide('cora', 'approved')
    await world.as('ed', `DELETE ${track}/versions/:versionId`, { params: { versionId: first.versionId } })
    expect((await approvals()).decisions).toHaveLength(1)
    expect((await decide('cora', 'approved')).status).toBe(404)
  })
})

describe('where the track stands', () => {
  test('is approved once all who were asked have approved', async () => {
    await ask(['olga', 'cora'])
    await decide('olga', 'approved')
    expect(await status()).toBe('in-review')
    await decide('cora', 'approved')
    expect(await status()).toBe('approved')
    await decide('cora', 'changes')
    expect(await status()).toBe('changes-requested')
  })

  test('can be said otherwise by an editor, until the next word on it', async () => {
    await ask(['olga', 'cora'])
    await setStatus('draft')
    expect(await status()).toBe('draft')
    await decide('olga', 'approved')
    expect(await status()).toBe('in-review')
  })

  test('is not moved by what is said of an earlier version', async () => {
    await send('Kiln 2.wav', first.trackId)
    await setStatus('approved')
    await decide('cora', 'changes')
    expect(await status()).toBe('approved')
  })

  test('does not wait for who has left', async () => {
    await ask(['olga', 'cora'])
    await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'cora' } })
    await decide('olga', 'approved')
    expect(await status()).toBe('approved')
  })

  test('moves on when the last who was waited for leaves, and back when they return', async () => {
    await ask(['olga', 'cora'])
    await decide('olga', 'approved')
    const member = { params: { userId: 'cora' } }
    await world.as('cora', 'DELETE /api/projects/:projectId/members/:userId', member)
    expect([await status(), await storedStatus()]).toEqual(['approved', 'approved'])
    await world.as('olga', 'POST /api/projects/:projectId/members/:userId/restore', member)
    expect([await status(), await storedStatus()]).toEqual(['in-review', 'in-review'])
    await world.services.database.db.deleteFrom('memberships').where('user_id', '=', 'cora').execute()
    await accountDeleted.ask(world.services, 'cora')
    expect(await storedStatus()).toBe('approved')
  })

  test('stays as an editor has said it when somebody leaves who was not waited for', async () => {
    await ask(['olga', 'cora'])
    await decide('cora', 'approved')
    await setStatus('draft')
    await world.as('cora', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'cora' } })
    expect(await storedStatus()).toBe('draft')
  })
})

describe('a new version', () => {
  test('makes what was said history and is to be heard anew', async () => {
    await decide('cora', 'approved')
    const second = await send('Kiln 2.wav', first.trackId)
    expect(await status()).toBe('in-review')
    expect(await reviews(second)).toEqual([])
    expect(await reviews()).toEqual(['cora approved'])
  })

  test('waits for the same people where that was asked, and tells them', async () => {
    await ask(['cora'], { following: true })
    await decide('cora', 'changes')
    const second = await send('Kiln 2.wav', first.trackId)
    const standing = (await approvals()).versions.find(({ versionId }) => versionId === second.versionId)?.reviews
    expect(standing).toMatchObject([
      { reviewerId: 'cora', state: 'pending', decision: null, earlier: { versionNumber: 1, decision: 'changes' } },
    ])
    expect(await status()).toBe('in-review')
    expect(await kinds('user:cora')).toEqual(['approval.asked', 'approval.asked'])
    await cancel('cora', second)
    expect(await reviews(second)).toEqual([])
    expect(await reviews(await send('Kiln 3.wav', first.trackId))).toEqual([])
  })

  test('changes nothing while another one is pinned', async () => {
    await decide('cora', 'approved')
    await world.as('ed', `PATCH ${track}`, { body: { currentVersionId: first.versionId } })
    await setStatus('draft')
    await send('Kiln 2.wav', first.trackId)
    expect(await status()).toBe('draft')
  })
})

describe('verification', () => {
  const verify = async ({ id }: ApprovalDecision) =>
    (await world.as('lin', `GET ${track}/decisions/:decisionId/verification`, { params: { decisionId: id } })).body

  test('reads the stored file and compares', async () => {
    const { body } = await decide('cora', 'approved')
    expect(await verify(body)).toMatchObject({
      matches: true,
      recorded: sha256('Kiln 1.wav'),
      stored: sha256('Kiln 1.wav'),
    })
  })

  test('says so when the file is another one, or gone', async () => {
    const { body } = await decide('cora', 'approved')
    const { storage, database } = world.services
    const { storage_key: key } = await database.db
      .selectFrom('versions')
      .select('storage_key')
      .executeTakeFirstOrThrow()
    await storage.remove(key)
    expect(await verify(body)).toMatchObject({ matches: false, stored: null })
    await storage.put(key, new TextEncoder().encode('another'))
    expect(await verify(body)).toMatchObject({ matches: false, stored: sha256('another') })
  })
})

describe('what waits', () => {
  const waiting = async (person: PersonName) => (await world.as(person, 'GET /api/approvals/waiting')).body.items

  test('is listed over all projects one may see, with who is waited for', async () => {
    await ask(['cora', 'olga'], { dueOn: '2026-11-28' })
    await decide('olga', 'approved')
    expect(await waiting('cora')).toEqual([
      {
        projectId: world.here['projectId'],
        trackId: first.trackId,
        versionId: first.versionId,
        reviews: [
          { reviewerId: 'cora', name: 'Cora', state: 'pending', dueOn: '2026-11-28', isAsked: true },
          { reviewerId: 'olga', name: 'Olga', state: 'approved', dueOn: '2026-11-28', isAsked: true },
        ],
      },
    ])
    expect(await waiting('stan')).toEqual([])
    await decide('cora', 'approved')
    expect(await waiting('cora')).toEqual([])
    expect((await world.as('lin', 'GET /api/projects/:projectId/approvals')).body.items[0].reviews).toHaveLength(2)
  })

  test('is not what lies in the trash or the archive', async () => {
    await ask(['cora'])
    await world.as('ed', `PATCH ${track}`, { body: { archived: true } })
    expect(await waiting('cora')).toEqual([])
    await world.as('ed', `PATCH ${track}`, { body: { archived: false } })
    await world.as('ed', `DELETE ${track}`)
    expect(await waiting('cora')).toEqual([])
  })
})

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
