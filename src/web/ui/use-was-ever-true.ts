import { useState } from 'react'

/**
 * Whether `now` has ever been true: a dialog mounts when it is first opened, and stays mounted to preserve what was
 * typed.
 */
export function useWasEverTrue(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}
