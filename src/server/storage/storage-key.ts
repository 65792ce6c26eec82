/** A key that every driver refuses: it would leave the store, be hidden in it, or not fit a file system. */
export class BadStorageKey extends Error {
  constructor() {
    super('a storage key must be a plain relative path')
    this.name = 'BadStorageKey'
  }
}

const MOST_BYTES = 1024
const MOST_SEGMENT_BYTES = 255
// eslint-disable-next-line no-control-regex
const FORBIDDEN = /[\\\u0000-\u001f\u007f]/

/** Returns the key, or throws BadStorageKey; used by every driver. */
export function checkedKey(key: string): string {
  const segments = key.split('/')
  const fits = Buffer.byteLength(key) <= MOST_BYTES && key.isWellFormed() && !FORBIDDEN.test(key)
  if (
    !fits ||
    !segments.every(
      (segment) => segment !== '' && !segment.startsWith('.') && Buffer.byteLength(segment) <= MOST_SEGMENT_BYTES,
    )
  )
    throw new BadStorageKey()
  return key
}

/** An id that is used as a file or object name. */
export function checkedPartId(id: string): string {
  if (!/^[A-Za-z0-9_-]{1,64}$/.test(id)) throw new BadStorageKey()
  return id
}
