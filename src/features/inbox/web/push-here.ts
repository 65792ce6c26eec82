import { readSession } from '#features/account/web/auth-call.ts'
import type { Milliseconds } from '#shared/units.ts'
import { pushApi } from './push.client.ts'

/** What can be said of this very browser. `insecure`: a page without https may not. */
export type PushHere = 'insecure' | 'unsupported' | 'denied' | 'off' | 'on'

/** Whose browser this one is, so that nobody else who signs in here is pushed to without having asked. */
const OWNER = 'roughmix-push'
/**
 * The session and the address last told to the server: what it no longer knows of these was removed there on purpose.
 */
const TOLD = 'roughmix-push-told'
/** A first worker fetches the page’s parts before it runs. */
const workerPatienceMs: Milliseconds = 10_000

export async function pushHere(): Promise<PushHere> {
  if (!window.isSecureContext) return 'insecure'
  if (!('serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window)) return 'unsupported'
  if (Notification.permission === 'denied') return 'denied'
  return Notification.permission === 'granted' && (await subscription()) ? 'on' : 'off'
}

/**
 * Asks the browser, and with its leave the person. Answers what came of it; fails where its push service or our server
 * does.
 */
export async function switchPushOn(publicKey: string, userId: string): Promise<PushHere | 'no-worker'> {
  if ((await Notification.requestPermission()) !== 'granted') return pushHere()
  const worker = await workerInTime()
  if (!worker) return 'no-worker'
  await sayAddress(await subscribed(worker.pushManager, publicKey))
  localStorage.setItem(OWNER, userId)
  return 'on'
}

/** Also takes down what is still shown: it is this person’s. */
export async function switchPushOff(): Promise<void> {
  localStorage.removeItem(OWNER)
  localStorage.removeItem(TOLD)
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const notification of (await registration?.getNotifications?.()) ?? []) notification.close()
  await (await registration?.pushManager?.getSubscription())?.unsubscribe()
}

/** At each visit: addresses change, sessions are renewed, and browsers change hands. */
export async function renewPush(userId: string): Promise<void> {
  const owner = localStorage.getItem(OWNER)
  if (owner === null) return
  if (owner !== userId) return switchPushOff()
  if ((await pushHere()) !== 'on') return
  const { publicKey, items: devices } = await pushApi('GET /api/push')
  if (publicKey === null) return
  const held = await subscription()
  if (held && localStorage.getItem(TOLD) === (await tellingOf(held))) {
    // Removed from another device: it stays so until somebody switches it on here.
    if (!devices.some(({ current }) => current)) return switchPushOff()
    if (isFor(held, publicKey)) return
  }
  const worker = await workerInTime()
  if (worker) await sayAddress(await subscribed(worker.pushManager, publicKey))
}

/** Undefined where none comes to run, as its installing was refused or failed: `ready` would be waited for in vain. */
async function workerInTime(): Promise<ServiceWorkerRegistration | undefined> {
  return Promise.race([
    navigator.serviceWorker.ready,
    new Promise<undefined>((resolve) => setTimeout(resolve, workerPatienceMs)),
  ])
}

async function subscription(): Promise<PushSubscription | null> {
  return (await (await navigator.serviceWorker.getRegistration())?.pushManager.getSubscription()) ?? null
}

/** What there is, unless it was made for another key of the server’s. */
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
  // Read before: should another session take over meanwhile, the next visit says it again.
  const telling = await tellingOf(held)
  const { endpoint = '', keys: { p256dh = '', auth = '' } = {} } = held.toJSON()
  await pushApi('PUT /api/push/device', { body: { endpoint, keys: { p256dh, auth } } })
  localStorage.setItem(TOLD, telling)
}
