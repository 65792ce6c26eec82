import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry } from 'prom-client'
import type { Instant, Seconds } from '#shared/units.ts'
import { lastBackupAt } from '../backup/last-backup.ts'
import type { Db } from '../db/open-database.ts'
import type { JobState } from '../db/platform.tables.ts'
import { productVersion } from '../product-version.ts'
import type { Services } from '../services.ts'
import { storedBytes } from '../storage/storage-hooks.ts'
import { processFacts, watchLoop, type LoopWatch } from './process-facts.ts'

type Measured = Pick<Services, 'config' | 'database' | 'storage' | 'now'>

/** Upper edges of the histogram's buckets, in seconds. Routes also send whole files, hence the long ones. */
const DURATION_EDGES: Seconds[] = [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10, 60]

/** Metrics for operators. Counters start with the process; each process reports its own. */
export class Metrics {
  readonly #services: Measured
  readonly #liveConnections: () => number
  readonly #counted = new Registry()
  /** Labelled by route, not by URL: ids of invites are secrets. */
  readonly #requests = new Histogram({
    name: 'roughmix_http_request_duration_seconds',
    help: 'Requests by route and status, with the time to the last byte.',
    labelNames: ['method', 'route', 'status'],
    buckets: DURATION_EDGES,
    registers: [this.#counted],
  })
  readonly #loop: LoopWatch = watchLoop()

  constructor(services: Measured, liveConnections: () => number) {
    this.#services = services
    this.#liveConnections = liveConnections
  }

  /** Times all requests by route. */
  watch(app: FastifyInstance): void {
    app.addHook('onResponse', (request, reply, done) => {
      this.#requests.observe(
        { method: request.method, route: request.routeOptions.url ?? 'none', status: reply.statusCode },
        reply.elapsedTime / 1000,
      )
      done()
    })
    app.addHook('onClose', async () => this.#loop.stop())
  }

  get liveConnections(): number {
    return this.#liveConnections()
  }

  /** In Prometheus' text format. */
  async text(): Promise<string> {
    const { config, database, storage, now } = this.#services
    const backedUpAt = await lastBackupAt(config.DATA_DIR, database.db)
    const load = database.load()
    const lag = this.#loop.read()
    const facts = await processFacts()
    const asked = new Registry()
    const gauge = gaugesIn(asked)
    gauge('roughmix_info', 'The running version.', {
      labels: { version: productVersion(), database: database.engine },
      value: 1,
    })
    await jobMetrics(database.db, now(), gauge)
    gauge('roughmix_live_connections', 'Open tabs with live updates.', { value: this.#liveConnections() })
    gauge(
      'roughmix_event_loop_lag_seconds',
      'Longest delay of a timer since the last scrape.',
      { labels: { quantile: '0.5' }, value: lag.median },
      { labels: { quantile: '0.99' }, value: lag.p99 },
      { labels: { quantile: '1' }, value: lag.worst },
    )
    gauge(
      'roughmix_database_connections',
      'Connections to the database.',
      { labels: { state: 'open' }, value: load.open },
      { labels: { state: 'idle' }, value: load.idle },
    )
    gauge('roughmix_database_waiting', 'Writes waiting for a connection, or for SQLite’s single writer.', {
      value: load.waiting,
    })
    gauge('roughmix_disk_free_bytes', 'Free where files are kept. Not known of S3.', {
      value: await storage.freeBytes().catch(() => undefined),
    })
    gauge(
      'roughmix_stored_bytes',
      'What files take: originals, of them those in the trash, files on notes, uploads on their way, and what ' +
        'is made from bounces (counted once an hour).',
      ...(await storedBytes.ask(database.db))
        .flatMap(Object.entries<number>)
        .map(([kind, value]) => ({ labels: { kind }, value })),
    )
    gauge('roughmix_backup_age_seconds', 'Since the last backup that is whole; not there where none is known of.', {
      value: backedUpAt === null ? undefined : Math.max(0, now() - backedUpAt) / 1000,
    })
    gauge('process_resident_memory_bytes', 'Memory of the process.', { value: facts.residentBytes })
    gauge('process_heap_bytes', 'Memory of its JavaScript.', { value: facts.heapBytes })
    gauge('process_open_fds', 'Open files and connections.', { value: facts.openFiles })
    new Counter({ name: 'process_cpu_seconds_total', help: 'Processor time used.', registers: [asked] }).inc(
      facts.cpuSeconds,
    )
    gauge('process_start_time_seconds', 'When the process started, in seconds since 1970.', {
      value: facts.startedAt,
    })
    return (await this.#counted.metrics()) + (await asked.metrics())
  }
}

const states: readonly JobState[] = ['ready', 'active', 'dead']

/** Finished jobs are deleted after a while, so only the others are counted. */
async function jobMetrics(db: Db, now: Instant, gauge: AddGauge): Promise<void> {
  const rows = await db
    .selectFrom('jobs')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.min('run_at').as('since'),
      eb.fn.min('finished_at').as('ended'),
    ])
    .where('state', 'in', [...states])
    .groupBy('state')
    .execute()
  const found = new Map(rows.map((row) => [row.state, row]))
  const ages = states.map((state) => {
    const since = state === 'dead' ? found.get(state)?.ended : found.get(state)?.since
    return { labels: { state }, value: since === null || since === undefined ? 0 : Math.max(0, now - since) / 1000 }
  })
  gauge(
    'roughmix_jobs',
    'Background jobs: ready ones wait, active ones run, dead ones wait for a person.',
    ...states.map((state) => ({ labels: { state }, value: Number(found.get(state)?.count ?? 0) })),
  )
  gauge('roughmix_job_oldest_seconds', 'Age of the oldest job: since it was due, or since it failed for good.', ...ages)
}

interface Sample {
  readonly labels?: Readonly<Record<string, string>>
  /** Undefined omits the sample. */
  readonly value: number | undefined
}

type AddGauge = (name: string, help: string, ...samples: readonly Sample[]) => void

function gaugesIn(registry: Registry): AddGauge {
  return (name, help, ...samples) => {
    const gauge = new Gauge({
      name,
      help,
      labelNames: Object.keys(samples[0]?.labels ?? {}),
      registers: [registry],
    })
    // A gauge without labels would start at 0.
    gauge.remove({})
    for (const { labels = {}, value } of samples) if (value !== undefined) gauge.set(labels, value)
  }
}
