import { expect, test } from 'vitest'
import { openWorld } from '#testing/world.ts'
import type { Db } from './open-database.ts'
import { prepared } from './prepared.ts'

const built: Db[] = []
const findName = prepared((db, { email, name }: { readonly email: string; readonly name: string }) => {
  built.push(db)
  return db.selectFrom('user').select(['name']).where('email', '=', email).where('name', '=', name)
})

test('it is built once, and each execution has its own values, in a transaction too', async () => {
  const world = await openWorld()
  const { db } = world.services.database
  const people = await db.selectFrom('user').select(['name', 'email']).orderBy('name').execute()
  expect(people.length).toBeGreaterThan(2)
  for (const { name, email } of people) expect(await findName(db, { email, name })).toEqual({ name })
  const [{ email, name } = { email: '', name: '' }] = people
  expect(await findName(db, { email, name: 'Another' })).toBeUndefined()
  expect(await findName(db, { email: 'nobody@example.com', name })).toBeUndefined()
  await db.transaction().execute(async (changed) => {
    await changed.updateTable('user').set({ name: 'Renamed' }).where('email', '=', email).execute()
    expect(await findName(changed, { email, name: 'Renamed' })).toEqual({ name: 'Renamed' })
    await changed.updateTable('user').set({ name }).where('email', '=', email).execute()
  })
  expect(built).toHaveLength(1)
  await world.close()
})
