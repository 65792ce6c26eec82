import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import Fastify, { type FastifyInstance } from 'fastify'
import { DataLost, refuseLostData } from '#features/administration/server/lost-data.ts'
import { stopTransfers } from '#features/transfers/server/uploads.jobs.ts'
import { authSecret, setupTokenOf } from '#server/auth/mail/secret.ts'
import { keepBeforeMigration } from '#server/backup/keep-before-migration.ts'
import { refuseUnfinished, refuseUnfinishedRows } from '#server/backup/unfinished-restore.ts'
import { closeServer } from '#server/close-server.ts'
import { ConfigProblem, readConfig, type Config } from '#server/config.ts'
import { armCrash, crashPoint } from '#server/crash-points.ts'
import { migrate, NewerDatabase } from '#server/db/migrate.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { refuseOldSqlite } from '#server/db/sqlite-version.ts'
import { DiskWatch } from '#server/disk-watch.ts'
import { openFleet, soleFleet } from '#server/fleet/open-fleet.ts'
import { freePort } from '#server/free-port.ts'
import { readiness, serveHealth } from '#server/health.ts'
import { newId } from '#server/ids.ts'
import { JobRunner } from '#server/jobs/job-runner.ts'
import { openLog } from '#server/log.ts'
import { keepNetwork } from '#server/media/sandbox.ts'
import { Metrics } from '#server/metrics/metrics.ts'
import { serveMetrics, serveMetricsApart } from '#server/metrics/serve-metrics.ts'
import { DataInUse, holdFile, type HeldFile } from '#server/process/process-lock.ts'
import { openWorkshop } from '#server/process/workshop.ts'
import type { Services } from '#server/services.ts'
import { startError } from '#server/start-errors.ts'
import { onStop } from '#server/stop-signals.ts'
import { makeFolder } from '#server/storage/disk-files.ts'
import { nothingStored } from '#server/storage/nothing-stored.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { isFull } from '#server/storage/storage-full.ts'
import { openApp, type App } from './app.ts'
import { jobHandlers, joinEveryFeature, startConsumers, startRecurringJobs } from './feature-parts.ts'

/** Starts the whole product, or the part that the role names: database, files, background work, pages. */
async function main(config: Config): Promise<void> {
  if (!config.DATABASE_URL) refuseOldSqlite(process.versions.sqlite)
  // The database holds sessions, and the folder everybody's music: other users of the machine may read neither.
  process.umask(0o027)
  await makeFolder(config.DATA_DIR)
  const held = holdData(config)
  refuseUnfinished(config.DATA_DIR)
  if (!config.DATABASE_URL) await refuseLostData(config)
  const log = openLog(config.LOG_LEVEL)
  keepNetwork(!config.FFMPEG_SANDBOX)
  armCrash(process.env['CRASH_AT'])
  joinEveryFeature()
  const disk = new DiskWatch(config, log)
  const fleet = config.DATABASE_URL ? await openFleet({ url: config.DATABASE_URL, config, log }) : soleFleet()
  // Before anything opens that may need the space.
  disk.beforeWrite()
  disk.look()
  const database = openDatabase({ url: config.DATABASE_URL, dataDir: config.DATA_DIR, watch: disk })
  crashPoint('start.opened')
  await refuseUnfinishedRows(database)
  if (config.DATABASE_URL) await refuseLostData(config, database)
  const kept = await keepBeforeMigration(database, config.DATA_DIR, Date.now())
  const steps = await migrate(database.db, database.engine)
  crashPoint('start.migrated')
  if (steps.length > 0) log.info({ steps, kept }, 'database migrated')
  const workshop = await openWorkshop(config.DATA_DIR)
  const storage = await openStorage({
    config,
    workshop: workshop.folder,
    newId,
    isNew: await nothingStored(database.db),
    onBroken: disk.onBroken,
  })
  const services: Services = {
    config,
    log,
    database,
    storage,
    bus: fleet.bus,
    workshop: workshop.folder,
    now: fleet.now,
    newId,
  }
  await storage.check().catch((error: unknown) => {
    if (!isFull(error)) throw error
  })

  const { server, metrics } = config.ROLE === 'worker' ? watchedWorker(services) : await everyPage(services)
  const works = config.ROLE !== 'web'
  // Frees leases of a dead server before the first request can take one.
  if (works) await disk.onceThereIsSpace(() => startRecurringJobs(services))
  const listens = config.ROLE !== 'worker' || Boolean(process.env['PORT'])
  if (listens) await server.listen({ host: config.HOST, port: config.PORT })
  crashPoint('start.listening')
  const metricsServer = await serveMetricsApart(metrics, config, log)
  disk.start(storage, config)
  const stopWorking = works ? startWorking(services) : async () => {}

  onStop(async () => {
    readiness.stopping = true
    log.info('stopping')
    await Promise.all([closeServer(server, () => stopTransfers(services)), stopWorking()])
    metricsServer?.close()
    disk.stop()
    await workshop.close()
    await fleet.close()
    await database.close()
    held?.release()
  })

  if (config.ROLE === 'worker')
    return say(`Roughmix works${listens ? `, and says how it is at ${address(server, config)}/readyz` : ''}`)
  say(`Roughmix is at ${config.BASE_URL ?? address(server, config)}`)
  const places = [
    config.DATA_DIR,
    database.engine === 'postgres' && 'PostgreSQL',
    config.S3_BUCKET && `the bucket ${config.S3_BUCKET}`,
  ]
  say(`Its data is in ${places.filter(Boolean).join(' and ')}`)
  // As an external client behind a proxy.
  const fresh = await server.inject({ url: '/api/server', headers: { 'x-forwarded-for': '192.0.2.1' } })
  if (fresh.json<{ setupToken: boolean; fresh: boolean }>().fresh && fresh.json<{ setupToken: boolean }>().setupToken)
    say(`Setup token for the first account: ${setupTokenIn(config)}`)
}

