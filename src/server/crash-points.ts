/**
 * Points between two steps of an atomic operation. With `CRASH_AT=file.moved:3` the server kills itself, as by power
 * loss, when it passes that point the third time, so that tests can check what is left (trust/r01-kill.ts).
 */
export const crashPoints = [
  'start.opened',
  'start.migrated',
  'start.listening',
  'sweep.queued',
  'house.queued',
  'auth.answered',
  'answer.begun',
  'change.done',
  'change.committed',
  'change.told',
  'event.written',
  'upload.begun',
  'upload.taken',
  'part.begun',
  'part.written',
  'part.flushed',
  'upload.noted',
  'seal.begun',
  'file.flushed',
  'file.moved',
  'file.kept',
  'seal.hashed',
  'seal.recorded',
  'seal.done',
  'job.claimed',
  'analysis.decoded',
  'draft.written',
  'analysis.stored',
  'analysis.settled',
  'job.worked',
  'inbox.followed',
] as const
export type CrashPoint = (typeof crashPoints)[number]

let armed: { readonly at: CrashPoint; visitsLeft: number } | undefined

/** Arms the point in `name` or `name:visits`; undefined arms none. */
export function armCrash(setting: string | undefined): void {
  const [name, visits = '1'] = setting?.split(':') ?? []
  const at = crashPoints.find((point) => point === name)
  armed = at && { at, visitsLeft: Number(visits) }
}

export function crashPoint(at: CrashPoint): void {
  if (armed?.at === at && --armed.visitsLeft <= 0) process.kill(process.pid, 'SIGKILL')
}
