import { sql } from 'kysely'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { StreamName } from '#shared/events.ts'
import type { Config } from '../config.ts'
import { localBus, type Bus, type ProgressTick } from '../events/bus.ts'
import { newId } from '../ids.ts'
import type { Log } from '../log.ts'
import { FleetRelay, type FleetMessage } from './fleet-relay.ts'
import { NoticeChannel } from './notice-channel.ts'
import { PostgresSession, type Ask } from './postgres-session.ts'
import { SharedClock } from './shared-clock.ts'
import { takeTerms } from './shared-terms.ts'

/** The cooperating processes, as one of them sees them. */
export interface Fleet {
  readonly bus: Bus
  /** The clock that all of them share. */
  readonly now: () => Instant
  close(): Promise<void>
}

const WAKES = 'roughmix_wakes'
const NEWS = 'roughmix_news'
const CLOCK_SAMPLES = 9
const PATIENCE_MS: Milliseconds = 15_000

/** What they send each other besides changes, each as one JSON text. */
type Told = { readonly tick: ProgressTick } | { readonly message: FleetMessage }

/** SQLite has a single process. */
export function soleFleet(): Fleet {
  return { bus: localBus(), now: Date.now, close: async () => {} }
}

/** Notifies other processes of changes without listening, for short commands. */
export function announcingBus(process = newId()): Bus {
  return {
    ...localBus(),
    announce: async (db, stream) => void (await sql`select pg_notify(${WAKES}, ${`${process} ${stream}`})`.execute(db)),
  }
}

/** Joins the processes on a PostgreSQL database. Throws DataInUse if another process has incompatible settings. */
export async function openFleet({
  url,
  config,
  log,
}: {
  readonly url: string
  readonly config: Config
  readonly log: Log
}): Promise<Fleet> {
  const process = newId()
  const clock = new SharedClock()
  const here = announcingBus(process)
  const { promise: heardMyself, resolve: hearMyself } = Promise.withResolvers<void>()
  const ask: Ask = (text, values) => (session ? session.ask(text, values) : Promise.reject(new Error('not joined yet')))
  const news = new NoticeChannel({
    name: NEWS,
    process,
    ask,
    isOpen: () => session?.isOpen ?? false,
    onText(from, text) {
      // Written by one of our processes.
      const message: Told = JSON.parse(text)
      if ('message' in message) relay.receive(message.message)
      else if (from !== process) here.tick(message.tick)
    },
  })
  const say = (message: Told) => news.send(JSON.stringify(message))
  const relay = new FleetRelay({ process, send: (message) => say({ message }), now: clock.now, newId })
  let session: PostgresSession | undefined
  session = await PostgresSession.open(
    {
      url,
      log,
      channels: [WAKES, NEWS],
      async prepare(ask) {
        await takeTerms(ask, config, { isFirst: session === undefined })
        for (let i = 0; session === undefined && i < CLOCK_SAMPLES; i++) await clock.sample(() => askTime(ask))
      },
      onNotice: (channel, payload) => (channel === NEWS ? news.receive(payload) : wake(payload)),
      onReturn() {
        news.forget()
        here.wake(null)
        relay.beginAnew()
      },
    },
    (ask) => clock.sample(() => askTime(ask)),
  )

  function wake(payload: string): void {
    const [from, stream] = payload.split(' ', 2)
    if (from === process) hearMyself()
    // The id in an event row is the stream's name.
    else if (stream !== undefined) here.wake(stream as StreamName)
  }

  await ask('select pg_notify($1, $2)', [WAKES, process])
  await Promise.race([heardMyself, deafAfter(PATIENCE_MS)])
  return {
    bus: {
      ...here,
      relay,
      now: clock.now,
      deafMs: () => session.deafMs,
      tick(tick) {
        here.tick(tick)
        say({ tick })
      },
    },
    now: () => Math.floor(clock.now()),
    async close() {
      await news.told()
      await session?.close()
    },
  }
}

async function askTime(ask: Ask): Promise<Instant> {
  const [row] = await ask<{ at: number }>('select (extract(epoch from clock_timestamp()) * 1000)::float8 as at')
  return row?.at ?? Date.now()
}

/** A pooler in between may send each statement to another session, and notifications to none. */
function deafAfter(milliseconds: Milliseconds): Promise<never> {
  return new Promise((_, reject) => {
    setTimeout(
      () =>
        reject(
          new Error(
            'PostgreSQL takes notices but does not deliver them. DATABASE_URL must lead to the server itself, ' +
              'not to a pooler of transactions.',
          ),
        ),
      milliseconds,
    ).unref()
  })
}
