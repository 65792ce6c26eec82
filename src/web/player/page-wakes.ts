import type { Milliseconds } from '#shared/units.ts'

export interface WakeOutlets {
  /** The page may have slept, or the line may be another: what was running may be dead. */
  readonly woke: () => void
  /** Loudspeakers came, went, or another device is the usual one now. */
  readonly deviceChanged: () => void
}

const BEAT_MS: Milliseconds = 2000
/** The clock on the wall went on for so long without us: the machine slept. */
const SLEPT_MS: Milliseconds = 6000
/** One change of device is told several times over. */
const SETTLE_MS: Milliseconds = 300

/** Watches for sleep, frozen tabs, a line that is back and changed sound devices. Returns how to stop. */
export function watchWakes({ woke, deviceChanged }: WakeOutlets): () => void {
  const life = new AbortController()
  const { signal } = life
  addEventListener('online', woke, { signal })
  addEventListener('pageshow', ({ persisted }) => persisted && woke(), { signal })
  document.addEventListener('resume', woke, { signal })
  document.addEventListener('visibilitychange', () => document.visibilityState === 'visible' && woke(), { signal })
  let settling: ReturnType<typeof setTimeout> | undefined
  // Missing where the page is not served over HTTPS.
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
