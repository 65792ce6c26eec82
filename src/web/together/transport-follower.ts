import type { Transport } from '#shared/live-people.ts'
import type { Instant, Milliseconds, Seconds } from '#shared/units.ts'
import type { Heard, PlaybackController } from '#web/player/listening.ts'
import type { Player } from '#web/player/player.ts'
import { positionAt } from '#web/presence/position-at.ts'
import { StepJudge } from './step-judge.ts'
import { StepTolerance, TOLERATED_MS } from './step-tolerance.ts'
import { errorAgainst } from './transport-error.ts'

export interface FollowerParts {
  readonly playback: Pick<PlaybackController, 'state' | 'hear'>
  /** The server's clock; undefined until it is known. */
  readonly serverTime: () => Instant | undefined
  /** Undefined if this version may not be played, or no longer. */
  readonly soundOf: (versionId: string) => Heard | undefined
}

/** Enough time for the order to reach the audio thread. */
const LEAD_MS: Milliseconds = 120
/** After a seek, samples have to be fetched first. */
const SEEK_LEAD_MS: Milliseconds = 220
/** Above this error, seek. */
const SEEK_FROM_MS: Milliseconds = 1_500
/** The device's clock needs this long to become accurate after a start. */
const SETTLE_MS: Milliseconds = 350
const SAME_PLACE: Seconds = 0.005

/** Brings the player to a transport and keeps it in sync. Drops or delays frames; never stretches samples. */
export class TransportFollower {
  readonly #parts: FollowerParts
  readonly #judge = new StepJudge()
  readonly #tolerance = new StepTolerance()
  #transport: Transport | undefined
  #settlesAt: Milliseconds = 0
  /** Error that remained after a correction: time-stretching runs ahead by its own amount. */
  #biasMs: Milliseconds = 0
  #biasSpeed = 1
  #isDue = false

  constructor(parts: FollowerParts) {
    this.#parts = parts
  }

  follow(transport: Transport): void {
    this.#transport = transport
    this.#judge.clear()
    this.#isDue = !this.#goThere(transport)
  }

  stop(): void {
    this.#transport = undefined
    this.#isDue = false
    this.#judge.clear()
  }

  /** Measures the error and corrects it; call it several times a second. Returns the error once it is known. */
  look(): Milliseconds | undefined {
    const transport = this.#transport
    if (!transport) return undefined
    if (this.#isDue) this.#isDue = !this.#goThere(transport)
    const { player } = this.#parts.playback.state()
    const now = this.#parts.serverTime()
    if (
      !player ||
      now === undefined ||
      !transport.isPlaying ||
      player.snapshot().phase !== 'playing' ||
      performance.now() < this.#settlesAt
    )
      return this.#judge.errorMs()
    this.#judge.add(errorAgainst(transport, player.position(), now))
    const errorMs = this.#judge.errorMs()
    const at = performance.now()
    if (errorMs !== undefined && Math.abs(errorMs) > this.#tolerance.ms(this.#judge.unsureMs(), at)) {
      this.#tolerance.corrected(at)
      this.#putRight(player, transport, errorMs)
    }
    return errorMs
  }

  /** Additional tolerance while this browser's clock is unsteady. */
  unsureMs(): Milliseconds {
    const unsure = this.#judge.unsureMs()
    return unsure > TOLERATED_MS ? unsure : 0
  }

  /** Returns false while the server's clock is unknown. */
  #goThere(transport: Transport): boolean {
    const now = this.#parts.serverTime()
    const { heard, player } = this.#parts.playback.state()
    if (now === undefined) return false
    const { versionId, isPlaying } = transport
    if (heard?.versionId !== versionId || !player) {
      const sound = this.#parts.soundOf(versionId)
      if (!sound) return true
      this.#parts.playback.hear(sound, { at: positionAt(transport, now + SEEK_LEAD_MS), play: isPlaying })
      const { player: fetched } = this.#parts.playback.state()
      if (!fetched) return false
      this.#dress(fetched, transport)
      if (isPlaying) this.#anchor(fetched, transport, now, SEEK_LEAD_MS)
      return true
    }
    this.#dress(player, transport)
    const { wantsToPlay } = player.snapshot()
    const off = errorAgainst(transport, player.position(), now)
    if (!isPlaying) {
      player.pause()
      if (Math.abs(player.position() - transport.position) > SAME_PLACE) player.seek(transport.position)
    } else if (!wantsToPlay || Math.abs(off) > SEEK_FROM_MS) this.#startAt(player, transport, now)
    else if (Math.abs(off) > TOLERATED_MS) this.#anchor(player, transport, now, LEAD_MS)
    return true
  }

  #dress(player: Player, { speed, loop }: Transport): void {
    const { speed: present, loop: repeated } = player.snapshot()
    if (present !== speed) player.setSpeed(speed)
    if (repeated?.inAt !== loop?.from || repeated?.outAt !== loop?.to)
      player.setLoop(loop ? { inAt: loop.from, outAt: loop.to } : undefined)
    if (speed === this.#biasSpeed) return
    this.#biasSpeed = speed
    this.#biasMs = 0
  }

  #startAt(player: Player, transport: Transport, now: Instant): void {
    player.seek(positionAt(transport, now + SEEK_LEAD_MS))
    player.play()
    this.#anchor(player, transport, now, SEEK_LEAD_MS)
  }

  #putRight(player: Player, transport: Transport, errorMs: Milliseconds): void {
    const now = this.#parts.serverTime()
    if (now === undefined) return
    // A loop or the end of the music may have passed: only what is still to come can be corrected.
    if (positionAt(transport, now) >= (player.snapshot().playable?.durationSeconds ?? 0)) return
    if (transport.speed !== 1) this.#biasMs -= errorMs
    if (Math.abs(errorMs) > SEEK_FROM_MS) this.#startAt(player, transport, now)
    else this.#anchor(player, transport, now, LEAD_MS)
  }

  #anchor(player: Player, transport: Transport, now: Instant, leadMs: Milliseconds): void {
    player.heardAt(Math.max(0, positionAt(transport, now + leadMs) + (this.#biasMs / 1000) * transport.speed), leadMs)
    this.#settleAfter(leadMs)
  }

  #settleAfter(leadMs: Milliseconds): void {
    this.#judge.clear()
    this.#settlesAt = performance.now() + leadMs + SETTLE_MS
  }
}
