import { useRouter } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef } from 'react'

const mark = 'roughmixFullPlayer'

/**
 * Gives what covers the page a place of its own in the history, so that the Back of a phone closes it and not the page
 * below. Returns how to go to another page from it.
 */
export function useBackCloses(onLeave: () => void, onClose: () => void): (href: string) => void {
  const router = useRouter()
  const isLeaving = useRef(false)
  const isOpen = useRef(false)
  const close = useEffectEvent(onClose)
  useEffect(() => {
    const isHere = () => (window.history.state as Record<string, unknown> | null)?.[mark] === true
    isLeaving.current = false
    isOpen.current = true
    // A page that is loaded anew is in that place already.
    if (!isHere()) window.history.pushState({ ...window.history.state, [mark]: true }, '')
    const onBack = () => {
      if (!isHere()) close()
    }
    window.addEventListener('popstate', onBack)
    return () => {
      window.removeEventListener('popstate', onBack)
      isOpen.current = false
      // In development React takes effects back and runs them again at once.
      queueMicrotask(() => {
        if (!isOpen.current && isHere() && !isLeaving.current) window.history.back()
      })
    }
  }, [])
  return (href) => {
    isLeaving.current = true
    void router.navigate({ href, replace: true })
    onLeave()
  }
}
