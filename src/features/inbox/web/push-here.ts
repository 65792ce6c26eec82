import { readSession } from '#features/account/web/auth-call.ts'
import type { Milliseconds } from '#shared/units.ts'
import { pushApi } from './push.client.ts'

/** State of push notifications in this browser. `insecure`: not allowed without https. */
export type PushHere = 'insecure' | 'unsupported' | 'denied' | 'off' | 'on'

/** The user who enabled pushes here, so that another user who signs in gets none. */
const OWNER = 'roughmix-push'
/**
 * The session and the endpoint last sent to the server: if the server no longer has them, the device was removed on
 * purpose.
 */
const TOLD = 'roughmix-push-told'
/** A first service worker loads the page's parts before it becomes active. */
const workerPatienceMs: Milliseconds = 10_000

export async function pushHere(): Promise<PushHere> {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off'
}

/**
 * Asks the browser, and through it the user, for permission. Resolves with the new state; rejects if the push service
 * or our server fails.
 */
export async function switchPushOn(publicKey: string, userId: string): Promise<PushHere | 'no-worker'> {
  if ((await Notification.requestPermission()) !== 'granted') return pushHere()
  const worker = await workerInTime()
  if (!worker) return 'no-worker'
  await sayAddress(await subscribed(worker.pushManager, publicKey))
  localStorage.setItem(OWNER, userId)
  return 'on'
}

/** Also closes notifications on screen, because they belong to this user. */
export async function switchPushOff(): Promise<void> {
  localStorage.removeItem(OWNER)
  localStorage.removeItem(TOLD)
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** Call at each visit: endpoints change, sessions are renewed, and browsers change users. */
export async function renewPush(userId: string): Promise<void> {
  const owner = localStorage.getItem(OWNER)
  if (owner === null) return
  if (owner !== userId) return switchPushOff()
  if ((await pushHere()) !== 'on') return
  const { publicKey, items: devices } = await pushApi('GET /api/push')
  if (publicKey === null) return
  const held = await subscription()
  if (held && localStorage.getItem(TOLD) === (await tellingOf(held))) {
    // Removed from another device: stay off until somebody enables it here.
    if (!devices.some(({ current }) => current)) return switchPushOff()
    if (isFor(held, publicKey)) return
  }
  const worker = await workerInTime()
  if (worker) await sayAddress(await subscribed(worker.pushManager, publicKey))
}

/**
 * Undefined if no worker becomes active because its installation was refused or failed: `ready` would never resolve.
 */
async function workerInTime(): Promise<ServiceWorkerRegistration | undefined> {
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<undefined>((resolve) => setTimeout(resolve, workerPatienceMs)),
  ])
}

async function subscription(): Promise<PushSubscription | null> {
  return (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null
}

/** The present subscription, unless it was made for another server key. */
async function subscribed(pushManager: PushManager, publicKey: string): Promise<PushSubscription> {
  const held = await pushManager.getSubscription()
  if (held && isFor(held, publicKey)) return held
  await held?.unsubscribe()
  return pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: publicKey })
}

function isFor(held: PushSubscription | null, publicKey: string): boolean {
  const key = held?.options.applicationServerKey
  return key !== undefined && key !== null && base64url(new Uint8Array(key)) === publicKey
}

function base64url(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')
}

async function tellingOf({ endpoint }: PushSubscription): Promise<string> {
  return `${(await readSession())?.session.id ?? ''} ${endpoint}`
}

async function sayAddress(held: PushSubscription): Promise<void> {
  // Read first: if another session takes over meanwhile, the next visit sends it again.
  const telling = await tellingOf(held)
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = held.toJSON()
  await pushApi('PUT /api/push/device', { body: { endpoint, keys: { p256dh, auth } } })
  localStorage.setItem(TOLD, telling)
}
