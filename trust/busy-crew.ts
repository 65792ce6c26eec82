import { BusyClient } from './busy-client.ts'
import { Chance } from './chance.ts'
import type { Journal } from './journal.ts'
import { Line } from './line.ts'
import { pause } from './start-server.ts'

interface CrewParts {
  readonly names: readonly string[]
  /** The server's address, which may change. */
  readonly server: () => string
  readonly seed: string
  readonly journal: Journal
}

/** People who write all they are told into one journal; each draws from a stream of its own. */
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
 * Keeps a crew at work, whether or not anybody answers. What is returned ends it, after a last try of what was never
 * answered.
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
  // Told when it is ended, and not to nobody before.
  working.catch(() => undefined)
  return async () => {
    isOver = true
    await working
    for (const client of crew) await client.catchUp()
  }
}
