import { Listeners } from '#shared/listeners.ts'
import type { AudioEngine } from './audio-engine.ts'
import { NOTHING } from './empty-snapshot.ts'
import { judgeProof } from './judge-proof.ts'
import type { PlayerSnapshot } from './player-state.ts'

/** Holds the player's visible state, and derives the proof again on every change. */
export class PlayerStore {
  #snapshot = NOTHING
  readonly #listeners = new Listeners()

  readonly subscribe = this.#listeners.add

  readonly snapshot = (): PlayerSnapshot => this.#snapshot

  change(
    change: Partial<PlayerSnapshot>,
    device: Pick<AudioEngine, 'deviceRate' | 'deviceChannels'> | undefined,
  ): void {
    const next = { ...this.#snapshot, ...change }
    this.#snapshot = {
      ...next,
      proof: judgeProof({ ...next, deviceRate: device?.deviceRate, deviceChannels: device?.deviceChannels }),
    }
    this.notify()
  }

  /** Resets to the empty state; volume, speed and monitoring stay. */
  empty(): void {
    const { volume, isMuted, speed, monitoring } = this.#snapshot
    const kept = { volume, isMuted, speed, monitoring }
    this.#snapshot = { ...NOTHING, ...kept, proof: judgeProof(kept) }
    this.notify()
  }

  /** Notifies listeners that the playhead jumped or stopped. */
  notify(): void {
    this.#listeners.tell()
  }

  forgetListeners(): void {
    this.#listeners.clear()
  }
}
