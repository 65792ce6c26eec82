/** At the root, so that its scope is the whole site. */
const ADDRESS = '/service-worker.js'

/**
 * Registers the service worker, which caches the page for offline use and lets notifications open paths in this tab.
 * Optional: everything else works without it.
 */
export async function registerWorker(navigate: (path: string) => void): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  const { serviceWorker } = navigator
  serviceWorker.addEventListener('message', ({ data, ports: [answer] }: MessageEvent<{ readonly go?: unknown }>) => {
    if (typeof data?.go !== 'string') return
    answer?.postMessage(true)
    navigate(data.go)
  })
  // The worker of a new build begins with an empty cache.
  serviceWorker.addEventListener('controllerchange', () => tellParts(serviceWorker.controller))
  try {
    await serviceWorker.register(ADDRESS, { updateViaCache: 'none' })
    tellParts((await serviceWorker.ready).active)
  } catch {
    // Refused, for example in a private window.
  }
}

/** Tells the worker what this page has loaded so far; later requests pass through the worker. */
function tellParts(worker: ServiceWorker | null): void {
  const parts = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${location.origin}/assets/`))
  worker?.postMessage({ parts: [...new Set(parts)] })
}
