import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { ProjectEventKind } from '#shared/event-kinds.ts'
import { emit } from '#server/events/events.queries.ts'
import { keepHouse } from '#server/jobs/housekeeping.jobs.ts'
import { change, serverScope } from '#server/scope.ts'
import { openWorld, type PersonName, type World } from '#testing/world.ts'
import { inboxLine, inboxPath } from '../inbox-line.ts'
import type { InboxItem } from '../inbox.contract.ts'
import { consumeEvents, consumeStream } from './notifications.consumer.ts'
import { aVersion } from '#testing/row-builders.ts'

let world: World
beforeEach(async () => {
  world = await openWorld({ LOG_LEVEL: 'silent' })
  world.here['trackId'] = (
    await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title: 'Kiln' } })
  ).body.id
  world.here['versionId'] = await bounce(1)
})
afterEach(() => world.close())

const stream = () => `project:${world.here['projectId'] ?? ''}` as const

/** A minute of Ed's audio, as an upload and its analysis leave it. */
async function bounce(number: number): Promise<string> {
  const { projectId = '', trackId = '' } = world.here
  const id = `${projectId.slice(0, 8)}-v${number}`
  await aVersion(world, { id, project_id: projectId, track_id: trackId, number })
  return id
}

const happen = (kind: ProjectEventKind, refs: Readonly<Record<string, string>>) =>
  change(serverScope(world.services), (scope) =>
    emit(scope, stream(), kind, {
      projectId: world.here['projectId'] ?? '',
      trackId: world.here['trackId'] ?? '',
      ...refs,
    }),
  )
const write = async (body: string, as: PersonName = 'cora'): Promise<string> => {
  world.pass(1000)
  return (
    await world.as(as, 'POST /api/projects/:projectId/tracks/:trackId/notes', {
      body: { versionId: world.here['versionId'], fromSeconds: 12.5, toSeconds: null, body },
    })
  ).body.id
}
const reply = async (noteId: string, body: string, as: PersonName): Promise<void> => {
  world.pass(1000)
  await world.as(as, 'POST /api/projects/:projectId/notes/:noteId/replies', { params: { noteId }, body: { body } })
}
const setState = (noteId: string, state: string, as: PersonName) => {
  world.pass(1000)
  return world.as(as, 'PUT /api/projects/:projectId/notes/:noteId/state', {
    params: { noteId },
    body: state === 'fixed' ? { state, versionId: world.here['versionId'] } : { state },
  })
}
const inbox = async (as: PersonName, query: Readonly<Record<string, string>> = {}): Promise<InboxItem[]> => {
  await consumeEvents(world.services)
  return (await world.as(as, 'GET /api/inbox', { query })).body.items
}
const lineOf = (item: InboxItem) =>
  inboxLine(item)
    .map(({ text }) => text)
    .join('')
const kinds = async (as: PersonName, query: Readonly<Record<string, string>> = {}) =>
  (await inbox(as, query)).map(({ kind }) => kind)
const unread = async (as: PersonName): Promise<number> => (await world.as(as, 'GET /api/inbox/count')).body.unread
const choose = (as: PersonName, kind: string, channels: object) =>
  world.as(as, 'PATCH /api/inbox/settings', { body: { channels: { [kind]: channels } } })
const mute = (as: PersonName, level: string) => world.as(as, 'PUT /api/projects/:projectId/mute', { body: { level } })

