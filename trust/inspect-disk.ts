import { createHash } from 'node:crypto'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { joinEveryFeature } from '#app/server/feature-parts.ts'
import { sweepUploads, type Swept } from '#features/transfers/server/uploads.jobs.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/db/open-database.ts'
import { localBus } from '#server/events/bus.ts'
import { newId } from '#server/ids.ts'
import { openLog } from '#server/log.ts'
import { serverScope } from '#server/scope.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { versionIdOf } from '#server/storage/version-key.ts'

/** A day and an hour, so that everything is too old for the clean-up to spare. */
const LATER_MS = 25 * 3600_000

/** Runs the product's own clean-up over the data of a stopped server, with a later clock. Returns what it removed. */
export async function sweepLater(dataDir: string): Promise<Swept> {
  joinEveryFeature()
  const config = readConfig({ DATA_DIR: dataDir })
  const database = openDatabase({ url: undefined, dataDir })
  try {
    const storage = await openStorage({ config, workshop: join(dataDir, 'tmp'), newId, isNew: false })
    return await sweepUploads(
      serverScope({
        config,
        log: openLog('silent'),
        database,
        storage,
        bus: localBus(),
        workshop: join(dataDir, 'tmp'),
        now: () => Date.now() + LATER_MS,
        newId,
      }),
    )
  } finally {
    await database.close()
  }
}

/** Checks the database and the files of a stopped server without the product's code. Returns one line per problem. */
export function inspectDisk(dataDir: string): readonly string[] {
  const database = new DatabaseSync(join(dataDir, 'roughmix.sqlite'), { readOnly: true })
  try {
    const rows = (sql: string) => database.prepare(sql).all()
    const texts = (sql: string) => rows(sql).map((row) => Object.values(row).join(' '))
    return [
      ...texts('pragma integrity_check').filter((line) => line !== 'ok'),
      ...texts('pragma foreign_key_check').map((line) => `dangling row: ${line}`),
      ...texts(
        'select stream_id, count(*), max(seq) from events group by stream_id ' +
          'having count(*) != max(seq) or min(seq) != 1',
      ).map((line) => `events with gaps: ${line}`),
      ...texts(
        'select streams.id from streams where seq != (select coalesce(max(seq), 0) ' +
          'from events where stream_id = streams.id)',
      ).map((line) => `a stream is not where its events are: ${line}`),
      ...texts(
        'select id from tracks where last_version_number != (select count(*) from versions where track_id = tracks.id)',
      ).map((line) => `version numbers with gaps in track ${line}`),
      ...texts(
        'select id from projects where last_task_number != (select count(*) from tasks where project_id = projects.id)',
      ).map((line) => `task numbers with gaps in project ${line}`),
      ...texts('select actor_id, key from answers where body is null').map(
        (line) => `a request without its answer: ${line}`,
      ),
      ...texts("select id, state from uploads where state in ('receiving', 'sealing')").map(
        (line) => `an upload was left open: ${line}`,
      ),
      ...texts("select id, kind, state, last_error from jobs where state = 'active' or state = 'dead'").map(
        (line) => `a job was left: ${line}`,
      ),
      ...blobs(dataDir, rows('select id, storage_key, size_bytes, sha256, state, report from versions')),
    ]
  } finally {
    database.close()
  }
}

function blobs(dataDir: string, versions: readonly Record<string, unknown>[]): readonly string[] {
  const files = join(dataDir, 'files')
  const wrong = versions.flatMap(({ id, storage_key: key, size_bytes: size, sha256, report }) => {
    const path = join(files, String(key))
    if (!existsSync(path)) return [`the file of version ${String(id)} is missing`]
    const bytes = readFileSync(path)
    const derived = /"inOriginal":true/.test(String(report))
      ? ['stream.fidx', 'peaks.rmpk']
      : ['stream.flac', 'stream.fidx', 'peaks.rmpk']
    return [
      ...(bytes.byteLength === size ? [] : [`version ${String(id)} has ${bytes.byteLength} of ${String(size)} bytes`]),
      ...(createHash('sha256').update(bytes).digest('hex') === sha256 ? [] : [`version ${String(id)} has other bytes`]),
      ...derived
        .filter((name) => !existsSync(join(path, '..', 'derived', name)))
        .map((name) => `version ${String(id)} has no ${name}`),
    ]
  })
  const known = new Set(versions.map(({ id }) => id))
  const orphans = filesUnder(files, 'projects').filter((key) => !known.has(versionIdOf(key)))
  const left = [...filesUnder(files, '.parts'), ...filesUnder(dataDir, 'tmp')]
  return [
    ...wrong,
    ...orphans.map((key) => `orphan after the sweep: ${key}`),
    ...left.map((path) => `left behind: ${path}`),
  ]
}

function filesUnder(root: string, folder: string): readonly string[] {
  return globSync(`${folder}/**/*`, { cwd: root, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
}
