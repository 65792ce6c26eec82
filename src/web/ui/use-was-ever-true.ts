import { useState } from 'react'

/** Whether it has been so once: a dialog is mounted when it is first opened, and stays for what was typed in it. */
export function useWasEverTrue(now: boolean): boolean {
  const [ever, setEver] = useState(now)
  if (now && !ever) setEver(true)
  return ever || now
}
