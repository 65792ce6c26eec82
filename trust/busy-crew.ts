import { BusyClient } from './busy-client.ts'
import { Chance } from './chance.ts'
import type { Journal } from './journal.ts'
import { Line } from './line.ts'
import { pause } from './start-server.ts'

interface CrewParts {
  readonly names: readonly string[]
  /** The server's URL, which may change. */
  readonly server: () => string
  readonly seed: string
  readonly journal: Journal
}

/** Creates clients that record acknowledgements in one journal; each has its own random stream. */
export function hireCrew({ names, server, seed, journal }: CrewParts): readonly BusyClient[] {
  return names.map(
    (name) =>
      new BusyClient({
        name,
        line: new Line(server),
        chance: new Chance(`${seed} ${name}`),
        journal,
        onMoment: () => undefined,
      }),
  )
}

/**
 * Keeps clients working, whether or not the server answers. The returned function stops them, after a last retry of
 * everything without an answer.
 */
export function keepBusy(crew: readonly BusyClient[]): () => Promise<void> {
  let isOver = false
  const working = Promise.all(
    crew.map(async (client) => {
      while (!isOver) {
        await client.work(() => isOver)
        await pause(20)
      }
    }),
  )
  // Reported when it is stopped; this avoids an unhandled rejection before.
  working.catch(() => undefined)
  return async () => {
    isOver = true
    await working
    for (const client of crew) await client.catchUp()
  }
}
