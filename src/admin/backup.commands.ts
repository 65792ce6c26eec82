import { resolve } from 'node:path'
import { noteBackup } from '#server/backup/last-backup.ts'
import { rowLines } from '#server/backup/row-lines.ts'
import { digestRows } from '#server/backup/table-digests.ts'
import type { Services } from '#server/services.ts'
import type { Config } from '#server/config.ts'
import { NewerDatabase } from '#server/db/migrate.ts'
import { migrations } from '#server/db/migrations.ts'
import { backupFolder } from '#features/administration/server/backup-folder.ts'
import type { Manifest } from '#features/administration/server/backup-manifest.ts'
import { openBackup } from './backup-reading.ts'
import { backupZip } from './backup-zip.ts'
import { backUp, type BackedUp } from '#features/administration/server/back-up.ts'
import { recordCommand } from './command-audit.ts'
import { columns } from './command-help.ts'
import { Misused, CommandRefused, type AdminCommand, type Said } from './command.ts'
import { fillPlace, isProven, type Filled } from './fill-place.ts'
import { sizeOf } from './files.commands.ts'
import { refuseOtherSecret } from './kept-secret.ts'
import { settingsOf } from './named-place.ts'
import { onDiskOf } from './named-errors.ts'

export const backupCommands: readonly AdminCommand[] = [
  {
    words: 'backup',
    takes: 'FOLDER|FILE.zip',
    summary: 'Copy the database and every file it refers to, while people keep working.',
    options: {
      like: { takes: 'FOLDER', text: 'Link unchanged files from that earlier backup instead of copying them.' },
    },
    more:
      'A folder with a backup is brought up to date: unchanged files are not copied again. What a backup contains, ' +
      'and how to test one, is in docs/backup.md. Missing or altered files are listed, and the exit code is 1; ' +
      'everything else is in the backup.',
    async run({ arguments: [word = ''], options, ground }) {
      const services = await ground.open()
      const path = resolve(ground.folder, word)
      const like = typeof options['like'] === 'string' ? resolve(ground.folder, options['like']) : undefined
      if (!path.endsWith('.zip'))
        return saidOf(
          path,
          await noted(
            services,
            await onDiskOf(path, async () =>
              backUp(services, await backupFolder(path, like, services.config), { tell: ground.tell }),
            ),
          ),
        )
      if (like !== undefined) throw new Misused('Only a backup in a folder can link to an earlier one.')
      const zip = await backupZip(path, services.config)
      try {
        return saidOf(
          path,
          await noted(services, await onDiskOf(path, () => backUp(services, zip, { tell: ground.tell }))),
        )
      } catch (error) {
        await zip.abandon()
        throw error
      }
    },
  },
  {
    words: 'restore',
    takes: 'BACKUP',
    summary: 'Restore a backup into an empty folder or database, and verify everything.',
    options: {
      into: {
        takes: 'PLACE',
        isNeeded: true,
        text: 'A new folder, or a settings file (like .env) for an empty database and store.',
      },
    },
    more:
      'BACKUP is a folder, a ZIP, or rows (.jsonl) as they are kept before an upgrade of PostgreSQL: those go to a ' +
      'new database beside the files there are. Nothing that is there is ever overwritten. The rows, the files and ' +
      'their SHA-256 are compared with the backup afterwards; a difference ends with 1.',
    async run({ arguments: [word = ''], options, ground }) {
      const { into } = options
      if (typeof into !== 'string') throw new Misused('Name the folder: --into FOLDER.')
      const path = resolve(ground.folder, word)
      if (path.endsWith('.jsonl')) return restoreRows(path, settingsOf(into, ground.folder), ground.tell)
      const backup = await openBackup(path)
      refuseNewer(backup.manifest.migrations)
      const config = settingsOf(into, ground.folder)
      refuseOtherSecret(config, backup.secret === undefined ? undefined : { text: backup.secret.trim(), isSet: false })
      const filled = await fillPlace(
        config,
        {
          ...backup,
          deed: 'admin.restored',
          migrations: backup.manifest.migrations,
          tables: backup.manifest.tables,
          missing: backup.manifest.missing,
        },
        ground.tell,
      )
      return filledSaid(
        `Restored the backup of ${backup.manifest.at} into ${config.DATA_DIR}.`,
        filled,
        backup.manifest.secret === 'configured'
          ? [
              'AUTH_SECRET was set where the backup was made: set the same, or share ' +
                'links and stored sign-ins lead nowhere.',
            ]
          : [],
      )
    },
  },
]