describe('somebody is told', () => {
  test('of a note on their version, with its place and its words', async () => {
    const noteId = await write('Vocal is under\nthe guitars')
    expect(await inbox('ed')).toMatchObject([
      {
        kind: 'note',
        actor: { id: 'cora', name: 'Cora' },
        project: { name: 'Low Tide' },
        track: { title: 'Kiln' },
        version: { number: 1 },
        note: { id: noteId, fromSeconds: 12.5 },
        excerpt: 'Vocal is under the guitars',
        readAt: null,
      },
    ])
    expect(await kinds('olga')).toEqual([])
  })

  test('of a mention before anything else, once', async () => {
    const id = await write('@Ed and @Olga, louder')
    await reply(id, '@Cora on it', 'ed')
    expect([await kinds('ed'), await kinds('olga'), await kinds('cora')]).toEqual([
      ['mention'],
      ['mention'],
      ['mention'],
    ])
  })

  test('of being named in notes that are imported, or sent in a round of review', async () => {
    const params = { versionId: world.here['versionId'] ?? '' }
    await world.as('cora', 'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/markers', {
      params,
      body: {
        notes: [
          { fromSeconds: 1, toSeconds: null, body: '@Olga, louder' },
          { fromSeconds: 2, toSeconds: null, body: 'Nobody is meant' },
        ],
      },
    })
    const { id: roundId } = (
      await world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/rounds', { body: params })
    ).body
    await world.as('cora', 'POST /api/projects/:projectId/rounds/:roundId/drafts', {
      params: { roundId },
      body: { fromSeconds: 3, toSeconds: null, body: '@Lin, softer' },
    })
    expect(await kinds('lin')).toEqual([])
    await world.as('cora', 'POST /api/projects/:projectId/rounds/:roundId/send', { params: { roundId } })
    expect([await inbox('olga'), await inbox('lin')]).toMatchObject([
      [{ kind: 'mention', actor: { id: 'cora' }, excerpt: '@Olga, louder' }],
      [{ kind: 'mention', excerpt: '@Lin, softer' }],
    ])
  })

  test('of being named by an edit, but not twice', async () => {
    const id = await write('@Olga, louder')
    const edit = (body: string) =>
      world.as('cora', 'PATCH /api/projects/:projectId/notes/:noteId', { params: { noteId: id }, body: { body } })
    await inbox('olga')
    await edit('@Olga and @Lin, louder')
    expect([await kinds('olga'), await kinds('lin')]).toEqual([['mention'], ['mention']])
    await edit('@Olga and @Lin, softer')
    expect([await kinds('olga'), await kinds('lin')]).toEqual([['mention'], ['mention']])
  })

  test('of answers in threads they wrote in', async () => {
    const id = await write('Vocal is low')
    await reply(id, 'By how much?', 'olga')
    await reply(id, 'Two decibels', 'ed')
    expect([await kinds('cora'), await kinds('olga'), await kinds('ed')]).toEqual([
      ['reply', 'reply'],
      ['reply'],
      ['note'],
    ])
    expect((await inbox('cora'))[0]).toMatchObject({ note: { id }, excerpt: 'Two decibels' })
  })

  test('of their note that is fixed, and the engineer of one that is opened again', async () => {
    const id = await write('Vocal is low')
    await setState(id, 'fixed', 'ed')
    await setState(id, 'open', 'cora')
    expect([await kinds('cora'), await kinds('ed')]).toEqual([['fixed'], ['reopened', 'note']])
  })

  test('of a task that is given to them, by its number', async () => {
    const { id } = (
      await world.as('olga', 'POST /api/projects/:projectId/tasks', {
        body: { title: 'Kick 1 dB lower', trackId: world.here['trackId'], assigneeId: 'ed' },
      })
    ).body
    const edit = (body: object) =>
      world.as('olga', 'PATCH /api/projects/:projectId/tasks/:taskId', { params: { taskId: id }, body })
    await edit({ title: 'Kick 2 dB lower' })
    const [item] = await inbox('ed')
    expect([item]).toMatchObject([
      { kind: 'assignment', actor: { name: 'Olga' }, task: { number: 'LT-1', title: 'Kick 2 dB lower' } },
    ])
    expect(item && inboxPath(item)).toBe(`/?projectId=${world.here['projectId']}&tab=tasks&task=${id}`)
    await edit({ assigneeId: 'cora' })
    expect([await kinds('ed'), await kinds('cora')]).toEqual([['assignment'], ['assignment']])
  })

  test('of a new version by whoever uploaded it, when it can be heard for the first time', async () => {
    const versionId = await bounce(2)
    await happen('version.ready', { versionId })
    await happen('version.checking', { versionId })
    await happen('version.ready', { versionId })
    expect(await inbox('lin')).toMatchObject([
      { kind: 'version', actor: { id: 'ed' }, version: { id: versionId, number: 2 } },
    ])
    expect(await kinds('ed')).toEqual([])
  })

  test('not of a version whose uploader tells nobody', async () => {
    const versionId = await bounce(2)
    await world.services.database.db.updateTable('versions').set({ is_quiet: 1 }).where('id', '=', versionId).execute()
    await happen('version.ready', { versionId })
    expect(await kinds('lin')).toEqual([])
  })

  test('of a version until its uploader takes the news back from those who have not read it', async () => {
    const versionId = await bounce(2)
    const takeBack = (as: PersonName) =>
      world.as(as, 'POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/untold', {
        params: { versionId },
      })
    await happen('version.ready', { versionId })
    const [item] = await inbox('olga')
    await world.as('olga', 'PUT /api/inbox/:notificationId/read', {
      params: { notificationId: item?.id ?? '' },
      body: { read: true },
    })
    expect((await takeBack('olga')).status).toBe(403)
    expect((await takeBack('cora')).status).toBe(403)
    expect((await takeBack('ed')).body).toEqual({ count: 2 })
    expect([await kinds('lin'), await kinds('olga')]).toEqual([[], ['version']])
    // A later event does not tell it again.
    await happen('version.ready', { versionId })
    expect(await kinds('lin')).toEqual([])
  })

  test('of their own file that failed', async () => {
    await happen('version.refused', { versionId: world.here['versionId'] ?? '' })
    expect([await kinds('ed'), await kinds('olga')]).toEqual([['failed'], []])
    expect((await inbox('ed'))[0]?.actor).toBeNull()
  })

  test('of an invitation that was accepted, who made it alone', async () => {
    const { id } = (await world.as('olga', 'POST /api/projects/:projectId/invites', { body: {} })).body
    await world.as('stan', 'POST /api/invite/:inviteId/accept', { params: { inviteId: id } })
    expect([await kinds('olga'), await kinds('ed'), await kinds('stan')]).toEqual([['joined'], [], []])
  })
})

