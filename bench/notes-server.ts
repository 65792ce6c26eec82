import { join, resolve } from 'node:path'
import { openApp } from '#app/server/app.ts'
import { readConfig } from '#server/config.ts'
import { migrate } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { localBus } from '#server/events/bus.ts'
import { jobHandlers } from '#app/server/feature-parts.ts'
import { newId } from '#server/ids.ts'
import { JobRunner } from '#server/jobs/job-runner.ts'
import { openLog } from '#server/log.ts'
import type { Services } from '#server/services.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { noteDirections, noteParts, noteSections } from '#features/notes/note-marks.ts'
import { Chance } from '../trust/chance.ts'
import { makeSong } from '../trust/make-song.ts'

/**
 * The whole product with two projects of one track each: 100 notes, and 10,000 notes with 2,000 tasks. Prints their
 * URLs.
 */
const dataDir = join(process.argv[2] ?? '', 'data')
const config = readConfig({
  DATA_DIR: dataDir,
  HOST: '127.0.0.1',
  PORT: '0',
  LOG_LEVEL: 'error',
  SIGN_IN_RATE_LIMIT: '0',
  MIN_FREE_MB: '0',
})
const database = openDatabase({ url: undefined, dataDir })
const { db } = database
await migrate(db, database.engine)
const services: Services = {
  config,
  log: openLog(config.LOG_LEVEL),
  database,
  storage: await openStorage({ config, workshop: join(dataDir, 'tmp'), newId, isNew: true }),
  bus: localBus(),
  workshop: join(dataDir, 'tmp'),
  now: Date.now,
  newId,
}
const { server } = await openApp({ services, webRoot: resolve('build/web'), setupToken: '' })
const url = await server.listen({ host: '127.0.0.1', port: 0 })
const signedUp = await fetch(`${url}/api/auth/sign-up/email`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ name: 'Olga', email: 'olga@example.com', password: 'correct horse' }),
})
const cookie = signedUp.headers
  .getSetCookie()
  .map((one) => one.split(';')[0])
  .join('; ')
const song = makeSong(new Chance('bench'), 'Low Tide.wav', 60)
const places = []
for (const [name, notes, tasks] of [
  ['few', 100, 20],
  ['many', 10_000, 2000],
] as const)
  places.push(await fill(name, notes, tasks))
console.log(JSON.stringify(places))

async function fill(name: string, notes: number, tasks: number) {
  const { id: projectId }: { id: string } = await (
    await fetch(`${url}/api/projects`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', cookie },
      body: JSON.stringify({ name }),
    })
  ).json()
  await fetch(`${url}/api/projects/${projectId}/uploads`, {
    method: 'POST',
    headers: {
      cookie,
      'tus-resumable': '1.0.0',
      'upload-length': String(song.bytes.byteLength),
      'upload-metadata': `filename ${btoa(song.fileName)},trackTitle ${btoa('Kiln')}`,
      'content-type': 'application/offset+octet-stream',
    },
    body: Buffer.from(song.bytes),
  })
  await new JobRunner(services, jobHandlers('normal')).drain()
  const version = await db
    .selectFrom('versions')
    .selectAll()
    .where('project_id', '=', projectId)
    .executeTakeFirstOrThrow()
  const { id: authorId } = await db.selectFrom('user').select('id').executeTakeFirstOrThrow()
  const at = Date.now() - 10 * notes
  const remarks = [
    'the **snare** rings at 400 Hz',
    'vocal under the guitars, ride it up a little before the chorus and let go again',
    'love this lift',
  ]
  for (let from = 0; from < notes; from += 100)
    await db
      .insertInto('notes')
      .values(Array.from({ length: 100 }, (_, i) => noteRow(from + i)))
      .execute()
  for (let from = 0; from < tasks; from += 20)
    await db
      .insertInto('tasks')
      .values(Array.from({ length: 20 }, (_, i) => taskRow(from + i)))
      .execute()
  return { name, url, cookie, projectId, trackId: version.track_id, versionId: version.id, notes }

  function noteRow(i: number) {
    const from = ((i * 7919) % notes) * ((version.duration_seconds ?? 60) / notes)
    return {
      id: newId(),
      project_id: projectId,
      track_id: version.track_id,
      version_id: version.id,
      parent_id: null,
      from_seconds: from,
      to_seconds: i % 3 === 0 ? from + 1.5 : null,
      body: `Note ${i}: ${remarks[i % 3]}`,
      author_id: authorId,
      section: noteSections[i % 7] ?? null,
      part: noteParts[i % 9] ?? null,
      direction: noteDirections[i % 3] ?? null,
      visibility: 'everyone' as const,
      set_id: null,
      state: i % 4 === 0 ? ('fixed' as const) : ('open' as const),
      fixed_in: i % 4 === 0 ? version.id : null,
      fixed_by: i % 4 === 0 ? authorId : null,
      created_at: at + i * 10,
      edited_at: null,
      deleted_at: null,
    }
  }

  function taskRow(i: number) {
    return {
      id: newId(),
      project_id: projectId,
      number: i + 1,
      title: `Task ${i}`,
      description: '',
      state: 'todo' as const,
      priority: 'normal' as const,
      position: i,
      assignee_id: null,
      due_on: null,
      track_id: version.track_id,
      from_seconds: i % 60,
      to_seconds: null,
      note_id: null,
      created_by: authorId,
      created_at: at,
      updated_at: at,
      deleted_at: null,
    }
  }
}
