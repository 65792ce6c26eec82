import type { Transport } from '#shared/live-people.ts'
import type { Instant, Milliseconds } from '#shared/units.ts'
import type { PlaybackController } from '#web/player/listening.ts'
import { StepJudge } from './step-judge.ts'
import { errorAgainst } from './transport-error.ts'

export interface SourceParts {
  readonly playback: Pick<PlaybackController, 'state'>
  readonly serverTime: () => Instant | undefined
  readonly tell: (transport: Transport) => void
}

/** The device's and the server's clocks drift; report again before followers would have to correct. */
const DRIFT_MS: Milliseconds = 6
/** A deviation this large is a jump, not drift. */
const JUMP_MS: Milliseconds = 150
/** A short underrun does not pause everybody. */
const PATIENCE_MS: Milliseconds = 400
/** A clock needs this long to become accurate after a start. */
const SETTLE_MS: Milliseconds = 120

/** Reads the transport from the player of whoever is in control. Their own sound is never corrected. */
export class TransportSource {
  readonly #parts: SourceParts
  readonly #judge = new StepJudge()
  #reported: Transport | undefined
  #soundsSince: Milliseconds | undefined
  #silentSince: Milliseconds | undefined

  constructor(parts: SourceParts) {
    this.#parts = parts
  }

  /** Starts from the last transport that everybody received; the first `look` reports differences. */
  begin(reported: Transport | undefined): void {
    this.#reported = reported
    this.#soundsSince = undefined
    this.#silentSince = undefined
    this.#judge.clear()
  }

  /** What is playing here now. */
  read(): Transport | undefined {
    const { heard, player } = this.#parts.playback.state()
    const at = this.#parts.serverTime()
    if (!heard || at === undefined) return undefined
    const { phase, speed, loop } = player?.snapshot() ?? { phase: 'paused', speed: 1, loop: undefined }
    return {
      versionId: heard.versionId,
      isPlaying: phase === 'playing',
      position: Math.max(0, player?.position() ?? 0),
      at,
      speed,
      loop: loop ? { from: loop.inAt, to: loop.outAt } : null,
    }
  }

  /** Reports changes; call it several times a second. Returns how far the player is from the last report. */
  look(): Milliseconds | undefined {
    const present = this.read()
    if (!present) return undefined
    const reported = this.#reported
    const now = performance.now()
    if (present.isPlaying) this.#silentSince = undefined
    else this.#soundsSince = undefined
    if (
      !reported ||
      reported.versionId !== present.versionId ||
      reported.speed !== present.speed ||
      JSON.stringify(reported.loop) !== JSON.stringify(present.loop)
    )
      return this.#tell(present)
    if (!present.isPlaying) {
      this.#silentSince ??= now
      // Samples are being fetched: play was pressed, or the network is slow.
      const mayComeBack =
        this.#parts.playback.state().player?.snapshot().wantsToPlay === true && now - this.#silentSince < PATIENCE_MS
      if (reported.isPlaying ? !mayComeBack : Math.abs(reported.position - present.position) > 0.005)
        return this.#tell(present)
      return undefined
    }
    this.#soundsSince ??= now
    if (now - this.#soundsSince < SETTLE_MS) return undefined
    if (!reported.isPlaying) return this.#tell(present)
    const errorMs = errorAgainst(reported, present.position, present.at)
    if (Math.abs(errorMs) > JUMP_MS) return this.#tell(present)
    this.#judge.add(errorMs)
    const middle = this.#judge.errorMs()
    return middle !== undefined && Math.abs(middle) > Math.max(DRIFT_MS, this.#judge.unsureMs())
      ? this.#tell(present)
      : middle
  }

  #tell(transport: Transport): undefined {
    this.#reported = transport
    this.#judge.clear()
    this.#parts.tell(transport)
    return undefined
  }
}
