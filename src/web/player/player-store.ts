import { Listeners } from '#shared/listeners.ts'
import type { AudioEngine } from './audio-engine.ts'
import { NOTHING } from './empty-snapshot.ts'
import { judgeProof } from './judge-proof.ts'
import type { PlayerSnapshot } from './player-state.ts'

/** Holds what the player shows of itself, and judges the proof anew on every change. */
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

  /** Back to nothing; how one listens stays as it is. */
  empty(): void {
    const { volume, isMuted, speed, monitoring } = this.#snapshot
    const kept = { volume, isMuted, speed, monitoring }
    this.#snapshot = { ...NOTHING, ...kept, proof: judgeProof(kept) }
    this.notify()
  }

  /** Tell listeners that the playhead jumped or came to rest. */
  notify(): void {
    this.#listeners.tell()
  }

  forgetListeners(): void {
    this.#listeners.clear()
  }
}
