import { useState } from 'react'

/**
 * How a list is shown: as the URL has it, or ahead of the URL what the user has chosen and typed while the navigation
 * is pending. Otherwise letters typed quickly would be lost between two navigations. `address` is plain data.
 */
export function useAheadOfAddress<View extends object>(
  address: View,
  onAddress: (view: View) => void,
): readonly [View, (change: Partial<View>) => void] {
  const [ahead, setAhead] = useState<View | null>(null)
  if (ahead !== null && isSame(ahead, address)) setAhead(null)
  const shown = ahead ?? address
  const change = (part: Partial<View>) => {
    const next = { ...shown, ...part }
    setAhead(next)
    onAddress(next)
  }
  return [shown, change]
}

function isSame<View extends object>(a: View, b: View): boolean {
  return (Object.keys(a) as (keyof View)[]).every((key) => String(a[key]) === String(b[key]))
}
