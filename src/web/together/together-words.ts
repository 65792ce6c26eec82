import type { LivePerson, Present, Session } from '#shared/live-people.ts'
import type { Milliseconds } from '#shared/units.ts'
import { text } from '#web/i18n/text.ts'
import type { TogetherState } from './together.ts'
import { togetherStrings } from './together.strings.ts'

export type TogetherStanding = 'in-step' | 'coming' | 'alone' | 'paused' | 'waiting' | 'silent'

export interface TogetherWords {
  readonly standing: TogetherStanding
  readonly words: string
  /** Upper bound of the offset between any two people; undefined unless known for all. */
  readonly apartMs: Milliseconds | undefined
}

/** "Ann", "Ann and Bob", "Ann and 3 others". */
export function namesOf(people: readonly Pick<LivePerson, 'name'>[]): string {
  const [one, other] = people.map(({ name }) => name)
  if (one === undefined) return ''
  if (other === undefined) return one
  return people.length === 2
    ? text(togetherStrings.two, { one, other })
    : text(togetherStrings.more, { one, count: people.length - 1 })
}

export function leaderOf(session: Session | undefined): string | undefined {
  return session?.people.find(({ id }) => id === session.leaderId)?.name
}

/** From here on, single milliseconds would claim too much precision. */
const COARSE_MS: Milliseconds = 40

export function apartWords(ms: Milliseconds): string {
  return ms < COARSE_MS
    ? text(togetherStrings.apart, { ms })
    : text(togetherStrings.apartAbout, { ms: Math.ceil(ms / 10) * 10 })
}

/** Describes the state of the session. `wantsToPlay` is the player's. */
export function togetherWords(
  { session, myId, stepMs }: Pick<TogetherState, 'session' | 'myId' | 'stepMs'>,
  present: readonly Present[],
  wantsToPlay: boolean,
): TogetherWords {
  if (!session) return { standing: 'waiting', words: togetherStrings.reconnecting, apartMs: undefined }
  const others = session.people.filter(({ id }) => id !== myId)
  const names = namesOf(others)
  const said = (standing: TogetherStanding, words: string): TogetherWords => ({ standing, words, apartMs: undefined })
  if (others.length === 0) return said('alone', togetherStrings.alone)
  if (!session.transport.isPlaying) return said('paused', text(togetherStrings.paused, { names }))
  if (!wantsToPlay) return said('silent', text(togetherStrings.pressPlay, { names }))
  const steps = others
    .map(({ id }) => present.find(({ person }) => person.id === id)?.place.stepMs ?? undefined)
    .filter((step) => step !== undefined)
  if (stepMs === undefined) return said('coming', text(togetherStrings.coming, { names }))
  return {
    standing: 'in-step',
    words: text(togetherStrings.inStep, { names }),
    apartMs: steps.length === 0 ? undefined : Math.round(stepMs + Math.max(...steps)),
  }
}
