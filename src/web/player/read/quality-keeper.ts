import { toast } from '#web/ui/overlay/toast-store.ts'
import type { LinePace } from './buffering-plan.ts'
import { onSlowLine, type Playable } from './playable.ts'
import type { Player } from '../player.ts'
import { QualityRule } from './quality-rule.ts'

const qualityStrings = {
  noOpus:
    'The connection is slow, and this browser cannot play the smaller Opus stream. The original goes on, with pauses.',
} as const

/** `automatic` plays Opus if the network is too slow for the original. */
export type PlaybackQuality = 'automatic' | 'lossless'

/** How long to wait before asking again after Opus was missing or failed. */
const ASK_AGAIN_MS = 20_000

/**
 * Replaces the original by Opus while the network is too slow, and switches back. Comparisons always play originals.
 */
export class QualityKeeper {
  readonly #player: Player
  #quality: PlaybackQuality = 'automatic'
  #rule = new QualityRule()
  #original?: Playable
  #isAsking = false
  #notBefore = 0
  /** This browser cannot play Opus: the original plays as well as the network allows, and the user is told. */
  #isLeftOut = false

  constructor(player: Player) {
    this.#player = player
    player.onPace((pace) => this.#hear(pace))
    player.subscribe(() => {
      const { phase, playable, error } = player.snapshot()
      if (phase !== 'failed' || playable?.source.kind !== 'opus') return
      if (error?.kind === 'unsupported') this.#leaveOut()
      this.#notBefore = performance.now() + ASK_AGAIN_MS
      if (this.#goBack(playable)) player.play()
    })
  }

  set(quality: PlaybackQuality): void {
    this.#quality = quality
    const { playable } = this.#player.snapshot()
    if (quality === 'lossless' && playable?.source.kind === 'opus') this.#goBack(playable)
  }

  #hear(pace: LinePace): void {
    const { playable, deck, phase } = this.#player.snapshot()
    if (!playable || deck || this.#quality === 'lossless') return
    if (playable.source.kind === 'opus') {
      if (this.#rule.hasRecovered(pace, performance.now())) this.#goBack(playable)
    } else if (this.#rule.isTooSlow(pace, phase === 'stalled')) void this.#goDown(playable)
  }

  async #goDown(playable: Playable): Promise<void> {
    const slow = onSlowLine(playable)
    if (slow && this.#player.playsOpus() === false) this.#leaveOut()
    if (!slow || this.#isLeftOut || this.#isAsking || performance.now() < this.#notBefore) return
    this.#isAsking = true
    // The server creates it on the first request; until then the original plays.
    const isThere =
      slow.urls.index !== undefined &&
      (await fetch(slow.urls.index, { credentials: 'same-origin' }).then(
        ({ ok }) => ok,
        () => false,
      ))
    this.#isAsking = false
    if (!isThere) this.#notBefore = performance.now() + ASK_AGAIN_MS
    else if (this.#player.snapshot().playable === playable && this.#quality === 'automatic') {
      this.#original = playable
      this.#player.replace(slow)
    }
  }

  #leaveOut(): void {
    if (this.#isLeftOut) return
    this.#isLeftOut = true
    toast({ text: qualityStrings.noOpus, tone: 'plain' })
  }

  #goBack(playable: Playable): boolean {
    const original = this.#original
    if (original?.id !== playable.id) return false
    this.#rule = new QualityRule()
    this.#player.replace(original)
    return true
  }
}
