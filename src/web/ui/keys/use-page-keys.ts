import { useLayoutEffect, useRef } from 'react'
import { bindKeys, pressPageKey, releasePageKey, type PageKey } from './page-keys.ts'

/**
 * Binds keys while the component is on the page. Only their words and keys need to stay the same; what they run may
 * change. A control that names its key can be pressed by it as soon as it is seen: nothing waits for a quiet moment.
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
    // The shape stands for the keys, which are made anew in every render.
    // oxlint-disable-next-line react/exhaustive-effect-dependencies
  }, [shape])
}

/** Once, around everything that binds keys. */
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
