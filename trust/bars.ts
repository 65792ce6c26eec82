/** A promise about failures, and the program that checks it. */
export interface Bar {
  readonly title: string
  readonly script: string
  /** The requirement, as in the report. */
  readonly asked: string
  /** For a run of variable length (`--minutes`): the full and the short length. Shorter runs are not recorded. */
  readonly minutes?: { readonly full: number; readonly short: number }
  /** What `npm test` runs of it: its program with `--short`, or part of the tests that it runs. Omitted if nothing. */
  readonly inTests?: string
}

const SHORT = 'its short form'

/** A program's result; `wrong` has a line for each violation. */
export interface Outcome {
  readonly figure: string
  readonly wrong: readonly string[]
}

/** Exit codes of a program that checks promises. Not run is neither met nor missed. */
export const exitCodes = { met: 0, missed: 1, 'not run': 2 } as const

/** As stored in figures.json. */
export interface Figure extends Outcome {
  readonly state: keyof typeof exitCodes
  /** The requirement at that time: it may have been raised since. */
  readonly asked: string
  readonly seed: string
  readonly short: boolean
  readonly tookSeconds: number
  /**
   * The machine's load: processes that wanted a core, before this one began and on average during the run (including
   * its own).
   */
  readonly load: { readonly cores: number; readonly before: number; readonly during: number }
  readonly at: string
}

/** The state of one promise in one line. */
export function barLine(id: BarId, figure: Figure | undefined): string {
  const name = id.toUpperCase()
  if (!figure) return `${name} missed · it ended without a word · asked: ${bars[id].asked}`
  const { state, seed, short, tookSeconds } = figure
  return (
    `${name} ${state} · ${figure.figure} · asked: ${bars[id].asked} · TRUST_SEED=${seed}${short ? ' (short)' : ''} ` +
    `· ${tookSeconds} s · ${loadWords(figure)}`
  )
}

export function loadWords({ load: { cores, before, during } }: Pick<Figure, 'load'>): string {
  return `load ${before.toFixed(1)} before and ${during.toFixed(1)} during, ${cores} cores`
}

