import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { databaseRows } from '#server/backup/stored-rows.ts'
import { differingTables, digestRows, type TableDigests } from '#server/backup/table-digests.ts'
import { tableShapes } from '#server/backup/table-shapes.ts'
import type { Config } from '#server/config.ts'
import { schemaState } from '#server/db/schema-state.ts'
import { blobDigest } from '#server/storage/blob-digest.ts'
import type { BackedUpFile } from '#features/administration/server/backup-manifest.ts'
import { filledSaid } from './backup.commands.ts'
import { Misused, CommandRefused, type AdminCommand } from './command.ts'
import { expectedFiles } from '#features/administration/server/expected-files.ts'
import { fillPlace, isProven } from './fill-place.ts'
import { refuseOtherSecret, secretOf } from './kept-secret.ts'
import { openNamed, settingsOf, type NamedPlace } from './named-place.ts'
import { inNamed } from './named-errors.ts'
import { STOPPED } from './rollback.ts'

export const moveCommands: readonly AdminCommand[] = [
  {
    words: 'migrate-store',
    takes: '',
    summary: 'Copy everything to an empty destination of any kind: SQLite or PostgreSQL, disk or S3.',
    options: {
      from: { takes: 'PLACE', isNeeded: true, text: 'A data folder, or a settings file (like .env).' },
      to: {
        takes: 'PLACE',
        isNeeded: true,
        text: 'A new folder, or a settings file for an empty database and store.',
      },
    },
    more:
      'Stop the server first. The place it comes from is only read and stays as it is; rows, files and their ' +
      'SHA-256 are compared afterwards. Then start the server with the new settings. Stopped by Ctrl-C or SIGTERM ' +
      'it removes what it wrote and can be started again.',
    async run({ options: { from, to }, ground }) {
      if (typeof from !== 'string' || typeof to !== 'string')
        throw new Misused('Name both locations: --from PLACE --to PLACE.')
      const [source, target] = [settingsOf(from, ground.folder), settingsOf(to, ground.folder)]
      refuseSame(source, target)
      const secret = secretOf(source)
      refuseOtherSecret(target, secret)
      const signal = ground.stopSignal()
      const place = await openNamed(source, { isNew: false })
      try {
        const { tables, files, missing, migrations } = await inNamed(source, () =>
          takeStock(place, ground.tell, signal),
        )
        const rows = async () => databaseRows(place.database.db, await tableShapes(new Set(migrations)), migrations)
        const filled = await fillPlace(
          target,
          {
            migrations,
            tables,
            files,
            missing,
            secret: secret?.isSet ? undefined : secret?.text,
            deed: 'admin.store_moved',
            readFile: (key) => inNamed(source, () => place.storage.read(key)),
            withRows: async (work) => work(await rows()),
          },
          ground.tell,
          signal,
        )
        if (differingTables(tables, await digestRows(await rows())).length > 0)
          throw new CommandRefused(
            'The old location changed during the copy. Stop its server, empty the new location and start again.',
          )
        return filledSaid(
          isProven(filled)
            ? `Everything is copied. Start the server with the new settings (${to}); the old location is unchanged.`
            : 'The new location differs from the old one: see below. The old location is unchanged; keep using it, ' +
                'empty the new one and try again.',
          filled,
          [...missing.map((key) => `Already missing: ${key}`), ...(secret ? [] : [UNKNOWN_SECRET])],
        )
      } finally {
        await place.close()
      }
    },
  },
]

const UNKNOWN_SECRET =
  'No secret was found in the old location. If its server used AUTH_SECRET, set the same for the new one, or ' +
  'everyone is signed out and webhooks are switched off.'

interface Stock {
  readonly migrations: readonly string[]
  readonly tables: TableDigests
  readonly files: readonly BackedUpFile[]
  /** Keys that rows refer to but that are missing. */
  readonly missing: readonly string[]
}

/** Hashes the bytes as they are: altered files are moved unchanged, and “verify” reports them. */
async function takeStock(
  { database, storage }: NamedPlace,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<Stock> {
  const { applied, pending, unknown } = await schemaState(database.db, database.engine)
  if (applied.length === 0) throw new CommandRefused('There is no Roughmix at the old location.')
  if (pending.length + unknown.length > 0)
    throw new CommandRefused(
      'The old location was written by another version. Start this version on it once, or use that version.',
    )
  const files: BackedUpFile[] = []
  const missing: string[] = []
  for (const { key, isRequired } of (await expectedFiles(database.db)).values()) {
    if (signal.aborted) throw new CommandRefused(STOPPED)
    const facts = await storage.find(key)
    const sha256 = facts && (await blobDigest(storage, key))
    if (facts && sha256 !== undefined) files.push({ key, ...facts, sha256 })
    else if (isRequired) missing.push(key)
    if (files.length % 100 === 99) tell(`${files.length + 1} files hashed`)
  }
  return {
    migrations: applied,
    tables: await digestRows(databaseRows(database.db, await tableShapes(new Set(applied)), applied)),
    files,
    missing,
  }
}

function refuseSame(source: Config, target: Config): void {
  if (!source.DATABASE_URL && !existsSync(join(source.DATA_DIR, 'roughmix.sqlite')))
    throw new CommandRefused(`There is no Roughmix in ${source.DATA_DIR}.`)
  if (
    source.DATABASE_URL === target.DATABASE_URL &&
    source.DATA_DIR === target.DATA_DIR &&
    source.S3_BUCKET === target.S3_BUCKET
  )
    throw new CommandRefused('Both locations are the same.')
}
