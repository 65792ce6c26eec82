/** Hear when the window comes to a screen of another density, or is zoomed. Returns how to stop. */
export function watchPixelRatio(listener: () => void): () => void {
  const life = new AbortController()
  const watch = (): void => {
    // The query holds for one ratio only, so each change needs the next.
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
