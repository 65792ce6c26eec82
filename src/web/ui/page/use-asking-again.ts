import { useEffect, useEffectEvent } from 'react'
import type { Milliseconds } from '#shared/units.ts'

const everyMs: Milliseconds = 4_000

/**
 * Retries automatically: when the user returns to the page or the network returns, and every few seconds while the page
 * is visible, with jitter.
 */
export function useAskingAgain(ask: (() => void) | undefined, often = true): void {
  const isOn = ask !== undefined
  const again = useEffectEvent(() => {
    if (document.visibilityState === 'visible') ask?.()
  })
  useEffect(() => {
    if (!isOn) return undefined
    const timer = often ? setInterval(again, everyMs * (0.75 + Math.random() / 2)) : undefined
    const heard = new AbortController()
    const options = { signal: heard.signal }
    for (const event of ['online', 'focus']) window.addEventListener(event, () => again(), options)
    document.addEventListener('visibilitychange', () => again(), options)
    return () => {
      clearInterval(timer)
      heard.abort()
    }
  }, [isOn, often])
}
