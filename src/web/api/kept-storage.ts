import { del, get, set } from 'idb-keyval'

/** idb-keyval's own database is `keyval-store` with the store `keyval`. */
const key = 'reactQuery'

/** What an earlier visit wrote; undefined where there is nothing or the browser refuses. */
export async function readKept(): Promise<unknown> {
  return get<unknown>(key).catch(() => undefined)
}

/** A full or forbidden storage costs the next visit its head start, nothing else. */
export async function writeKept(value: unknown): Promise<void> {
  await set(key, value).catch(() => undefined)
}

export async function forgetKept(): Promise<void> {
  await del(key).catch(() => undefined)
}
