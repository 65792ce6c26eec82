import { CompiledQuery, type DatabaseConnection, type Driver, type QueryResult, SelectQueryNode } from 'kysely'
import type { Milliseconds } from '#shared/units.ts'
import { isFull } from '../storage/storage-full.ts'
import type { SqliteHandle } from './sqlite-handle.ts'
import { WriteLock } from './write-lock.ts'

export interface SqliteWatch {
  /** Called right before a write, the last chance to free space for it. */
  readonly beforeWrite: () => void
  /** The disk failed to store a write. */
  readonly onBroken: (error: unknown) => void
}

interface Handles {
  readonly writer: SqliteHandle
  /** Sees committed data, also while another connection or process holds a long write transaction. */
  readonly reader: SqliteHandle
  readonly writeLock: WriteLock
  readonly watch: SqliteWatch
  /** A successful flush after a failed one proves nothing, so nothing is written any more. */
  readonly failure: { brokenBy?: Error }
}

/** How long to wait for another process before reporting "busy". */
const PATIENCE_MS: Milliseconds = 10_000
const PAUSE_MS: Milliseconds = 20

/**
 * One connection for writes, guarded by a lock, and one for reads. SQLite's own lock waiting would block the whole
 * process, because its calls are synchronous; here only writers wait.
 */
export class SqliteDriver implements Driver {
  readonly #handles: Handles

  constructor(parts: Omit<Handles, 'writeLock' | 'failure'>) {
    this.#handles = { ...parts, writeLock: new WriteLock(), failure: {} }
  }

  /** There are two connections; the writing one may be in use. */
  load(): DatabaseLoad {
    const { isTaken, waiting } = this.#handles.writeLock
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
  // Kysely passes back what acquireConnection returned.
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

  /** Starts as a writer: a transaction that reads first and then writes would fail if another one wrote in between. */
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

  /** A full disk may have rolled the transaction back already. */
  async rollback(): Promise<void> {
    if (this.#handles.writer.isInTransaction) this.#write(CompiledQuery.raw('rollback'))
  }

  release(): void {
    if (!this.#hasTurn) return
    this.#hasTurn = false
    this.#handles.writeLock.give()
  }

  async #takeTurn(): Promise<void> {
    await this.#handles.writeLock.take(PATIENCE_MS)
    this.#hasTurn = true
  }

  #write<R>(query: CompiledQuery): QueryResult<R> {
    const { writer, watch, failure } = this.#handles
    if (failure.brokenBy) throw failure.brokenBy
    try {
      return writer.run(query)
    } catch (error) {
      if (isBroken(error)) {
        failure.brokenBy = error
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

/** SQLITE_BUSY and SQLITE_LOCKED with their extended codes. */
function isBusy(error: unknown): boolean {
  const code = primaryCode(error)
  return code === 5 || code === 6
}

/** SQLITE_IOERR with its extended codes, except those for a full disk. */
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
  /** How many callers wait for a connection. */
  readonly waiting: number
}