describe('requests for access', () => {
  test('reach who made the invitation alone', async () => {
    const { id: inviteId } = (
      await world.as('olga', 'POST /api/projects/:projectId/invites', { body: { email: 'jo@okafor.fm' } })
    ).body
    await world.as('stan', 'POST /api/invite/:inviteId/request', { params: { inviteId } })
    expect([await kinds('olga'), await kinds('ed'), await kinds('stan')]).toEqual([['access'], [], []])
    expect((await inbox('olga'))[0]).toMatchObject({ actor: { name: 'Stan' } })
  })
})

describe('approvals', () => {
  const ask = (reviewerIds: readonly PersonName[], more: object = {}) => {
    world.pass(1000)
    return world.as('ed', 'POST /api/projects/:projectId/tracks/:trackId/approvals', {
      body: { versionId: world.here['versionId'], reviewerIds, ...more },
    })
  }
  const decide = (as: PersonName, decision: string, body = '') => {
    world.pass(1000)
    return world.as(as, 'POST /api/projects/:projectId/tracks/:trackId/decisions', {
      body: { versionId: world.here['versionId'], decision, body, fromSeconds: 3 },
    })
  }

  test('are asked of each reviewer once', async () => {
    expect((await ask(['cora'])).status).toBe(200)
    await ask(['olga'])
    expect([await kinds('cora'), await kinds('olga'), await kinds('lin')]).toEqual([['asked'], ['asked'], []])
    expect((await inbox('olga'))[0]).toMatchObject({ actor: { id: 'ed' }, version: { number: 1 } })
  })

  test('are asked of who was asked for the following versions too', async () => {
    await ask(['cora'], { following: true })
    await happen('version.ready', { versionId: await bounce(2) })
    expect(await kinds('cora')).toEqual(['asked', 'asked'])
    expect(await kinds('lin')).toEqual(['version'])
  })

  test('come with what to listen for, which is not said again of a version that follows', async () => {
    await ask(['cora'], { message: 'Bridge: drums are out', following: true })
    await ask(['olga'])
    expect([(await inbox('cora'))[0]?.excerpt, (await inbox('olga'))[0]?.excerpt]).toEqual([
      'Bridge: drums are out',
      null,
    ])
    await happen('version.ready', { versionId: await bounce(2) })
    expect(await inbox('cora')).toMatchObject([
      { version: { number: 2 }, excerpt: null },
      { version: { number: 1 }, excerpt: 'Bridge: drums are out' },
    ])
  })

  test('are told to who asked, with the words of who wants changes, and not twice', async () => {
    await ask(['cora', 'olga'])
    await decide('cora', 'approved', 'Love it. Ship it.')
    await decide('olga', 'changes', 'Vocal is low')
    expect(await inbox('ed')).toMatchObject([
      { kind: 'changes', actor: { id: 'olga' }, note: { fromSeconds: 3 }, excerpt: 'Vocal is low' },
      { kind: 'approved', actor: { id: 'cora' }, excerpt: 'Love it. Ship it.' },
    ])
  })

  test('of several tracks at once are one line, which opens the project', async () => {
    const { projectId, trackId = '', versionId = '' } = world.here
    const versions = [{ trackId, versionId }]
    for (const [index, title] of ['Salt', 'Kite'].entries()) {
      const { id } = (await world.as('ed', 'POST /api/projects/:projectId/tracks', { body: { title } })).body
      versions.push({ trackId: id, versionId: `other-${index}` })
      await aVersion(world, { id: `other-${index}`, track_id: id, sequence: index + 2 })
    }
    world.pass(1000)
    const made = await world.as('cora', 'POST /api/projects/:projectId/decisions', { body: { versions } })
    const [item, ...others] = await inbox('ed')
    expect([item, others]).toMatchObject([{ kind: 'approved', actor: { id: 'cora' }, track: null, tracks: 3 }, []])
    expect(item && [lineOf(item), inboxPath(item)]).toEqual(['Cora approved 3 tracks', `/?projectId=${projectId}`])
    expect(await unread('ed')).toBe(1)
    world.pass(1000)
    await world.as('cora', 'POST /api/projects/:projectId/decisions', { body: { versions: versions.slice(0, 1) } })
    expect((await inbox('ed')).map(lineOf)).toEqual(['Cora approved Kiln v1', 'Cora approved 3 tracks'])
    for (const [index, { id: decisionId }] of made.body.items.slice(1).entries())
      await world.as('cora', 'DELETE /api/projects/:projectId/tracks/:trackId/decisions/:decisionId', {
        params: { trackId: versions[index + 1]?.trackId ?? '', decisionId },
      })
    expect((await inbox('ed')).map(({ tracks }) => tracks)).toEqual([1, 1])
  })

  test('that are undone leave the inbox, unless they were read', async () => {
    const undo = (decisionId: string) =>
      world.as('cora', 'DELETE /api/projects/:projectId/tracks/:trackId/decisions/:decisionId', {
        params: { decisionId },
      })
    const first = await decide('cora', 'approved')
    expect(await kinds('ed')).toEqual(['approved'])
    await undo(first.body.id)
    expect([await kinds('ed'), await unread('ed')]).toEqual([[], 0])
    await decide('cora', 'approved')
    const changes = await decide('cora', 'changes')
    expect(await kinds('ed')).toEqual(['changes', 'approved'])
    await undo(changes.body.id)
    expect(await kinds('ed')).toEqual(['approved'])
    await world.as('ed', 'POST /api/inbox/read-all', { body: {} })
    const second = await decide('cora', 'approved')
    const [item] = await inbox('ed')
    await world.as('ed', 'PUT /api/inbox/:notificationId/read', {
      params: { notificationId: item?.id ?? '' },
      body: { read: true },
    })
    await undo(second.body.id)
    expect(await kinds('ed')).toEqual(['approved', 'approved'])
  })

  test('are told though the note of their words has left the trash', async () => {
    await ask(['olga'])
    await decide('olga', 'changes', 'Vocal is low')
    await world.services.database.db.deleteFrom('notes').execute()
    expect(await inbox('ed')).toMatchObject([
      { kind: 'changes', actor: { id: 'olga' }, note: null, excerpt: 'Vocal is low' },
    ])
  })
})

