import type { StreamName } from '#shared/events.ts'
import type { Milliseconds } from '#shared/units.ts'
import { noteAway, noteBack } from '../db/database-away.ts'
import { willPass } from '../router/error-answers.ts'
import type { Services } from '../services.ts'
import { type NewsMark, streamsWithNews, type StreamNews, takeMark } from './stream-news.ts'

/** Events of one transaction: others wait for it on SQLite. */
export const CONSUMED_AT_ONCE = 50

/** Works on what has happened in projects, behind those who did it, from a cursor of its own for each stream. */
export interface StreamConsumer {
  /** For the log. */
  readonly name: string
  /** Which streams there is work on. */
  readonly mark: NewsMark
  /**
   * The next events of one stream, at most `limit`; what comes of them and the cursor in one transaction. Answers how
   * many.
   */
  readonly follow: (services: Services, stream: StreamName, limit: number) => Promise<number>
  /** The number of the event whose turn it is; undefined when none is behind. */
  readonly next: (services: Services, stream: StreamName) => Promise<number | undefined>
  /** The way past that event, which cannot be told. Whoever is past it already is not moved. */
  readonly skip: (services: Services, stream: StreamName, seq: number) => Promise<void>
}

/** Works off what is behind, and returns. */
export async function catchUpWith(services: Services, { mark, follow }: StreamConsumer): Promise<void> {
  const { db } = services.database
  for (const news of await streamsWithNews(db, mark)) {
    while ((await follow(services, news.stream, CONSUMED_AT_ONCE)) === CONSUMED_AT_ONCE);
    await takeMark(db, mark, news)
  }
}

/** Several changes that come at once are read together. */
const GATHER_MS: Milliseconds = 200
/** Changes of other processes are noticed no later than this. */
const POLL_MS: Milliseconds = 5000
/** An event that failed so often is left out, or nothing after it would be told. */
const TRIES = 5

interface Failure {
  /** Of the event whose turn it was. */
  readonly seq: number
  readonly tries: number
}

/** Follows all projects' events until stopped. Returns how to stop, which waits for what is under way. */
export function startConsumer(
  services: Services,
  { name, mark, follow, next, skip }: StreamConsumer,
): () => Promise<void> {
  const failures = new Map<StreamName, Failure>()
  let timer: ReturnType<typeof setTimeout> | undefined
  let turn: Promise<void> | undefined
  let isWoken = false
  let stopped = false
  const { db } = services.database
  const followAll = async (news: StreamNews) => {
    const { stream } = news
    const failed = failures.get(stream)
    try {
      // After a failure one at a time, so that only what fails itself is left out.
      while (!stopped && (await follow(services, stream, failed ? 1 : CONSUMED_AT_ONCE)) > 0);
      if (!stopped) await takeMark(db, mark, news)
      failures.delete(stream)
    } catch (error) {
      // A database that is busy, away or full says nothing of the event; nor does what comes after the last one.
      const seq = willPass(error) ? undefined : await next(services, stream)
      if (seq === undefined) throw error
      const tries = failed?.seq === seq ? failed.tries + 1 : 1
      services.log.error({ err: error, seq, tries }, name)
      failures.set(stream, { seq, tries })
      if (tries < TRIES) return
      await skip(services, stream, seq)
      failures.delete(stream)
    }
  }
  const look = async () => {
    isWoken = false
    try {
      const all = await streamsWithNews(db, mark)
      noteBack(services)
      for (const news of all) await followAll(news)
    } catch (error) {
      if (!noteAway(services, error)) services.log.error({ err: error }, name)
    }
    turn = undefined
    plan(isWoken ? GATHER_MS : POLL_MS)
  }
  const plan = (delayMs: Milliseconds) => {
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void (turn = look()), delayMs)
  }
  const unsubscribe = services.bus.onWake((stream) => {
    if (isWoken || (stream !== null && !stream.startsWith('project:'))) return
    isWoken = true
    if (!turn) plan(GATHER_MS)
  })
  plan(0)
  return async () => {
    stopped = true
    unsubscribe()
    clearTimeout(timer)
    await turn
  }
}