async function noted(services: Services, made: BackedUp): Promise<BackedUp> {
  await recordCommand({ ...services, db: services.database.db }, { kind: 'admin.backed_up' })
  await noteBackup(services.config.DATA_DIR, Date.parse(made.manifest.at))
  return made
}

/** A copy made before an upgrade: rows only, for an installation whose files are still in place. */
async function restoreRows(path: string, config: Config, tell: (line: string) => void): Promise<Said> {
  const rows = await rowLines(path).catch((error: unknown) => {
    throw new CommandRefused(error instanceof Error ? error.message : String(error))
  })
  refuseNewer(rows.migrations)
  const none = () => Promise.reject(new Error('rows have no files'))
  const filled = await fillPlace(
    config,
    {
      migrations: rows.migrations,
      tables: await digestRows(rows),
      files: [],
      missing: [],
      secret: undefined,
      isRowsOnly: true,
      deed: 'admin.restored',
      readFile: none,
      withRows: (work) => work(rows),
    },
    tell,
  )
  return filledSaid(`Restored the rows of ${path}; the files are where they were.`, filled)
}

/** This program cannot load what a newer one wrote. */
function refuseNewer(names: readonly string[]): void {
  const known = new Set(migrations.map(({ name }) => name))
  if (names.some((name) => !known.has(name)))
    throw new NewerDatabase('This backup was made by a newer Roughmix. Restore it with that version.')
}

function saidOf(path: string, { manifest, read }: { readonly manifest: Manifest; readonly read: number }): Said {
  const { files, tables, missing, altered, secret } = manifest
  const rows = Object.values(tables).reduce((sum, table) => sum + table.rows, 0)
  return {
    lines: [
      `Backed up to ${path}: ${rows} rows, ${files.count} files with ${sizeOf(files.bytes)}, ${read} of them read now.`,
      ...(secret === 'configured'
        ? ['AUTH_SECRET is not in it: store it elsewhere.']
        : secret === 'included'
          ? ['The server’s secret is in it: protect it like the server.']
          : []),
      ...named('Missing, so not in the backup', missing),
      ...named('Files that differ from the database, kept as they are', altered),
    ],
    json: { path, at: manifest.at, rows, files: files.count, bytes: files.bytes, read, missing, altered },
    troubled: missing.length + altered.length > 0,
  }
}

export function filledSaid(summary: string, filled: Filled, more: readonly string[] = []): Said {
  return {
    lines: [
      summary,
      `${filled.rows} rows in ${filled.tables} tables and ${filled.files} files with ${sizeOf(filled.bytes)} ` +
        'were read back and ' +
        `compared${isProven(filled) ? ': all equal, and every file that a row names is there.' : '.'}`,
      ...named('Tables with different rows', filled.differingTables),
      ...named('Files with different content', filled.differingFiles),
      ...named('Listed in the database, but missing', filled.dangling),
      ...(filled.endedUploads > 0
        ? [`Uploads that were under way: ${filled.endedUploads}. They have to be started again.`]
        : []),
      ...more,
    ],
    json: filled,
    troubled: !isProven(filled),
  }
}

function named(heading: string, names: readonly string[]): readonly string[] {
  return names.length === 0 ? [] : [`${heading}: ${names.length}`, ...columns(names.map((name) => [name]))]
}
