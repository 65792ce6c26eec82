/** Where the service worker is; its scope is everything. */
const ADDRESS = '/service-worker.js'

/**
 * Makes the browser keep the page for times without a line, and lets notifications lead into this tab. Nobody waits for
 * it, and where the browser has no service workers, or forbids them, all else works as well.
 */
export async function registerWorker(navigate: (path: string) => void): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data, ports: [answer] }: MessageEvent<{ readonly go?: unknown }>) => {
    if (typeof data?.go !== 'string') return
    answer?.postMessage(true)
    navigate(data.go)
  })
  // A new build's worker begins with an empty cache.
  serviceWorker.addEventListener('controllerchange', () => tellParts(serviceWorker.controller))
  try {
    await serviceWorker.register(ADDRESS, { updateViaCache: 'none' })
    tellParts((await serviceWorker.ready).active)
  } catch {
    // As in a private window.
  }
}

/** What this page has loaded so far; what it loads from now on passes the worker. */
function tellParts(worker: ServiceWorker | null): void {
  const parts = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`))
  worker?.postMessage({ parts: [...new Set(parts)] })
}
