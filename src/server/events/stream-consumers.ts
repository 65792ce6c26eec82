import type { StreamName } from '#shared/events.ts'
import type { Milliseconds } from '#shared/units.ts'
import { noteAway, noteBack } from '../db/database-away.ts'
import { willPass } from '../router/error-answers.ts'
import type { Services } from '../services.ts'
import { type NewsMark, streamsWithNews, type StreamNews, takeMark } from './stream-news.ts'

/** Events per transaction; on SQLite other writers wait for it. */
export const CONSUMED_AT_ONCE = 50

/** Processes events of projects asynchronously, with its own cursor for each stream. */
export interface StreamConsumer {
  /** For the log. */
  readonly name: string
  /** The mark of streams with unprocessed events. */
  readonly mark: NewsMark
  /** Processes up to `limit` next events of one stream and moves the cursor, in one transaction. Returns how many. */
  readonly follow: (services: Services, stream: StreamName, limit: number) => Promise<number>
  /** The number of the next event; undefined if there is none. */
  readonly next: (services: Services, stream: StreamName) => Promise<number | undefined>
  /** Moves the cursor past an event that cannot be processed, unless it is past it already. */
  readonly skip: (services: Services, stream: StreamName, seq: number) => Promise<void>
}

/** Processes all pending events, then returns. */
export async function catchUpWith(services: Services, { mark, follow }: StreamConsumer): Promise<void> {
  const { db } = services.database
  for (const news of await streamsWithNews(db, mark)) {
    while ((await follow(services, news.stream, CONSUMED_AT_ONCE)) === CONSUMED_AT_ONCE);
    await takeMark(db, mark, news)
  }
}

/** Collects changes that come close together into one read. */
const GATHER_MS: Milliseconds = 200
/** Changes of other processes are noticed after at most this time. */
const POLL_MS: Milliseconds = 5000
/** After this many failures an event is skipped; otherwise no later event would be processed. */
const TRIES = 5

interface Failure {
  /** Of the event that failed. */
  readonly seq: number
  readonly tries: number
}

/** Processes all projects' events until stopped. Returns a function that stops it and waits for running work. */
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
      // After a failure, one event at a time, so that only the failing one is skipped.
      while (!stopped && (await follow(services, stream, failed ? 1 : CONSUMED_AT_ONCE)) > 0);
      if (!stopped) await takeMark(db, mark, news)
      failures.delete(stream)
    } catch (error) {
      // A busy, unreachable or full database is not the event's fault; and there may be no next event.
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