describe('what was seen on the track', () => {
  const see = (as: PersonName) =>
    world.as(as, 'PUT /api/projects/:projectId/tracks/:trackId/notes/seen', { body: { seenAt: world.services.now() } })

  test('is read, whether it was seen before or after it was told', async () => {
    await write('@Olga and @Lin')
    await see('olga')
    expect([await unread('olga'), (await inbox('olga'))[0]?.readAt]).toEqual([0, world.services.now()])
    await inbox('lin')
    expect(await unread('lin')).toBe(1)
    await see('lin')
    expect(await unread('lin')).toBe(0)
  })

  test('does not hide what came after', async () => {
    await see('olga')
    await write('@Olga')
    await inbox('olga')
    expect(await unread('olga')).toBe(1)
  })
})

describe('nobody is told', () => {
  test('of what they did themselves', async () => {
    const id = await write('@Ed, mine', 'ed')
    await reply(id, 'and mine', 'ed')
    await world.as('ed', 'POST /api/projects/:projectId/tasks', { body: { title: 'Mine', assigneeId: 'ed' } })
    expect(await kinds('ed')).toEqual([])
  })

  test('of what they may not see any more, whether they left before it was made or after', async () => {
    await write('@Lin, listen')
    expect(await kinds('lin')).toEqual(['mention'])
    await write('@Lin, once more')
    await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'lin' } })
    expect([await kinds('lin'), await unread('lin')]).toEqual([[], 0])
    await world.as('olga', 'POST /api/projects/:projectId/members/:userId/restore', { params: { userId: 'lin' } })
    // The second was not created.
    expect(await kinds('lin')).toEqual(['mention'])
  })

  test('of what is in the trash', async () => {
    const id = await write('@Olga, oops')
    expect(await unread('olga')).toBe(0)
    expect(await kinds('olga')).toEqual(['mention'])
    await world.as('cora', 'DELETE /api/projects/:projectId/notes/:noteId', { params: { noteId: id } })
    expect([await kinds('olga'), await unread('olga')]).toEqual([[], 0])
    await world.as('olga', 'DELETE /api/projects/:projectId')
    expect(await kinds('ed')).toEqual([])
  })

  test('of a project they muted, or by a way they switched off', async () => {
    await mute('ed', 'all')
    await choose('olga', 'mention', { inApp: false, mail: 'off' })
    await write('@Olga and @Lin, louder')
    expect([await kinds('ed'), await kinds('olga'), await kinds('lin')]).toEqual([[], [], ['mention']])
    await mute('ed', 'none')
    await write('Softer')
    expect(await kinds('ed')).toEqual(['note'])
  })
})

