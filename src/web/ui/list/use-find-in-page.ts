import { startTransition, useEffect, useState } from 'react'

/**
 * Whether the browser was asked to find text in the page, or to print it. It knows only what is rendered, so from then
 * on a list of hundreds renders completely.
 */
export function useFindInPage(): boolean {
  const [isAsked, setAsked] = useState(false)
  useEffect(() => {
    if (isAsked) return undefined
    const ask = () => startTransition(() => setAsked(true))
    const onKeyDown = ({ key, ctrlKey, metaKey }: KeyboardEvent) => {
      if (key === 'F3' || ((ctrlKey || metaKey) && ['f', 'g', 'p'].includes(key.toLowerCase()))) ask()
    }
    window.addEventListener('keydown', onKeyDown, { capture: true })
    window.addEventListener('beforeprint', ask)
    return () => {
      window.removeEventListener('keydown', onKeyDown, { capture: true })
      window.removeEventListener('beforeprint', ask)
    }
  }, [isAsked])
  return isAsked
}
