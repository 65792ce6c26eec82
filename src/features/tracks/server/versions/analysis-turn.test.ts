import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openWorld, type World } from '#testing/world.ts'
import { enqueue } from '#server/jobs/jobs.queue.ts'
import { change, serverScope } from '#server/scope.ts'
import { AnalysisTurn } from './analysis-turn.ts'
import { analyseVersion } from './version-analysis.kind.ts'

let world: World
let turn: AnalysisTurn | undefined
beforeEach(async () => {
  world = await openWorld()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] })
})
afterEach(async () => {
  turn?.end()
  vi.useRealTimers()
  await world.close()
})

const another = () =>
  change(serverScope(world.services), (scope) => enqueue(scope, analyseVersion, { versionId: 'other' }))
const begin = (isLastAttempt = false) => (turn = new AnalysisTurn({ services: world.services, isLastAttempt }))
/** Whether it is over some seconds later. */
async function overAfter(seconds: number): Promise<boolean> {
  vi.advanceTimersByTime(seconds * 1000)
  // What it asks the database is answered by then.
  await world.services.database.db.selectFrom('jobs').select('id').execute()
  await world.services.database.db.selectFrom('jobs').select('id').execute()
  return turn?.signal.aborted ?? false
}

test('a file that hangs gives way once others wait, and not before', async () => {
  begin()
  expect(await overAfter(60)).toBe(false)
  await another()
  expect(await overAfter(1)).toBe(true)
})

test('a file has four seconds whoever waits', async () => {
  await another()
  begin()
  expect(await overAfter(4)).toBe(false)
  expect(await overAfter(1)).toBe(true)
})

test('a long file that will soon be done is finished', async () => {
  await another()
  begin().progress(0.5)
  expect(await overAfter(10)).toBe(false)
  expect(await overAfter(10)).toBe(true)
})

test('the last attempt is not given away', async () => {
  await another()
  begin(true)
  expect(await overAfter(60)).toBe(false)
})
