import type { Milliseconds } from '#shared/units.ts'
import type { WaveView } from './wave-view.ts'
import type { WaveViewport } from './wave-viewport.ts'

/** Frequent enough to look current, and rare enough for a fluid zoom. */
const PERIOD_MS: Milliseconds = 100

interface CalmView {
  readonly view: () => WaveView
  readonly subscribe: (listener: () => void) => () => void
  /** Publishes the present view now, for a caller that needs what it shows. */
  readonly catchUp: () => void
}

/**
 * A throttled view of a viewport: published when it begins to move, then at intervals, and always at the end. For one
 * component's useSyncExternalStore.
 */
export function calmView(viewport: WaveViewport): CalmView {
  let shown = viewport.view()
  let tell: (() => void) | undefined
  return {
    view: () => shown,
    catchUp: () => tell?.(),
    subscribe(listener) {
      let timer: ReturnType<typeof setTimeout> | undefined
      let toldAt = -Infinity
      const tellNow = (): void => {
        clearTimeout(timer)
        timer = undefined
        toldAt = performance.now()
        shown = viewport.view()
        listener()
      }
      const stop = viewport.subscribe(() => {
        if (timer !== undefined) return
        const wait = toldAt + PERIOD_MS - performance.now()
        if (wait <= 0) tellNow()
        else timer = setTimeout(tellNow, wait)
      })
      tell = tellNow
      shown = viewport.view()
      return () => {
        tell = undefined
        stop()
        clearTimeout(timer)
      }
    },
  }
}
