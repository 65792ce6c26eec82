import { expect, test } from 'vitest'
import { openWorld } from '#testing/world.ts'
import { serverScope } from '../scope.ts'
import { keepHouse } from './housekeeping.jobs.ts'

test('a mail that could not be sent is forgotten with its links after a day, other failed work is kept', async () => {
  const world = await openWorld()
  const { db } = world.services.database
  const now = world.services.now()
  const dead = (id: string, kind: string, finishedAt: number) =>
    db
      .insertInto('jobs')
      .values({
        id,
        kind,
        payload: '{}',
        unique_key: null,
        project_id: null,
        state: 'dead',
        attempts: 8,
        max_attempts: 8,
        run_at: 0,
        lease_id: null,
        lease_until: null,
        last_error: 'x',
        created_at: 0,
        finished_at: finishedAt,
      })
      .execute()
  await dead('old-mail', 'mail.send', now - 25 * 3600_000)
  await dead('new-mail', 'mail.send', now - 23 * 3600_000)
  await dead('old-work', 'track.analyse', now - 25 * 3600_000)
  await keepHouse(serverScope(world.services))
  expect(
    (await db.selectFrom('jobs').select('id').where('state', '=', 'dead').orderBy('id').execute()).map(({ id }) => id),
  ).toEqual(['new-mail', 'old-work'])
  await world.close()
})
