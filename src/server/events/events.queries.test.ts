import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'
import { change, serverScope } from '../scope.ts'
import { emit, eventsAfter, lastSeq } from './events.queries.ts'

let world: World
beforeAll(async () => {
  world = await openWorld()
})
afterAll(() => world.close())

const seqs = async (stream: `project:${string}`) =>
  (await eventsAfter(world.services.database.db, stream, 0, 1000)).map(({ seq }) => seq)
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1)

describe('the events of a stream', () => {
  test('are numbered without a gap when fifty people write at once', async () => {
    await Promise.all(
      upTo(50).map((n) =>
        change(serverScope(world.services), (scope) => emit(scope, 'project:busy', 'track.edited', { n: String(n) })),
      ),
    )
    expect(await seqs('project:busy')).toEqual(upTo(50))
    expect(await lastSeq(world.services.database.db, 'project:busy')).toBe(50)
  })

  test('leave no gap where a change was refused, and tell nobody of it', async () => {
    const woken: (string | null)[] = []
    const off = world.services.bus.onWake((stream) => void woken.push(stream))
    const outcomes = await Promise.allSettled(
      upTo(20).map((n) =>
        change(serverScope(world.services), async (scope) => {
          await emit(scope, 'project:moody', 'track.edited', { n: String(n) })
          if (n % 4 === 0) throw new Error('refused after all')
        }),
      ),
    )
    off()
    expect(outcomes.filter(({ status }) => status === 'rejected')).toHaveLength(5)
    expect(await seqs('project:moody')).toEqual(upTo(15))
    expect(woken.filter((stream) => stream === 'project:moody')).toHaveLength(15)
  })

  test('are numbered without a gap when members work through the routes at once', async () => {
    const { projectId = '' } = world.here
    const before = await lastSeq(world.services.database.db, `project:${projectId}`)
    const answers = await Promise.all(
      upTo(50).map((n) =>
        world.as(n % 2 ? 'ed' : 'cora', 'POST /api/projects/:projectId/tasks', { body: { title: `Take ${n}` } }),
      ),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers.map(({ body }) => body.number).toSorted((a, b) => a - b)).toEqual(upTo(50))
    expect(await seqs(`project:${projectId}`)).toEqual(upTo(before + 50))
  })
})
