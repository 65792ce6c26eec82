import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type Dialect, SqliteAdapter, SqliteIntrospector } from 'kysely'
import { foldText } from '#shared/fold-text.ts'
import type { Milliseconds } from '#shared/units.ts'
import { isFull } from '../storage/storage-full.ts'
import { PaddedInLists } from './padded-in-lists.ts'
import { type DatabaseLoad, SqliteDriver, type SqliteWatch } from './sqlite-driver.ts'
import { SqliteHandle } from './sqlite-handle.ts'

/** Only while the file is opened, when nothing else is running. */
const OPENING_MS: Milliseconds = 10_000
/** Readers only ever wait for a recovery. */
const READING_MS: Milliseconds = 1000

/** Allows several connections, although only one writes: the driver ensures that itself. */
class ManyReadersAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Opens a SQLite file with synchronous=FULL, so that an acknowledged commit survives power loss (in a simulated power
 * cut NORMAL lost 500 of 500 rows, FULL none), and wraps it for Kysely.
 */
export function sqliteDialect(
  file: string,
  watch: SqliteWatch,
): { readonly dialect: Dialect; readonly load: () => DatabaseLoad } {
  const { writer, reader } = openConnections(file)
  for (const connection of [writer, reader])
    connection.function('fold_text', { deterministic: true }, (text) =>
      typeof text === 'string' ? foldText(text) : text,
    )
  const driver = new SqliteDriver({ writer: new SqliteHandle(writer), reader: new SqliteHandle(reader), watch })
  const dialect: Dialect = {
    createAdapter: () => new ManyReadersAdapter(),
    createDriver: () => driver,
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new PaddedInLists(),
  }
  return { dialect, load: () => driver.load() }
}

interface Connections {
  readonly writer: DatabaseSync
  readonly reader: DatabaseSync
}

/**
 * Readers and the writer coordinate through a shared-memory file beside the database. If the disk has no space for it,
 * they use this process's memory, and no other process can open the database until the next start: better than not
 * starting.
 */
function openConnections(file: string): Connections {
  try {
    return connect(file)
  } catch (error) {
    if (!isFull(error) || process.platform === 'win32') throw error
    return connect(`${pathToFileURL(file).href}?vfs=unix-excl`)
  }
}

function connect(file: string): Connections {
  const writer = new DatabaseSync(file, { enableForeignKeyConstraints: true, timeout: OPENING_MS })
  try {
    writer.exec('pragma journal_mode = wal')
    writer.exec('pragma synchronous = full')
    if (process.platform === 'darwin') writer.exec('pragma fullfsync = 1')
    writer.exec('pragma busy_timeout = 0')
    return { writer, reader: new DatabaseSync(file, { readOnly: true, timeout: READING_MS }) }
  } catch (error) {
    writer.close()
    throw error
  }
}
