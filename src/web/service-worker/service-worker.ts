/**
 * Shows push notifications, opens the app offline, and receives what other apps share with it. It never touches /api.
 * The page and its parts, which it caches, are the same for everybody; shared files wait for their upload or removal.
 */
// TypeScript's library describes any worker; this is a service worker.
const worker = globalThis as unknown as ServiceWorkerGlobalScope

/** The build inserts its own name here, so that every build has its own worker and cache. */
const BUILD = '__BUILD__'
const NAME = 'roughmix-'
const CACHE = NAME + BUILD
/** Where the manifest has other apps send files, and the cache in which they wait; it outlives builds. */
const SHARED = '/shared-files'
const SHARED_CACHE = 'shared-files'
/** What the page loads besides its hashed parts. */
const BESIDE: readonly string[] = ['/mark.svg']

worker.addEventListener('install', (event) => event.waitUntil(keepPage().then(() => worker.skipWaiting())))
worker.addEventListener('activate', (event) => event.waitUntil(dropOthers().then(() => worker.clients.claim())))

worker.addEventListener('fetch', (event) => {
  const { request } = event
  const { origin, pathname } = new URL(request.url)
  if (request.method === 'POST' && origin === worker.location.origin && pathname === SHARED) {
    event.respondWith(receiveShared(request))
    return
  }
  if (request.method !== 'GET' || origin !== worker.location.origin || pathname.startsWith('/api/')) return
  if (request.mode === 'navigate') event.respondWith(openPage(request))
  else if (pathname.startsWith('/assets/')) event.respondWith(openPart(event))
  else if (BESIDE.includes(pathname)) event.respondWith(openBeside(request, pathname))
})

/**
 * Keeps shared files until the page takes them, whoever has to sign in first. The answer is always a page: it says what
 * came, that nothing did, or why it was not kept.
 */
async function receiveShared(request: Request): Promise<Response> {
  const kept: string[] = []
  const cache = await caches.open(SHARED_CACHE)
  try {
    const files = (await request.formData()).getAll('files').filter((one) => one instanceof File)
    for (const [index, file] of files.entries()) {
      // Some apps add an empty one for the words that they share.
      if (file.size === 0) continue
      const key = `${SHARED}/${Date.now()}-${index}`
      const headers = {
        'content-type': file.type || 'application/octet-stream',
        'x-file-name': encodeURIComponent(file.name.toWellFormed()),
        'x-last-modified': String(file.lastModified),
      }
      await cache.put(key, new Response(file, { headers }))
      kept.push(key)
    }
    return Response.redirect(SHARED, 303)
  } catch {
    // All or none, so that nobody looks for the half that is missing.
    for (const key of kept) await cache.delete(key)
    return Response.redirect(`${SHARED}?failed=room`, 303)
  }
}

/**
 * Statuses that only a proxy sends for a page, because Roughmix has a page for every path: treat them like a missing
 * network. Traefik sends 404.
 */
function isNobodyThere({ status }: Response): boolean {
  return status >= 500 || [404, 408, 425, 429].includes(status)
}

async function openPage(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => undefined)
  if (answer && !isNobodyThere(answer)) return answer
  const kept = await keptOr('/')
  return kept.type === 'error' && answer ? answer : kept
}

/** Opens one of the page's unhashed files. */
async function openBeside(request: Request, pathname: string): Promise<Response> {
  const answer = await fetch(request).catch(() => undefined)
  return answer?.ok ? answer : keptOr(pathname)
}

/** Caches the page and what it names: a script and styles with hashed names. */
async function keepPage(): Promise<void> {
  const cache = await caches.open(CACHE)
  const page = await fetch('/', { cache: 'no-store', headers: { accept: 'text/html' } })
  const named = [...(await page.clone().text()).matchAll(/"(\/assets\/[^"]+)"/g)].flatMap(([, path]) => path ?? [])
  // A proxy's sign-in page, for example, is not ours.
  if (!page.ok || page.redirected || named.length === 0) throw new Error(`the page was answered ${page.status}`)
  await Promise.all([cache.put('/', page), cache.addAll([...BESIDE, ...new Set(named)])])
}

async function dropOthers(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith(NAME) && name !== CACHE) await caches.delete(name)
}

/** The content behind a hashed name never changes, so a cached part is valid. */
async function openPart(event: FetchEvent): Promise<Response> {
  const { request } = event
  const cache = await caches.open(CACHE)
  const kept = await cache.match(request.url, { ignoreVary: true })
  if (kept) return kept
  const answer = await fetch(request)
  // If the disk is full, the part is missing offline; nothing else is affected.
  if (answer.status === 200) event.waitUntil(cache.put(request.url, answer.clone()).catch(() => undefined))
  return answer
}

async function keptOr(path: string): Promise<Response> {
  return (await (await caches.open(CACHE)).match(path, { ignoreVary: true })) ?? Response.error()
}

/** The page reports the parts it loaded before this worker was active; the browser still has them in its cache. */
worker.addEventListener('message', (event) => {
  const { parts } = (event.data ?? {}) as { readonly parts?: readonly string[] }
  if (Array.isArray(parts)) event.waitUntil(keepParts(parts))
})

async function keepParts(parts: readonly string[]): Promise<void> {
  const cache = await caches.open(CACHE)
  for (const part of parts) {
    const { origin, pathname } = new URL(part, worker.location.origin)
    if (
      origin !== worker.location.origin ||
      !pathname.startsWith('/assets/') ||
      (await cache.match(part, { ignoreVary: true }))
    )
      continue
    await cache.add(part).catch(() => undefined)
  }
}

interface Pushed {
  readonly title: string
  readonly body: string
  readonly path: string
  readonly tag: string
}

/** Every push must show a notification: browsers revoke the permission otherwise. */
worker.addEventListener('push', (event) => {
  const { title, body, path, tag } = pushedIn(event)
  event.waitUntil(worker.registration.showNotification(title, { body, tag, data: { path } }))
})

function pushedIn({ data }: PushEvent): Pushed {
  const empty = { title: 'Roughmix', body: '', path: '/inbox', tag: 'inbox' }
  try {
    return { ...empty, ...(data?.json() as Partial<Pushed>) }
  } catch {
    return empty
  }
}

worker.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(goTo(String((event.notification.data as { readonly path?: unknown } | null)?.path ?? '/inbox')))
})

/** Navigates an open tab without a reload, so that music keeps playing; opens a new tab if none responds. */
async function goTo(path: string): Promise<void> {
  const target = new URL(path, worker.location.origin)
  if (target.origin !== worker.location.origin) return
  const windows = await worker.clients.matchAll({ type: 'window', includeUncontrolled: true })
  const [best] = windows.toSorted((a, b) => rank(b) - rank(a))
  if (best) {
    await best.focus().catch(() => undefined)
    if (await takes(best, target.pathname + target.search)) return
  }
  await worker.clients.openWindow(target).catch(() => undefined)
}

function rank({ focused, visibilityState }: WindowClient): number {
  return (focused ? 2 : 0) + (visibilityState === 'visible' ? 1 : 0)
}

const ANSWER_MS = 1000

function takes(client: WindowClient, path: string): Promise<boolean> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    const timer = setTimeout(() => resolve(false), ANSWER_MS)
    port1.onmessage = () => {
      clearTimeout(timer)
      resolve(true)
    }
    client.postMessage({ go: path }, [port2])
  })
}
