import type { Milliseconds, Seconds } from '#shared/units.ts'

/** The latest results of bench/unit-costs.ts. */
export const unitCostsFile = 'bench/unit-costs.json'

export interface UnitCosts {
  readonly at: string
  readonly machine: string
  readonly loadBefore: number
  readonly songSeconds: Seconds
  readonly rowsCounted: number
  readonly version: VersionCosts
  readonly listening: ListeningCosts
  readonly pages: PageCosts
  readonly rows: { readonly sqlite: RowCosts; readonly postgres: RowCosts }
  readonly followers: FollowerCosts
}

/** The cost of one search, by one process, for projects with new events and no notifications yet. */
export interface FollowerCosts {
  readonly projects: number
  readonly sqliteMs: Milliseconds
  readonly postgresMs: Milliseconds
}

/** Of a version as long as the song. */
export interface VersionCosts {
  readonly originalBytes: number
  readonly flacBytes: number
  readonly indexBytes: number
  readonly peaksBytes: number
  readonly energyBytes: number
  /** Made only on request. */
  readonly spectrogramBytes: number
  readonly uploadCpuSeconds: Seconds
  readonly analysisCpuSeconds: Seconds
  readonly spectrogramCpuSeconds: Seconds
}

export interface ListeningCosts {
  readonly cpuSecondsAnHour: Seconds
  readonly bytesAnHour: number
  readonly megabytesAConnection: number
}

export interface PageCosts {
  readonly requests: number
  readonly cpuSeconds: Seconds
  readonly ms: number
}

export type RowCosts = Readonly<
  Record<'note' | 'task' | 'event', { readonly bytes: number; readonly cpuSeconds: Seconds }>
>

/** Size of the player's requests (src/web/player/read/buffering-plan.ts). */
const PIECE: Seconds = 4

/** Assumptions on usage; replace them by your own figures. */
export const ASSUMPTIONS = {
  activeShareADay: { value: 0.2, text: 'share of accounts that are active on a day' },
  listeningMinutes: { value: 30, text: 'minutes an active person listens to lossless music a day' },
  uploads: { value: 0.3, text: 'bounces an active person uploads a day' },
  songMinutes: { value: 4, text: 'minutes of music in a bounce (24 bit, 48 kHz, stereo)' },
  spectrogramShare: { value: 0.1, text: 'share of versions whose spectrogram is opened' },
  notes: { value: 4, text: 'notes and replies an active person writes a day' },
  tasks: { value: 1, text: 'tasks an active person adds a day' },
  otherChanges: { value: 6, text: 'other changes an active person makes a day (states, titles, reactions)' },
  pages: { value: 12, text: 'pages of a track an active person opens a day' },
  busiestHour: { value: 0.1, text: 'share of a day’s work in its busiest hour' },
  openShare: { value: 0.15, text: 'share of a day’s active people with an open page in the busiest hour' },
  keptDays: { value: 365, text: 'days that everything is kept' },
  utilisation: { value: 0.5, text: 'share of a core that may be used in the busiest hour' },
} as const

export type Assumptions = Readonly<Record<keyof typeof ASSUMPTIONS, number>>

/** What this number of users needs. Rates per second are of the busiest hour. */
export interface Need {
  readonly users: number
  readonly active: number
  readonly listenersAtOnce: number
  readonly sockets: number
  /** Range requests, one piece of music each. */
  readonly rangesPerSecond: number
  readonly heardGbADay: number
  readonly heardGbitPerSecond: number
  readonly sentGbADay: number
  readonly sentMbitPerSecond: number
  readonly storeTb: number
  readonly databaseGb: { readonly sqlite: number; readonly postgres: number }
  readonly writesPerSecond: number
  /**
   * Busy cores divided by the usable share of one: for streaming through the product, or for redirecting listeners to
   * the store with each range; for all other work of web processes; for workers.
   */
  readonly cores: {
    readonly bytes: number
    readonly redirects: number
    readonly uploads: number
    readonly calls: number
    readonly analysis: number
  }
  readonly socketGb: number
}

export function needOf(users: number, costs: UnitCosts, assumed: Assumptions): Need {
  const { version, listening, pages, rows, songSeconds } = costs
  const active = users * assumed.activeShareADay
  const perSecond = (aDay: number) => (aDay * assumed.busiestHour) / 3600
  const cores = (cpuSecondsADay: number) => perSecond(cpuSecondsADay) / assumed.utilisation
  const listenedHours = (active * assumed.listeningMinutes) / 60
  const uploads = active * assumed.uploads
  const songs = uploads * ((assumed.songMinutes * 60) / songSeconds)
  const [notes, tasks, events] = [active * assumed.notes, active * assumed.tasks, active * assumed.otherChanges]
  const keptBytes =
    version.originalBytes +
    version.flacBytes +
    version.indexBytes +
    version.peaksBytes +
    version.energyBytes +
    version.spectrogramBytes * assumed.spectrogramShare
  const rowBytes = (of: RowCosts) =>
    notes * of.note.bytes + tasks * of.task.bytes + (events + 2 * uploads) * of.event.bytes
  const heard = listenedHours * listening.bytesAnHour
  const sent = songs * version.originalBytes
  const sockets = active * assumed.openShare
  const ranges = (listenedHours * 3600) / PIECE
  return {
    users,
    active,
    sockets,
    listenersAtOnce: listenedHours * assumed.busiestHour,
    rangesPerSecond: perSecond(ranges),
    heardGbADay: heard / 1e9,
    heardGbitPerSecond: (perSecond(heard) * 8) / 1e9,
    sentGbADay: sent / 1e9,
    sentMbitPerSecond: (perSecond(sent) * 8) / 1e6,
    storeTb: (songs * keptBytes * assumed.keptDays) / 1e12,
    databaseGb: {
      sqlite: (rowBytes(rows.sqlite) * assumed.keptDays) / 1e9,
      postgres: (rowBytes(rows.postgres) * assumed.keptDays) / 1e9,
    },
    writesPerSecond: perSecond(notes + tasks + events + 2 * uploads),
    cores: {
      bytes: cores(listenedHours * listening.cpuSecondsAnHour),
      redirects: cores((ranges * pages.cpuSeconds) / pages.requests),
      uploads: cores(songs * version.uploadCpuSeconds),
      calls: cores(
        active * assumed.pages * pages.cpuSeconds +
          notes * rows.postgres.note.cpuSeconds +
          tasks * rows.postgres.task.cpuSeconds +
          events * rows.postgres.event.cpuSeconds,
      ),
      analysis: cores(songs * (version.analysisCpuSeconds + version.spectrogramCpuSeconds * assumed.spectrogramShare)),
    },
    socketGb: (sockets * listening.megabytesAConnection) / 1000,
  }
}

/**
 * How many users a machine with this number of cores supports by CPU alone, streaming the music itself or redirecting
 * listeners to the store.
 */
export function usersOn(cores: number, music: 'bytes' | 'redirects', costs: UnitCosts, assumed: Assumptions): number {
  const one = needOf(1000, costs, assumed).cores
  return (1000 * cores) / (one[music] + one.uploads + one.calls + one.analysis)
}

export function assumedNow(): Assumptions {
  return Object.fromEntries(Object.entries(ASSUMPTIONS).map(([name, { value }]) => [name, value])) as Assumptions
}
