import { useLayoutEffect, useRef } from 'react'
import { bindKeys, pressPageKey, releasePageKey, type PageKey } from './page-keys.ts'

/**
 * Binds keys while the component is mounted. A change of labels or keys binds again; a change of handlers does not.
 * Binds in a layout effect, so that a key works as soon as its label is visible.
 */
export function usePageKeys(keys: readonly PageKey[]): void {
  const latest = useRef(keys)
  useLayoutEffect(() => {
    latest.current = keys
  })
  const shape = keys.map(({ keys, label, group, repeats }) => [keys, label, group, repeats].join('\n')).join('\n\n')
  useLayoutEffect(() => {
    const steady = latest.current.map((key, index) => ({
      ...key,
      ...(key.run && { run: () => latest.current[index]?.run?.() }),
      ...(key.release && { release: () => latest.current[index]?.release?.() }),
    }))
    return bindKeys(steady)
    // The shape represents the keys, which are new objects in every render.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [shape])
}

/** Call once, around everything that binds keys. */
export function useKeyListener(): void {
  useLayoutEffect(() => {
    const leave = () => releasePageKey()
    window.addEventListener('keydown', pressPageKey)
    window.addEventListener('keyup', releasePageKey)
    window.addEventListener('blur', leave)
    return () => {
      window.removeEventListener('keydown', pressPageKey)
      window.removeEventListener('keyup', releasePageKey)
      window.removeEventListener('blur', leave)
    }
  }, [])
}
