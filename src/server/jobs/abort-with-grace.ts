import type { Milliseconds } from '#shared/units.ts'

/**
 * The result of the work, unless it continues for `patienceMs` after the signal: then throws the signal’s reason and
 * abandons the work, which ends with the process.
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
