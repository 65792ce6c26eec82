import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { backupVolumeMissing } from '#server/backup/backup-volume.ts'
import { lastBackupAt } from '#server/backup/last-backup.ts'
import type { Config } from '#server/config.ts'
import type { Db } from '#server/db/open-database.ts'
import { mailJob } from '#server/mail/mail.jobs.ts'
import { canUnshare } from '#server/media/sandbox.ts'
import { productVersion } from '#server/product-version.ts'
import type { UserScope } from '#server/scope.ts'
import { keptFreeBytes } from '#server/storage/free-space.ts'
import type { ServerHealth } from '../administration.contract.ts'

/** Read anew each time, to show the current state. */
export async function readHealth(scope: UserScope): Promise<ServerHealth> {
  const { config, db, now, storage } = scope
  const { SMTP_URL, S3_BUCKET } = config
  return {
    version: productVersion(),
    node: process.version,
    startedAt: Math.round(now() - process.uptime() * 1000),
    residentBytes: process.memoryUsage.rss(),
    address: { url: config.baseUrl, configured: config.BASE_URL !== undefined },
    database: {
      engine: config.DATABASE_URL ? 'postgres' : 'sqlite',
      answers: await answers(scope, 'database', sql`select 1`.execute(db)),
      sizeBytes: await databaseBytes(db, config),
    },
    files: {
      store: S3_BUCKET ? 's3' : 'disk',
      answers: await answers(scope, 'files', storage.check()),
      freeBytes: (await storage.freeBytes().catch(() => undefined)) ?? null,
      keptFreeBytes: await keptFreeBytes({ storage, config }),
    },
    queue: await queueOf(db, now()),
    decoder: { sandbox: (await canUnshare()) ? 'isolated' : 'limited' },
    mail: { configured: SMTP_URL !== undefined, ...(await mailOf(db)) },
    lastBackupAt: await lastBackupAt(config.DATA_DIR, db),
    backsUpItself: config.BACKUP_DIR !== undefined,
    backupFolderMissing:
      config.BACKUP_DIR !== undefined && (await backupVolumeMissing(config.BACKUP_DIR, config.DATA_DIR)) !== undefined,
  }
}

async function answers({ log }: UserScope, part: string, asked: Promise<unknown>): Promise<boolean> {
  return asked.then(
    () => true,
    (error: unknown) => {
      log.error({ err: error, part }, 'not healthy')
      return false
    },
  )
}

async function databaseBytes(db: Db, config: Config): Promise<number | null> {
  if (config.DATABASE_URL)
    return (
      (await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(db)).rows[0]?.bytes ??
      null
    )
  const file = join(config.DATA_DIR, 'roughmix.sqlite')
  const sizes = await Promise.all(
    [file, `${file}-wal`].map((one) =>
      stat(one).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  )
  return sizes.reduce((sum, size) => sum + size, 0) || null
}

async function queueOf(db: Db, now: number): Promise<ServerHealth['queue']> {
  const rows = await db
    .selectFrom('jobs')
    .select((eb) => [
      'state',
      eb.fn.countAll<number>().as('count'),
      eb.fn.countAll<number>().filterWhere('run_at', '>', now).as('later'),
      eb.fn.min('run_at').as('since'),
    ])
    .where('state', 'in', ['ready', 'active', 'dead'])
    .groupBy('state')
    .execute()
  const of = (state: string) => rows.find((row) => row.state === state)
  const planned = Number(of('ready')?.later ?? 0)
  return {
    ready: Number(of('ready')?.count ?? 0) - planned,
    planned,
    active: Number(of('active')?.count ?? 0),
    dead: Number(of('dead')?.count ?? 0),
    lateSeconds: Math.max(0, Math.round((now - (of('ready')?.since ?? now)) / 1000)),
  }
}

async function mailOf(db: Db): Promise<Pick<ServerHealth['mail'], 'lastSentAt' | 'waiting' | 'failed'>> {
  const rows = await db
    .selectFrom('jobs')
    .select((eb) => ['state', eb.fn.countAll<number>().as('count'), eb.fn.max('finished_at').as('at')])
    .where('kind', '=', mailJob.kind)
    .groupBy('state')
    .execute()
  const of = (state: string) => rows.find((row) => row.state === state)
  return {
    lastSentAt: of('done')?.at ?? null,
    waiting: Number(of('ready')?.count ?? 0) + Number(of('active')?.count ?? 0),
    failed: Number(of('dead')?.count ?? 0),
  }
}
