import { join } from 'node:path'
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
import { Chance } from '../trust/chance.ts'
import { makeSong } from '../trust/make-song.ts'

/**
 * The whole product with a project of 10 tracks with 20 analysed versions each. Prints its address, the project's path
 * and a session.
 */
const TRACKS = 10
const VERSIONS = 20

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
await migrate(database.db, database.engine)
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
const { server } = await openApp({ services, webRoot: undefined, setupToken: '' })
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
const project = await fetch(`${url}/api/projects`, {
  method: 'POST',
  headers: { 'content-type': 'application/json', cookie },
  body: JSON.stringify({ name: 'Low Tide' }),
})
const { id: projectId }: { id: string } = await project.json()
await fillProject()
console.log(`${url} /api/projects/${projectId} ${cookie}`)

/** One real version, analysed by the real decoder; the others are copies of its row. */
async function fillProject(): Promise<void> {
  const song = makeSong(new Chance('bench'), 'Low Tide.wav', 5)
  for (let track = 0; track < TRACKS; track++) {
    const metadata = `filename ${btoa(song.fileName)},trackTitle ${btoa(`Track ${track}`)}`
    await fetch(`${url}/api/projects/${projectId}/uploads`, {
      method: 'POST',
      headers: {
        cookie,
        'tus-resumable': '1.0.0',
        'upload-length': String(song.bytes.byteLength),
        'upload-metadata': metadata,
        'content-type': 'application/offset+octet-stream',
      },
      body: Buffer.from(song.bytes),
    })
  }
  await new JobRunner(services, jobHandlers('normal')).drain()
  const { db } = database
  const versions = await db.selectFrom('versions').selectAll().orderBy('sequence').execute()
  if (versions.length !== TRACKS || versions.some(({ state }) => state !== 'ready'))
    throw new Error('the songs were not analysed')
  let sequence = TRACKS
  for (const version of versions) {
    for (let number = 2; number <= VERSIONS; number++)
      await db
        .insertInto('versions')
        .values({
          ...version,
          id: newId(),
          number,
          sequence: ++sequence,
          changelog: `Mix ${number}: louder snare, the voice a little drier`,
        })
        .execute()
  }
}