export const bars = {
  r01: {
    title: 'Killed in the midst of work',
    script: 'r01-kill.ts',
    asked:
      '100 random SIGKILLs, one death at each of at least 25 named places, and 20 clean stops in the midst of ' +
      'work: 0 acknowledged lost, 0 doubled, 0 left behind after the sweep; every start is ready in ≤ 3 s',
    inTests: SHORT,
  },
  r02: {
    title: 'Power cut',
    script: 'r02-power.ts',
    asked: 'at ≥ 20 answers the kernel had everything acknowledged on the disk before the first byte of the answer',
    inTests: SHORT,
  },
  r03: {
    title: 'A file is whole or not there',
    script: 'r03-finalise.ts',
    asked:
      'no version is ready whose file is missing, shorter or another; dying between ' +
      'any two steps ends in the old or the new state',
    inTests: SHORT,
  },
  r04: {
    title: 'Upload over a bad line',
    script: 'r04-resume.ts',
    asked: '1 GB, 20 cuts: finishes with equal hash, bytes sent ≤ 1.05 × size, a dead writer’s right is free in ≤ 10 s',
  },
  r05: {
    title: 'Two at once',
    script: 'r05-concurrent-writers.ts',
    asked:
      'two uploads to a track are two versions, of two equal parts one is taken (the other 409 or 423), 20 ' +
      'acceptances of an invite make one member',
    inTests: SHORT,
  },
  r06: {
    title: 'Sent again',
    script: 'r06-again.ts',
    asked:
      '1 000 random repeated deliveries, some over a kill: 0 doubled, answered ' +
      'alike; another body under the key is refused',
    inTests: SHORT,
  },
  r07: {
    title: 'Disk full',
    script: 'r07-disk-full.ts',
    asked:
      '5 members and a guest fill it together, killed on the way: sign-in, notes, tasks and cancelling go on, ' +
      'the reserve and a ballast ≥ 64 MiB stay, 0 acknowledged lost; filled by others: reads go on, uploads are ' +
      '507 in ≤ 1 s before the body, notes go on from the ballast, it starts on a full disk and says so; normal ' +
      '≤ 5 s after space returns',
    inTests: SHORT,
  },
  r08: {
    title: 'Database locked or broken',
    script: 'r08-database.ts',
    asked:
      'locked 4 s: 0 errors; 30 s: 503 with Retry-After, never 500, reads go on; ' +
      'EIO: no acknowledgement, not ready, ends and starts clean; PostgreSQL restarted: 0 lost, back ≤ 5 s',
  },
  r09: {
    title: 'Slow clients',
    script: 'r09-slow.ts',
    asked:
      '200 downloads that nobody reads and 60 connections in drops for 60 s: others p99 < 300 ms, memory + < 200 ' +
      'MB, whoever is idle is cut off in ≤ 60 s',
  },
  r10: {
    title: 'Asked to stop',
    script: 'r10-stop.ts',
    asked:
      '20 restarts under load: exit 0 in ≤ 10 s; not ready and no new connections ≤ 0.5 s after the signal; ' +
      'work that was under way is handed back and its attempt not counted; ' +
      'nothing acknowledged lost, 0 operations failed after being tried again',
    inTests: SHORT,
  },
  r11: {
    title: 'Poisonous files',
    script: 'r11-poison.ts',
    asked:
      '≤ 3 attempts each, then refused with a reason; a good file behind 10 poisonous ones is ready in ≤ 30 s; ' +
      'the server lives, others p99 < 300 ms',
  },
  r12: {
    title: 'Live updates',
    script: 'r12-live.ts',
    asked:
      '1 000 events over 50 broken connections and 2 restarts: each once and in order, fresh ≤ 3 s after ' +
      'reconnecting, who is removed is cut off ≤ 2 s',
    inTests: SHORT,
  },
  r13: {
    title: 'Offline, then sent',
    script: 'r13-offline.ts',
    asked:
      '50 changes written offline, the tab closed, another version of server and pages meanwhile, the session ' +
      'ended: after signing in all 50 are there once and in order; conflicts and ' +
      'refusals are shown, nothing is dropped unsaid',
    inTests: 'whole',
  },
  r14: {
    title: 'Wrong clocks',
    script: 'r14-clock.ts',
    asked:
      'the server a day ahead and a day behind, and a person’s computer a day ahead and a day behind: versions ' +
      'in their order, work goes on, nothing expires in masses, no negative age in any answer or on any page; ' +
      'five minutes ahead is nothing',
  },
  r15: {
    title: 'Backup and restore',
    script: 'r15-backup.ts',
    asked:
      'taken while 20 writes/s come through, restored into an empty folder: every row and file, hashes equal; at ' +
      'the measured pace 10 GB are back in ≤ 5 min; a newer schema is refused',
    inTests: SHORT,
  },
  r16: {
    title: 'Migrations',
    script: 'r16-migrations.ts',
    asked:
      'from every released schema to today’s, killed 20 times on the way: the old or the new, nothing lost; an ' +
      'older program refuses in words; 100 000 notes are copied and brought to today’s in ≤ 30 s',
    inTests: 'its tests, with 5 kills and without the 100 000 notes',
  },
  r17: {
    title: 'Checks at the start, and of what is stored',
    script: 'r17-checks.ts',
    asked:
      'a missing volume, wrong rights, an old SQLite, a known secret, no base address: every one refused in ≤ 2 ' +
      's, three times each, with one plain sentence; 30 planted faults are all found and ' +
      'nothing else; no upload is swept in 1 000 races',
    inTests: 'its planted faults',
  },
  r18: {
    title: 'An hour of work, and ten times as much',
    script: 'r18-soak.ts',
    minutes: { full: 60, short: 1 },
    asked:
      '10 people, 5 writes/s, an upload a minute, 20 live connections: memory grows ≤ 5 MB/h after 15 minutes, ' +
      'open files ± 5, WAL ≤ 64 MB, p99 drifts ≤ 20 %, 0 answers of 500 and more; under 10 times as much nothing ' +
      'but 429 and 503 with Retry-After, normal again in ≤ 10 s',
  },
} as const satisfies Readonly<Record<string, Bar>>

export type BarId = keyof typeof bars
export const barIds = Object.keys(bars) as readonly BarId[]
/** Promises whose short form is a test. */
export const barsInTests = barIds.filter((id) => {
  const { inTests }: Bar = bars[id]
  return inTests === SHORT
})
