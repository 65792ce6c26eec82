import type { Milliseconds } from '#shared/units.ts'
import type { AudioEngine } from './audio-engine.ts'
import { outputDevice } from './output-device.ts'
import { watchWakes } from './page-wakes.ts'

export interface WatchedPlayer {
  readonly engine: () => AudioEngine | undefined
  readonly wantsToPlay: () => boolean
  /** Connections may be dead, and the playback position that the system shows may be wrong. */
  readonly woke: () => void
  /** Creates a new engine at the sample where the old one stopped. */
  readonly rebuild: () => void
}

/** A device that consumes no sound for this long is gone. */
const DEAD_AFTER_MS: Milliseconds = 700

/**
 * Recovers the audio context after sleep, frozen tabs and changed sound devices. Returns a function that stops
 * watching.
 */
export function watchEngine(player: WatchedPlayer): () => void {
  return watchWakes({ woke: () => wake(player), deviceChanged: () => changeDevice(player) })
}

function wake({ engine, wantsToPlay, woke, rebuild }: WatchedPlayer): void {
  woke()
  const present = engine()
  if (!present || !wantsToPlay()) return
  void present.resume().catch(() => {})
  const before = present.taken()
  setTimeout(() => {
    if (present === engine() && wantsToPlay() && present.taken() === before) rebuild()
  }, DEAD_AFTER_MS)
}

function changeDevice(player: WatchedPlayer): void {
  const present = player.engine()
  if (!present) return
  const { deviceRate, deviceChannels } = outputDevice(present.format.channels)
  if (deviceRate !== present.deviceRate || deviceChannels !== present.deviceChannels) player.rebuild()
  else wake(player)
}