/** A local folder with the database or the files belongs to one server; with both elsewhere, several may share it. */
function holdData({ DATABASE_URL, S3_BUCKET, DATA_DIR }: Config): HeldFile | undefined {
  if (DATABASE_URL && S3_BUCKET) return undefined
  const held = holdFile(join(DATA_DIR, 'roughmix.lock'))
  if (!held)
    throw new DataInUse(
      `Another Roughmix is using ${DATA_DIR}. Stop it first, or choose another folder: DATA_DIR=/path npm start`,
    )
  return held
}

type Serving = Pick<App, 'server' | 'metrics'>

function everyPage(services: Services): Promise<Serving> {
  const webRoot = fileURLToPath(new URL('../../../build/web', import.meta.url))
  return openApp({
    services,
    webRoot: process.env['ROUGHMIX_API_ONLY'] ? undefined : webRoot,
    setupToken: setupTokenIn(services.config),
  })
}

/** Answers only health checks. Its jobs also check permissions and notify other features. */
function watchedWorker(services: Services): Serving {
  const server: FastifyInstance = Fastify({ forceCloseConnections: true })
  const metrics = new Metrics(services, () => 0)
  serveHealth(server, services)
  serveMetrics(server, metrics, services.config)
  return { server, metrics }
}

/** Maximum number of concurrent requests to other servers. */
const CALLERS = 4
/** Maximum number of mails being sent at once. */
const MAILERS = 2

function startWorking(services: Services): () => Promise<void> {
  const runner = new JobRunner(services, jobHandlers('normal'))
  runner.start(services.config.ANALYSIS_WORKERS + 1)
  const callers = new JobRunner(services, jobHandlers('calls'))
  callers.start(CALLERS)
  const mailers = new JobRunner(services, jobHandlers('mail'))
  mailers.start(MAILERS)
  const keeper = new JobRunner(services, jobHandlers('backup'))
  if (services.config.BACKUP_DIR !== undefined) keeper.start(1)
  const stopFollowers = startConsumers(services)
  return async () =>
    void (await Promise.all([runner.stop(), callers.stop(), mailers.stop(), keeper.stop(), stopFollowers()]))
}

function setupTokenIn({ AUTH_SECRET, DATA_DIR }: Config): string {
  return setupTokenOf(authSecret(AUTH_SECRET, DATA_DIR))
}

function address(server: FastifyInstance, { HOST, PORT }: Config): string {
  const listening = server.server.address()
  return `http://${HOST}:${typeof listening === 'object' && listening !== null ? listening.port : PORT}`
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** `--role` overrides the setting, so that processes of a machine can share one `.env`. */
async function settingsOf(env: NodeJS.ProcessEnv): Promise<Readonly<Record<string, string | undefined>>> {
  const { role } = parseArgs({ options: { role: { type: 'string' } } }).values
  return {
    ...env,
    ...(role !== undefined && { ROLE: role }),
    ...(env['PORT'] === '0' && { PORT: String(await freePort()) }),
  }
}

try {
  if (existsSync('.env')) process.loadEnvFile('.env')
  await main(readConfig(await settingsOf(process.env)))
} catch (error) {
  const lines =
    error instanceof ConfigProblem
      ? error.lines
      : error instanceof NewerDatabase || error instanceof DataLost
        ? [error.message]
        : startError(error, process.env)
  if (!lines) throw error
  for (const line of lines) process.stderr.write(`${line}\n`)
  process.exitCode = 1
  // A partly started server would keep the process alive.
  process.exit()
}
