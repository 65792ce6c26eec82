/**
 * Runs the task when the page is idle, or after a short delay in browsers without idle callbacks. Returns a function
 * that cancels it.
 */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 1_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 5_000 })
  return () => cancelIdleCallback(handle)
}

/** Preloads code while idle and online; the service worker then caches it. Returns a function that cancels it. */
export function fetchWhenIdle(...loads: readonly (() => Promise<unknown>)[]): () => void {
  return whenIdle(() => {
    // Offline it would fail, and browsers remember a failed import as long as the page is open.
    if (navigator.onLine) for (const load of loads) void load().catch(() => null)
  })
}
