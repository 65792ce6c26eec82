import type { ListeningPlace } from '#shared/live-people.ts'
import type { Milliseconds, Seconds } from '#shared/units.ts'
import { listening } from '#web/player/listening.ts'
import type { PeopleHere } from './people-here.ts'
import { positionAt } from './position-at.ts'

/** The project and track on screen. */
export interface OpenPage {
  readonly projectId: string | undefined
  readonly trackId: string | undefined
}

interface ReportedPlace {
  readonly place: ListeningPlace
  readonly at: Milliseconds
}

const LOOK_EVERY_MS: Milliseconds = 500
/** Minimum interval between reports, however fast the user drags. */
const SAY_EVERY_MS: Milliseconds = 250
/** Others extrapolate the playhead; a larger deviation (a loop wrapped, the network stalled) triggers a report. */
const OFF_SECONDS: Seconds = 0.3

/** Reports the user's place to the projects on screen and in the player. */
class PlaceBeacon {
  readonly #people: PeopleHere
  readonly #reported = new Map<string, ReportedPlace>()
  #stops: (() => void)[] = []
  #page: OpenPage = { projectId: undefined, trackId: undefined }
  #player: unknown
  #stepMs: Milliseconds | null = null
  #due: ReturnType<typeof setTimeout> | undefined

  constructor(people: PeopleHere) {
    this.#people = people
  }

  /** Runs until the returned function is called. */
  light(): () => void {
    const looking = setInterval(() => this.#look(), LOOK_EVERY_MS)
    this.#stops = [this.#people.clock.use(), listening.subscribe(() => this.#lookSoon()), () => clearInterval(looking)]
    return () => this.#end()
  }

  open(page: OpenPage): void {
    this.#page = page
    this.#look()
  }

  /** Offset from the shared transport; null while listening alone. */
  setStep(stepMs: Milliseconds | null): void {
    this.#stepMs = stepMs
  }

  #end(): void {
    clearTimeout(this.#due)
    this.#due = undefined
    this.#player = undefined
    for (const stop of this.#stops) stop()
    for (const projectId of this.#reported.keys()) this.#people.leave(`project:${projectId}`)
    this.#reported.clear()
  }

  #lookSoon(): void {
    const { player } = listening.state()
    if (player && player !== this.#player) {
      this.#player = player
      this.#stops.push(player.subscribe(() => this.#lookSoon()))
    }
    this.#due ??= setTimeout(() => this.#look(), SAY_EVERY_MS / 2)
  }

  #look(): void {
    clearTimeout(this.#due)
    this.#due = undefined
    const { projectId, trackId } = this.#page
    const { heard } = listening.state()
    const projects = new Set([projectId, heard?.projectId].filter((id) => id !== undefined))
    for (const gone of [...this.#reported.keys()].filter((id) => !projects.has(id))) {
      this.#reported.delete(gone)
      this.#people.leave(`project:${gone}`)
    }
    for (const id of projects) this.#say(id, this.#placeIn(id, id === projectId ? trackId : undefined))
  }

  #say(projectId: string, place: ListeningPlace): void {
    const reported = this.#reported.get(projectId)
    const now = performance.now()
    if (reported && isSame(reported, place, now)) return
    if (reported && now - reported.at < SAY_EVERY_MS)
      return void (this.#due ??= setTimeout(() => this.#look(), SAY_EVERY_MS))
    this.#reported.set(projectId, { place, at: now })
    this.#people.say(`project:${projectId}`, place)
  }

  #placeIn(projectId: string, openTrackId: string | undefined): ListeningPlace {
    const { heard, player } = listening.state()
    const snapshot = player?.snapshot()
    // The page on screen matters more than a paused track elsewhere.
    const hears =
      heard?.projectId === projectId &&
      (openTrackId === undefined || heard.trackId === openTrackId || snapshot?.wantsToPlay === true)
    if (!hears)
      return { trackId: openTrackId ?? null, versionId: null, isPlaying: false, position: 0, speed: 1, stepMs: null }
    // A blind test must not reveal the version, and a comparison plays several.
    const isVeiled = heard.isVeiled === true || snapshot?.deck !== undefined
    return {
      trackId: heard.trackId,
      versionId: isVeiled ? null : heard.versionId,
      isPlaying: snapshot?.phase === 'playing',
      position: Math.max(0, player?.position() ?? 0),
      speed: snapshot?.speed ?? 1,
      stepMs: this.#stepMs,
    }
  }
}

function isSame({ place, at }: ReportedPlace, next: ListeningPlace, now: Milliseconds): boolean {
  const { position, ...rest } = place
  const { position: nextPosition, ...nextRest } = next
  return (
    JSON.stringify(rest) === JSON.stringify(nextRest) &&
    Math.abs(
      positionAt({ position, isPlaying: place.isPlaying, speed: place.speed, at, loop: null }, now) - nextPosition,
    ) < OFF_SECONDS
  )
}

const lit = new WeakMap<PeopleHere, PlaceBeacon>()

/** One per connection. */
export function placeBeacon(people: PeopleHere): PlaceBeacon {
  const beacon = lit.get(people) ?? new PlaceBeacon(people)
  lit.set(people, beacon)
  return beacon
}
