import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'
import { type Dialect, SqliteAdapter, SqliteIntrospector } from 'kysely'
import { foldText } from '#shared/fold-text.ts'
import type { Milliseconds } from '#shared/units.ts'
import { isFull } from '../storage/storage-full.ts'
import { PaddedInLists } from './padded-in-lists.ts'
import { type DatabaseLoad, SqliteDriver, type SqliteWatch } from './sqlite-driver.ts'
import { SqliteHandle } from './sqlite-handle.ts'

/** While it is opened, nothing else waits for it. */
const OPENING_MS: Milliseconds = 10_000
/** Readers wait for nobody but a recovery. */
const READING_MS: Milliseconds = 1000

/** Several connections there are, though one of them alone writes: the driver sees to that itself. */
class ManyReadersAdapter extends SqliteAdapter {
  override get supportsMultipleConnections(): boolean {
    return true
  }
}

/**
 * Opens a SQLite file with settings under which an acknowledged commit survives power loss (NORMAL lost 500 of 500 rows
 * in a simulated power cut, FULL none) and hands it to Kysely.
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
 * Readers and the writer find each other through a file beside the database. Where the disk has no room for it, they do
 * so through the memory of this process, and until the next start no other process reads along: better than no server.
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
