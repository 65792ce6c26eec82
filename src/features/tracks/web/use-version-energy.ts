import { useEffect, useState } from 'react'
import type { EnergyGrid } from '#audio/energy-file.ts'
import { versionEnergy } from './version-energy.ts'

/** Undefined on its way; `failed` where it cannot be had. */
export function useVersionEnergy(url: string): EnergyGrid | 'failed' | undefined {
  const [energy, setEnergy] = useState<{ readonly url: string; readonly grid: EnergyGrid | 'failed' }>()
  useEffect(() => {
    const life = new AbortController()
    const keep = (grid: EnergyGrid | 'failed'): void => {
      if (!life.signal.aborted) setEnergy({ url, grid })
    }
    versionEnergy(url).then(keep, () => keep('failed'))
    return () => life.abort()
  }, [url])
  return energy?.url === url ? energy.grid : undefined
}
