/**
 * Calls `listener` when the pixel ratio changes, because the window moved to another screen or was zoomed. Returns a
 * function that stops it.
 */
export function watchPixelRatio(listener: () => void): () => void {
  const life = new AbortController()
  const watch = (): void => {
    // The query matches only one ratio, so each change needs a new query.
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
      'change',
      () => {
        listener()
        watch()
      },
      { once: true, signal: life.signal },
    )
  }
  watch()
  return () => life.abort()
}
