import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from 'kysely'
import type { Milliseconds } from '#shared/units.ts'
import { isFull } from '../storage/storage-full.ts'
import type { SqliteHandle } from './sqlite-handle.ts'
import { WriteLock } from './write-lock.ts'

export interface SqliteWatch {
  /** Right before something is written: the last moment to make room for it. */
  readonly beforeWrite: () => void
  /** The disk failed to keep what was written. */
  readonly onBroken: (error: unknown) => void
}

interface Handles {
  readonly writer: SqliteHandle
  /** Sees what is committed, also while somebody else, here or in another process, writes for long. */
  readonly reader: SqliteHandle
  readonly turns: WriteLock
  readonly watch: SqliteWatch
  /** A flush that succeeds after one that failed proves nothing, so nothing is written after that. */
  readonly fate: { brokenBy?: Error }
}

/** Another process has the database; after this time it is said to be busy. */
const PATIENCE_MS: Milliseconds = 10_000
const PAUSE_MS: Milliseconds = 20

/**
 * One connection that writes, in turns, and one that reads. SQLite's own way of waiting for a lock would hold up the
 * whole process, as its calls are synchronous; here only who writes waits.
 */
export class SqliteDriver implements Driver {
  readonly #handles: Handles

  constructor(parts: Omit<Handles, 'turns' | 'fate'>) {
    this.#handles = { ...parts, turns: new WriteLock(), fate: {} }
  }

  /** Two connections, of which the writing one may be somebody's. */
  load(): DatabaseLoad {
    const { isTaken, waiting } = this.#handles.turns
    return { open: 2, idle: isTaken ? 1 : 2, waiting }
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<DatabaseConnection> {
    return new SqliteConnection(this.#handles)
  }

  beginTransaction(connection: DatabaseConnection): Promise<void> {
    return ours(connection).begin()
  }

  commitTransaction(connection: DatabaseConnection): Promise<void> {
    return ours(connection).commit()
  }

  rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    return ours(connection).rollback()
  }

  async releaseConnection(connection: DatabaseConnection): Promise<void> {
    ours(connection).release()
  }

  async destroy(): Promise<void> {
    this.#handles.reader.close()
    this.#handles.writer.close()
  }
}

function ours(connection: DatabaseConnection): SqliteConnection {
  // Kysely hands back what acquireConnection gave it.
  return connection as SqliteConnection
}

class SqliteConnection implements DatabaseConnection {
  readonly #handles: Handles
  #hasTurn = false

  constructor(handles: Handles) {
    this.#handles = handles
  }

  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    const { reader } = this.#handles
    if (this.#hasTurn) return this.#write(query)
    if (isRead(query)) return reader.run(query)
    const until = performance.now() + PATIENCE_MS
    await this.#takeTurn()
    try {
      this.#handles.watch.beforeWrite()
      return await patiently(until, () => this.#write<R>(query))
    } finally {
      this.release()
    }
  }

  async *streamQuery<R>(query: CompiledQuery): AsyncIterableIterator<QueryResult<R>> {
    const { writer, reader } = this.#handles
    for (const row of (this.#hasTurn ? writer : reader).rows<R>(query)) yield { rows: [row] }
  }

  /** At once as a writer: a transaction that reads first and then writes would fail where another wrote in between. */
  async begin(): Promise<void> {
    const until = performance.now() + PATIENCE_MS
    await this.#takeTurn()
    try {
      await patiently(until, () => this.#write(CompiledQuery.raw('begin immediate')))
    } catch (error) {
      this.release()
      throw error
    }
  }

  async commit(): Promise<void> {
    this.#handles.watch.beforeWrite()
    this.#write(CompiledQuery.raw('commit'))
  }

  /** A full disk has rolled it back already. */
  async rollback(): Promise<void> {
    if (this.#handles.writer.isInTransaction) this.#write(CompiledQuery.raw('rollback'))
  }

  release(): void {
    if (!this.#hasTurn) return
    this.#hasTurn = false
    this.#handles.turns.give()
  }

  async #takeTurn(): Promise<void> {
    await this.#handles.turns.take(PATIENCE_MS)
    this.#hasTurn = true
  }

  #write<R>(query: CompiledQuery): QueryResult<R> {
    const { writer, watch, fate } = this.#handles
    if (fate.brokenBy) throw fate.brokenBy
    try {
      return writer.run(query)
    } catch (error) {
      if (isBroken(error)) {
        fate.brokenBy = error
        watch.onBroken(error)
      }
      throw error
    }
  }
}

function isRead({ query, sql }: CompiledQuery): boolean {
  return SelectQueryNode.is(query) || (query.kind === 'RawNode' && /^\s*select\b/i.test(sql))
}

async function patiently<T>(until: number, work: () => T): Promise<T> {
  for (;;) {
    try {
      return work()
    } catch (error) {
      if (!isBusy(error) || performance.now() > until) throw error
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS))
    }
  }
}

/** SQLITE_BUSY, SQLITE_LOCKED and their kinds. */
function isBusy(error: unknown): boolean {
  const code = primaryCode(error)
  return code === 5 || code === 6
}

/** SQLITE_IOERR and its kinds, but for those that say the disk is full. */
function isBroken(error: unknown): error is Error {
  return primaryCode(error) === 10 && !isFull(error)
}

function primaryCode(error: unknown): number | undefined {
  return error instanceof Error && 'errcode' in error && typeof error.errcode === 'number'
    ? error.errcode & 0xff
    : undefined
}

/** How busy the connections of a database are. */
export interface DatabaseLoad {
  readonly open: number
  readonly idle: number
  /** Who waits for one. */
  readonly waiting: number
}