describe('every notification is made once', () => {
  const rows = async () =>
    (await world.services.database.db.selectFrom('notifications').select(['user_id', 'seq']).execute()).map(
      ({ user_id: userId, seq }) => `${userId} ${seq}`,
    )

  test('also when several processes follow at once', async () => {
    for (let i = 0; i < 12; i++) await write(`@Olga ${i}`)
    await Promise.all(Array.from({ length: 6 }, () => consumeEvents(world.services)))
    const made = await rows()
    expect(made).toHaveLength(24)
    expect(new Set(made).size).toBe(24)
  })

  test('also when a process dies between the rows and the cursor', async () => {
    await write('@Olga')
    const { database } = world.services
    const broken = {
      ...world.services,
      newId: (() => {
        let calls = 0
        return () => {
          if (++calls > 1) throw new Error('power')
          return world.services.newId()
        }
      })(),
    }
    await expect(consumeEvents(broken)).rejects.toThrow('power')
    expect(await rows()).toEqual([])
    await consumeEvents(world.services)
    expect(await rows()).toHaveLength(2)
    // Even a cursor that was set back creates nothing twice.
    await database.db.updateTable('inbox_cursors').set({ seq: 0 }).execute()
    await database.db.updateTable('streams').set({ inbox_news: 1 }).where('id', 'like', 'project:%').execute()
    await consumeEvents(world.services)
    expect(await rows()).toHaveLength(2)
    expect(await consumeStream(world.services, stream())).toBe(0)
  })

  test('and the windows of those who are told hear of it', async () => {
    await write('@Olga')
    await consumeEvents(world.services)
    const told = await world.services.database.db
      .selectFrom('events')
      .select(['stream_id', 'refs'])
      .where('kind', '=', 'inbox.added')
      .orderBy('stream_id')
      .execute()
    expect(told).toEqual([
      { stream_id: 'user:ed', refs: '{}' },
      { stream_id: 'user:olga', refs: '{}' },
    ])
  })
})

