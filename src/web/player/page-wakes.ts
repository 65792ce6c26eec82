import type { Milliseconds } from '#shared/units.ts'

export interface WakeOutlets {
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
export function watchWakes({ woke, deviceChanged }: WakeOutlets): () => void {
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
