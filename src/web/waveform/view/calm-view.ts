import type { Milliseconds } from '#shared/units.ts'
import type { WaveView } from './wave-view.ts'
import type { WaveViewport } from './wave-viewport.ts'

/** Often enough that nothing seems late, and seldom enough that a zoom stays fluid. */
const PERIOD_MS: Milliseconds = 100

interface CalmView {
  readonly view: () => WaveView
  readonly subscribe: (listener: () => void) => () => void
  /** Tell the present view now: somebody waits for what it shows. */
  readonly catchUp: () => void
}

/**
 * A viewport's view, told at once when it begins to move and then only now and then, the last one always. For one
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
