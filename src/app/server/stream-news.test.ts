import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openEmptyDatabase } from '#testing/test-database.ts'
import { openWorld, type World } from '#testing/world.ts'
import { migrate } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations.ts'
import { catchUp } from './feature-parts.ts'
import { change, serverScope } from '#server/scope.ts'
import { emit } from '#server/events/events.queries.ts'
import { catchUpWith, type StreamConsumer } from '#server/events/stream-consumers.ts'
import { newsMarks, streamsWithNews, takeMark } from '#server/events/stream-news.ts'

const BUSY = 'project:busy'
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const db = () => world.services.database.db
const happen = (stream: typeof BUSY | 'user:olga' = BUSY) =>
  change(serverScope(world.services), (scope) =>
    stream === BUSY
      ? emit(scope, stream, 'track.edited', {})
      : emit(scope, stream as 'user:olga', 'session.changed', {}),
  )
const marked = async () => (await streamsWithNews(db(), 'inbox_news')).map(({ stream }) => stream)
/** Does no work and reports whether it was called. */
const follower = (follow: StreamConsumer['follow']): StreamConsumer => ({
  name: 'test',
  mark: 'inbox_news',
  follow,
  next: async () => undefined,
  skip: async () => {},
})

describe('a stream with news', () => {
  beforeEach(() => catchUp(world.services))

  test('is on the list of each follower until that has worked on it', async () => {
    await happen()
    for (const mark of newsMarks) expect(await streamsWithNews(db(), mark), mark).toMatchObject([{ stream: BUSY }])
    await catchUp(world.services)
    for (const mark of newsMarks) expect(await streamsWithNews(db(), mark), mark).toEqual([])
  })

  test('is not one’s own: nobody follows that', async () => {
    await happen('user:olga')
    expect(await marked()).toEqual([])
  })

  test('stays on the list where more happens while it is worked on', async () => {
    await happen()
    await catchUpWith(
      world.services,
      follower(async () => {
        await happen()
        return 0
      }),
    )
    expect(await marked()).toEqual([BUSY])
  })

  test('stays on the list where more happens while it is taken off', async () => {
    await happen()
    const [news] = await streamsWithNews(db(), 'inbox_news')
    if (!news) throw new Error('no news')
    let taken: Promise<void> | undefined
    await change(serverScope(world.services), async (scope) => {
      await emit(scope, BUSY, 'track.edited', {})
      // From another connection: it must wait for this change.
      taken = takeMark(db(), 'inbox_news', news)
    })
    await taken
    expect(await marked()).toEqual([BUSY])
  })

  test('is looked at again by the next, where work on it failed or was killed', async () => {
    await happen()
    await expect(
      catchUpWith(
        world.services,
        follower(async () => {
          throw new Error('killed')
        }),
      ),
    ).rejects.toThrow('killed')
    expect(await marked()).toEqual([BUSY])
  })
})

test('an upgrade marks the streams that are behind, and no other', async () => {
  const database = await openEmptyDatabase()
  const before = new Set(migrations.map(({ name }) => name).filter((name) => name < '0023'))
  await migrate(database.db, database.engine, { only: before })
  // Today's columns have defaults, and do not exist yet.
  for (const [id, seq] of [
    ['project:told', 2],
    ['project:behind', 3],
    ['project:new', 1],
    ['user:olga', 5],
  ] as const)
    await database.db.insertInto('streams').values({ id, seq }).execute()
  for (const cursors of ['inbox_cursors', 'webhook_cursors'] as const)
    await database.db
      .insertInto(cursors)
      .values([
        { stream_id: 'project:told', seq: 2 },
        { stream_id: 'project:behind', seq: 2 },
      ])
      .execute()
  await migrate(database.db, database.engine)
  expect(await streamsWithNews(database.db, 'inbox_news')).toEqual([
    { stream: 'project:behind', seq: 3 },
    { stream: 'project:new', seq: 1 },
  ])
  expect(await streamsWithNews(database.db, 'webhook_news')).toEqual([])
  await database.close()
})
