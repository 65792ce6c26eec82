import { useEffect, useState } from 'react'
import type { Milliseconds } from '#shared/units.ts'

/** What a value is once it has stayed the same for a while. */
export function useSettled<T>(value: T, afterMs: Milliseconds): T {
  const [settled, setSettled] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), afterMs)
    return () => clearTimeout(timer)
  }, [value, afterMs])
  return settled
}
