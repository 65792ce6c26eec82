import { setTimeout as pause } from 'node:timers/promises'
import pg from 'pg'
import type { Milliseconds } from '#shared/units.ts'
import { POSTGRES_SESSION_SETTINGS } from '../db/postgres-session-settings.ts'
import type { Log } from '../log.ts'

export interface SessionParts {
  readonly url: string
  readonly log: Log
  readonly channels: readonly string[]
  readonly onNotice: (channel: string, payload: string) => void
  /**
   * Runs each time the session is established, before anything else uses it. If it throws the first time, opening
   * fails.
   */
  readonly prepare: (ask: Ask) => Promise<void>
  /** The session was re-established; notifications in between were missed. */
  readonly onReturn: () => void
}

export type Ask = <Row extends pg.QueryResultRow>(text: string, values?: readonly unknown[]) => Promise<readonly Row[]>

/** After this time without an answer the connection is dead, whatever the network reports. */
const ANSWER_MS: Milliseconds = 5_000
const BEAT_MS: Milliseconds = 2_000
const SHORTEST_WAIT_MS: Milliseconds = 100
const LONGEST_WAIT_MS: Milliseconds = 2_000
const SAID_EVERY_MS: Milliseconds = 60_000

/**
 * One persistent PostgreSQL session, for LISTEN and for locks that end with the process. It reconnects when it is lost.
 */
export class PostgresSession {
  readonly #parts: SessionParts
  #client: pg.Client | undefined
  #isClosed = false
  #lostAt: Milliseconds | undefined
  #beating: ReturnType<typeof setInterval> | undefined

  private constructor(parts: SessionParts) {
    this.#parts = parts
  }

  /** Runs `beat` every two seconds; if that gets no answer, the session reconnects. */
  static async open(parts: SessionParts, beat: (ask: Ask) => Promise<void>): Promise<PostgresSession> {
    const session = new PostgresSession(parts)
    await session.#connect()
    session.#beating = setInterval(() => session.#beat(beat), BEAT_MS)
    return session
  }

  get isOpen(): boolean {
    return this.#client !== undefined
  }

  /** How long the session has been lost. */
  get deafMs(): Milliseconds {
    return this.#lostAt === undefined ? 0 : performance.now() - this.#lostAt
  }

  /** Rejects while there is no session. */
  readonly ask: Ask = async (text, values = []) => {
    if (!this.#client) throw new Error('no session with PostgreSQL at the moment')
    return rowsOf(this.#client, text, values)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    clearInterval(this.#beating)
    const client = this.#client
    this.#client = undefined
    await client?.end().catch(() => undefined)
  }

  async #connect(): Promise<void> {
    const { url, channels, prepare, onNotice } = this.#parts
    const client = new pg.Client({
      connectionString: url,
      keepAlive: true,
      connectionTimeoutMillis: ANSWER_MS,
      query_timeout: ANSWER_MS,
    })
    client.on('error', () => this.#lose(client))
    client.on('end', () => this.#lose(client))
    client.on('notification', ({ channel, payload }) => onNotice(channel, payload ?? ''))
    try {
      await client.connect()
      // Notifications need not wait for the disk.
      await client.query(`${POSTGRES_SESSION_SETTINGS}; set synchronous_commit = off`)
      await prepare((text, values = []) => rowsOf(client, text, values))
      for (const channel of channels) await client.query(`listen ${client.escapeIdentifier(channel)}`)
    } catch (error) {
      cut(client)
      throw error
    }
    if (this.#isClosed) return void client.end().catch(() => undefined)
    this.#client = client
    this.#lostAt = undefined
  }

  #beat(beat: (ask: Ask) => Promise<void>): void {
    const client = this.#client
    if (!client) return
    beat(this.ask).catch((error: unknown) => {
      if (this.#client !== client) return
      this.#parts.log.warn({ err: error }, 'PostgreSQL does not answer')
      cut(client)
      this.#lose(client)
    })
  }

  #lose(client: pg.Client): void {
    if (this.#client !== client) return
    this.#client = undefined
    if (this.#isClosed) return
    this.#lostAt = performance.now()
    this.#parts.log.warn('lost the session with PostgreSQL')
    void this.#comeBack()
  }

  async #comeBack(): Promise<void> {
    let saidAt = -Infinity
    for (let wait = SHORTEST_WAIT_MS; !this.#isClosed; wait = Math.min(LONGEST_WAIT_MS, 2 * wait)) {
      try {
        await this.#connect()
        if (this.#isClosed) return
        this.#parts.log.info('the session with PostgreSQL stands again')
        return this.#parts.onReturn()
      } catch (error) {
        if (performance.now() - saidAt > SAID_EVERY_MS) {
          this.#parts.log.error({ err: error }, 'the session with PostgreSQL does not come back')
          saidAt = performance.now()
        }
        await pause(wait * (0.5 + Math.random()))
      }
    }
  }
}

async function rowsOf<Row extends pg.QueryResultRow>(
  client: pg.Client,
  text: string,
  values: readonly unknown[],
): Promise<readonly Row[]> {
  const { rows } = await client.query<Row>(text, [...values])
  return rows
}

/** Closes without waiting for a reply that may never come. */
function cut(client: pg.Client): void {
  client.end().catch(() => undefined)
  client.connection.stream.destroy()
}