describe('the list', () => {
  test('comes in pages that neither repeat nor skip, newest first', async () => {
    for (const body of ['a', 'b', 'c', 'd', 'e']) await write(body)
    await consumeEvents(world.services)
    const first = (await world.as('ed', 'GET /api/inbox', { query: { limit: '2' } })).body
    const rest = (await world.as('ed', 'GET /api/inbox', { query: { limit: '200', cursor: first.nextCursor } })).body
    expect([...first.items, ...rest.items].map(({ excerpt }: InboxItem) => excerpt)).toEqual(['e', 'd', 'c', 'b', 'a'])
    expect(rest.nextCursor).toBeNull()
  })

  test('shows a kind alone, and the unread alone', async () => {
    await write('@Ed')
    await write('plain')
    expect(await kinds('ed', { kind: 'mention' })).toEqual(['mention'])
    const [item] = await inbox('ed')
    await world.as('ed', 'PUT /api/inbox/:notificationId/read', {
      params: { notificationId: item?.id ?? '' },
      body: { read: true },
    })
    expect(await kinds('ed', { unread: 'true' })).toEqual(['mention'])
    expect(await unread('ed')).toBe(1)
  })

  test('is marked as read by its owner alone, and back', async () => {
    await write('@Ed')
    const id = (await inbox('ed'))[0]?.id ?? ''
    const set = (as: PersonName, read: boolean) =>
      world.as(as, 'PUT /api/inbox/:notificationId/read', { params: { notificationId: id }, body: { read } })
    expect((await set('olga', true)).status).toBe(404)
    expect((await set('ed', true)).status).toBe(200)
    expect(await unread('ed')).toBe(0)
    await set('ed', false)
    expect(await unread('ed')).toBe(1)
  })

  test('is marked as read as a whole, and that is undone without what was read before', async () => {
    for (const body of ['a', 'b', 'c']) await write(body)
    const [, , oldest] = await inbox('ed')
    await world.as('ed', 'PUT /api/inbox/:notificationId/read', {
      params: { notificationId: oldest?.id ?? '' },
      body: { read: true },
    })
    world.pass(1000)
    const { body } = await world.as('ed', 'POST /api/inbox/read-all', { body: {} })
    expect([body.count, await unread('ed')]).toEqual([2, 0])
    await world.as('ed', 'POST /api/inbox/read-all/undo', { body: { readAt: body.readAt } })
    expect(await unread('ed')).toBe(2)
  })
})

test('what is older than half a year is forgotten', async () => {
  await write('@Olga')
  await inbox('olga')
  world.pass(181 * 24 * 3_600_000)
  await write('@Olga')
  await inbox('olga')
  await keepHouse(serverScope(world.services))
  expect(await kinds('olga')).toEqual(['mention'])
})

describe('settings', () => {
  test('have sensible defaults, and keep what is not named', async () => {
    expect((await world.as('ed', 'GET /api/inbox/settings')).body).toMatchObject({
      channels: { mention: { inApp: true, mail: 'now' }, version: { inApp: true, mail: 'digest' } },
      quiet: null,
      digestAt: 480,
      mutes: [],
      sendsMail: false,
    })
    await choose('ed', 'version', { inApp: false, mail: 'off' })
    await world.as('ed', 'PATCH /api/inbox/settings', {
      body: { quiet: { from: 1320, to: 420 }, timeZone: 'Europe/Berlin' },
    })
    await choose('ed', 'note', { inApp: true, mail: 'now' })
    expect((await world.as('ed', 'GET /api/inbox/settings')).body).toMatchObject({
      channels: { mention: { mail: 'now' }, version: { inApp: false, mail: 'off' }, note: { mail: 'now' } },
      quiet: { from: 1320, to: 420 },
      timeZone: 'Europe/Berlin',
    })
    expect((await world.as('olga', 'GET /api/inbox/settings')).body).toMatchObject({ quiet: null })
  })

  test('refuse a place that is none', async () => {
    expect((await world.as('ed', 'PATCH /api/inbox/settings', { body: { timeZone: 'Mars/Olympus' } })).status).toBe(400)
  })

  test('list the muted projects one is still in', async () => {
    await mute('lin', 'mail')
    const mutes = async () => (await world.as('lin', 'GET /api/inbox/settings')).body.mutes
    expect(await mutes()).toEqual([{ projectId: world.here['projectId'], projectName: 'Low Tide', level: 'mail' }])
    await world.as('olga', 'DELETE /api/projects/:projectId/members/:userId', { params: { userId: 'lin' } })
    expect(await mutes()).toEqual([])
  })
})
