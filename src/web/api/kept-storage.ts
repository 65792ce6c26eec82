import { createStore, promisifyRequest } from 'idb-keyval'
import { randomKey } from './random-key.ts'

/** The defaults of idb-keyval. */
const store = createStore('keyval-store', 'keyval')
const answersKey = 'reactQuery'
/**
 * Identifies the visit that owns the stored data. It changes at each sign-out; pages opened before that no longer
 * write.
 */
const ownerKey = 'keptFor'
let owner: string | undefined

/** What an earlier visit stored; undefined if there is nothing or the browser refuses. */
export async function readKept(): Promise<unknown> {
  return store('readwrite', async (kept) => {
    await own(kept)
    return promisifyRequest<unknown>(kept.get(answersKey))
  }).catch(() => undefined)
}

/** If storage is full or forbidden, the next visit starts without stored answers; nothing else is lost. */
export async function writeKept(value: unknown): Promise<void> {
  await changeKept(answersKey, () => value).catch(() => undefined)
}

/**
 * Changes one entry in a transaction, so that changes from several tabs do not overlap. Returning undefined from `work`
 * deletes the entry. Returns false and changes nothing if somebody has signed out since this page was opened, so that
 * no tab can restore their data. Rejects if the browser refuses storage.
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

/** Deletes the stored answers. */
export async function forgetKept(): Promise<void> {
  await writeKept(undefined)
}

/** Call after sign-in: from now on this page stores data for the new user. */
export function keepAnew(): void {
  owner = undefined
}

/** Call after sign-out or a change of user: deletes the stored answers and stops other tabs from writing theirs. */
export async function endKept(): Promise<void> {
  await store('readwrite', async (kept) => {
    kept.delete(answersKey)
    owner = randomKey()
    kept.put(owner, ownerKey)
    await promisifyRequest(kept.transaction)
  }).catch(() => undefined)
}

/**
 * Whether this page belongs to the visit that owns the stored data; the first page to call starts a visit. Runs in the
 * same transaction as the write that depends on it.
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
