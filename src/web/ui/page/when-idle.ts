/**
 * Once the page has nothing better to do; where a browser cannot tell, a moment later. Returns the way to call it off.
 */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 1_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 5_000 })
  return () => cancelIdleCallback(handle)
}

/**
 * Fetches what may be wanted next while there is a line for it; from then on the service worker keeps it. Returns the
 * way to call it off.
 */
export function fetchWhenIdle(...loads: readonly (() => Promise<unknown>)[]): () => void {
  return whenIdle(() => {
    // Without a line it would fail, and browsers remember that for as long as the page is open.
    if (navigator.onLine) for (const load of loads) void load().catch(() => null)
  })
}
