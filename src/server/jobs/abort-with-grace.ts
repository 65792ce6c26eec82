import type { Milliseconds } from '#shared/units.ts'

/**
 * What the work comes to, unless it goes on for `patienceMs` after the signal: then the signal’s reason is thrown, and
 * the work is left to itself, as it will end with the process.
 */
export function abortWithGrace<T>(work: Promise<T>, signal: AbortSignal, patienceMs: Milliseconds): Promise<T> {
  return new Promise((resolve, reject) => {
    let timer: NodeJS.Timeout | undefined
    const stop = () => (timer = setTimeout(() => reject(signal.reason), patienceMs))
    if (signal.aborted) stop()
    else signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => {
      clearTimeout(timer)
      signal.removeEventListener('abort', stop)
    })
  })
}
