import { Listeners } from '#shared/listeners.ts'

/** A small choice that this browser remembers. If storage is refused, it lasts as long as the page. */
export interface KeptChoice<Value extends string> {
  readonly get: () => Value
  readonly set: (value: Value) => void
  /** For `useSyncExternalStore`; also notices changes by other tabs. */
  readonly watch: (listener: () => void) => () => void
}

export function keptChoice<Value extends string>(
  key: string,
  allowed: readonly Value[],
  fallback: Value,
): KeptChoice<Value> {
  const listeners = new Listeners()
  let unsaved: Value | null = null
  const read = (): Value => {
    if (unsaved !== null) return unsaved
    const saved = readStorage(key)
    return allowed.find((value) => value === saved) ?? fallback
  }
  return {
    get: read,
    set: (value) => {
      unsaved = writeStorage(key, value) ? null : value
      listeners.tell()
    },
    watch: (listener) => {
      const fromOtherTab = (event: StorageEvent) => {
        if (event.key === key) listener()
      }
      const stop = listeners.add(listener)
      window.addEventListener('storage', fromOtherTab)
      return () => {
        stop()
        window.removeEventListener('storage', fromOtherTab)
      }
    },
  }
}

function readStorage(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

function writeStorage(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}
