import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { notificationsConsumer } from '#features/inbox/server/notifications.consumer.ts'
import { openWorld, type World } from '#testing/world.ts'
import { catchUp } from './feature-parts.ts'
import { change, serverScope } from '#server/scope.ts'
import { emit } from '#server/events/events.queries.ts'
import { type StreamConsumer, startConsumer } from '#server/events/stream-consumers.ts'

const BUSY = 'project:busy'
let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())
beforeEach(() => catchUp(world.services))

const happen = () => change(serverScope(world.services), (scope) => emit(scope, BUSY, 'track.edited', {}))
const nextOf = () => notificationsConsumer.next(world.services, BUSY)

/**
 * The inbox's consumer, with `trouble` running first. After a failure it must be woken, because nothing else happens
 * here.
 */
function troubled(trouble: (seq: number) => Error | undefined): {
  readonly stop: () => Promise<void>
  readonly tried: () => readonly number[]
} {
  const tried: number[] = []
  const follow: StreamConsumer['follow'] = async (services, stream, limit) => {
    const seq = await nextOf()
    const error = seq === undefined ? undefined : trouble(seq)
    if (error && seq !== undefined) {
      tried.push(seq)
      services.bus.wake(stream)
      throw error
    }
    return notificationsConsumer.follow(services, stream, Math.min(limit, 1))
  }
  return { stop: startConsumer(world.services, { ...notificationsConsumer, follow }), tried: () => tried }
}

test('an event that cannot be told is left out after five tries, and what comes after it is told', async () => {
  for (let i = 0; i < 3; i++) await happen()
  const poison = ((await nextOf()) ?? 0) + 1
  const { stop, tried } = troubled((seq) => (seq === poison ? new TypeError('no such note') : undefined))
  await expect.poll(nextOf).toBeUndefined()
  await stop()
  expect(tried()).toEqual(Array.from({ length: 5 }, () => poison))
})

test('a database that is busy leaves nothing out, however often it is asked', async () => {
  await happen()
  const first = await nextOf()
  const { stop, tried } = troubled(() => Object.assign(new Error('database is locked'), { errcode: 5 }))
  await expect.poll(() => tried().length).toBeGreaterThan(6)
  await stop()
  expect(await nextOf()).toBe(first)
})

test('two processes that give one event up leave out that one alone', async () => {
  for (let i = 0; i < 2; i++) await happen()
  const first = (await nextOf()) ?? 0
  for (let i = 0; i < 2; i++) await notificationsConsumer.skip(world.services, BUSY, first)
  expect(await nextOf()).toBe(first + 1)
})
