import { randomBytes } from 'node:crypto'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { openApp } from './app.ts'
import { closeServer } from './close-server.ts'
import { ConfigProblem, readConfig, type Config } from './config.ts'
import { armCrash, crashPoint } from './crash-points.ts'
import { migrate, NewerDatabase } from './db/migrate.ts'
import { openDatabase, type Db } from './db/open-database.ts'
import { localBus } from './events/bus.ts'
import { cutUploads, jobHandlers, startFollowers, startRecurringJobs, tidyUp } from './features.ts'
import { freePort } from './free-port.ts'
import { readiness } from './health.ts'
import { newId } from './ids.ts'
import { JobRunner } from './jobs/job-runner.ts'
import { openLog } from './log.ts'
import type { Services } from './services.ts'
import { onStop } from './stop-signals.ts'
import { makeFolder } from './storage/disk-files.ts'
import { openStorage } from './storage/open-storage.ts'
import { startTrouble } from './start-trouble.ts'

/** Starts the whole product: database, files, background work, pages. */
async function main(config: Config): Promise<void> {
  await makeFolder(config.DATA_DIR)
  const log = openLog(config.LOG_LEVEL)
  armCrash(process.env['CRASH_AT'])
  const database = openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR })
  crashPoint('start.opened')
  const steps = await migrate(database.db, database.engine)
  crashPoint('start.migrated')
  if (steps.length > 0) log.info({ steps }, 'database migrated')
  const services: Services = { config, log, database, storage: await openStorage({ config, newId, isNew: await nothingStored(database.db) }), bus: localBus(), now: Date.now, newId }
  await services.storage.check()

  const setupToken = randomBytes(12).toString('base64url')
  const webRoot = fileURLToPath(new URL('../../build/web', import.meta.url))
  const { server } = await openApp({ services, webRoot: process.env['ROUGHMIX_API_ONLY'] ? undefined : webRoot, setupToken })
  // Leases that a dead server held are freed before the first request could take one.
  await tidyUp(services)
  await startRecurringJobs(services)
  await server.listen({ host: config.HOST, port: config.PORT })
  crashPoint('start.listening')
  const runner = new JobRunner(services, jobHandlers())
  runner.start(config.ANALYSIS_WORKERS + 1)
  const stopFollowers = startFollowers(services)

  onStop(async () => {
    readiness.stopping = true
    log.info('stopping')
    await Promise.all([closeServer(server, () => cutUploads(services)), runner.stop(), stopFollowers()])
    await database.close()
  })

  say(`Roughmix is at ${config.BASE_URL ?? address(server.server.address(), config)}`)
  say(`Its data is in ${config.DATA_DIR}${database.engine === 'postgres' ? ' and PostgreSQL' : ''}${config.S3_BUCKET ? ` and the bucket ${config.S3_BUCKET}` : ''}`)
  const fresh = await server.inject({ url: '/api/server' })
  if (fresh.json<{ setupToken: boolean; fresh: boolean }>().fresh && fresh.json<{ setupToken: boolean }>().setupToken) say(`Setup token for the first account: ${setupToken}`)
}

/** Only then may the folder of files be empty; otherwise its volume is missing. */
async function nothingStored(db: Db): Promise<boolean> {
  const version = await db.selectFrom('versions').select('id').limit(1).executeTakeFirst()
  return version === undefined && (await db.selectFrom('uploads').select('id').limit(1).executeTakeFirst()) === undefined
}

function address(listening: ReturnType<import('node:net').Server['address']>, config: Config): string {
  const port = typeof listening === 'object' && listening !== null ? listening.port : config.PORT
  return `http://${config.HOST}:${port}`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  await main(readConfig(process.env['PORT'] === '0' ? { ...process.env, PORT: String(await freePort()) } : process.env))
} catch (error) {
  const lines = error instanceof ConfigProblem ? error.lines : error instanceof NewerDatabase ? [error.message] : startTrouble(error, process.env)
  if (!lines) throw error
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exitCode = 1
  // A half-opened server would keep the process alive.
  process.exit()
}
