import type { Milliseconds } from '#shared/units.ts'
import type { AudioEngine } from './audio-engine.ts'
import { outputDevice } from './output-device.ts'

interface WakeOutlets {
  /** The page may have slept or changed networks: connections and contexts may be dead. */
  readonly woke: () => void
  /** A device was added or removed, or the default changed. */
  readonly deviceChanged: () => void
}

const BEAT_MS: Milliseconds = 2000
/** If the wall clock advanced this much between two ticks, the machine slept. */
const SLEPT_MS: Milliseconds = 6000
/** One change of device fires several events. */
const SETTLE_MS: Milliseconds = 300

/**
 * Watches for sleep, frozen tabs, a restored network and changed sound devices. Returns a function that stops watching.
 */
function watchWakes({ woke, deviceChanged }: WakeOutlets): () => void {
  const life = new AbortController()
  const { signal } = life
  addEventListener('online', woke, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && woke(), { signal })
  document.addEventListener('resume', woke, { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && woke(), { signal })
  let settling: ReturnType<typeof setTimeout> | undefined
  // Missing if the page is not served over HTTPS.
  navigator.mediaDevices?.addEventListener(
    'devicechange',
    () => {
      clearTimeout(settling)
      settling = setTimeout(deviceChanged, SETTLE_MS)
    },
    { signal },
  )
  let beatAt = Date.now()
  const beat = setInterval(() => {
    const now = Date.now()
    if (now - beatAt > SLEPT_MS) woke()
    beatAt = now
  }, BEAT_MS)
  return () => {
    life.abort()
    clearInterval(beat)
    clearTimeout(settling)
  }
}

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
