import { createStore, promisifyRequest } from 'idb-keyval'
import { randomKey } from './random-key.ts'

/** idb-keyval's own database and store. */
const store = createStore('keyval-store', 'keyval')
const answersKey = 'reactQuery'
/**
 * Whose the kept things are: another value from each sign-out on. A page that began before it keeps nothing any more.
 */
const ownerKey = 'keptFor'
let owner: string | undefined

/** What an earlier visit wrote; undefined where there is nothing or the browser refuses. */
export async function readKept(): Promise<unknown> {
  return store('readwrite', async (kept) => {
    await own(kept)
    return promisifyRequest<unknown>(kept.get(answersKey))
  }).catch(() => undefined)
}

/** A full or forbidden storage costs the next visit its head start, nothing else. */
export async function writeKept(value: unknown): Promise<void> {
  await changeKept(answersKey, () => value).catch(() => undefined)
}

/**
 * One change at a time, also between tabs; undefined takes it away. False, and nothing done, where somebody has signed
 * out since this page began: whichever tab writes last, nothing of theirs stays. Fails where the browser refuses.
 */
export async function changeKept<T>(key: string, work: (before: T | undefined) => T | undefined): Promise<boolean> {
  return store('readwrite', async (kept) => {
    if (!(await own(kept))) return false
    const after = work(await promisifyRequest<T | undefined>(kept.get(key)))
    if (after === undefined) kept.delete(key)
    else kept.put(after, key)
    await promisifyRequest(kept.transaction)
    return true
  })
}

/** Forgets the answers. */
export async function forgetKept(): Promise<void> {
  await writeKept(undefined)
}

/** Somebody has signed in: from here on this page keeps things for them. */
export function keepAnew(): void {
  owner = undefined
}

/**
 * Somebody has signed out, or another person is here: forgets the answers, and whatever other tabs of this browser are
 * about to write.
 */
export async function endKept(): Promise<void> {
  await store('readwrite', async (kept) => {
    kept.delete(answersKey)
    owner = randomKey()
    kept.put(owner, ownerKey)
    await promisifyRequest(kept.transaction)
  }).catch(() => undefined)
}

/**
 * Whether this page is of the visit that the browser keeps things for; the first to ask begins one. In the same
 * transaction as what depends on it.
 */
async function own(kept: IDBObjectStore): Promise<boolean> {
  const present = await promisifyRequest<unknown>(kept.get(ownerKey))
  if (typeof present === 'string') owner ??= present
  else {
    owner ??= randomKey()
    kept.put(owner, ownerKey)
    return true
  }
  return present === owner
}
