import { useEffect, useState } from 'react'
import type { AnalysisReport } from '#audio/analysis-report.ts'
import { type EnergyGrid, parseEnergyGrid } from '#audio/energy-file.ts'

/** Enough for the versions that a user switches between. */
const KEPT = 4
/** Oldest first. */
const kept = new Map<string, Promise<EnergyGrid>>()

/** The loudness of every 10 ms of a version, fetched once. */
export function versionEnergy(url: string): Promise<EnergyGrid> {
  const known = kept.get(url)
  if (known) return known
  const wanted = fetchEnergy(url)
  kept.set(url, wanted)
  // The next analysis measures the rows that an older release did not.
  wanted.then(
    (grid) => grid.rows ?? kept.delete(url),
    () => kept.delete(url),
  )
  const [oldest] = kept.keys()
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
  return wanted
}

async function fetchEnergy(url: string): Promise<EnergyGrid> {
  // On a slow network, playback comes first. Another analysis may have replaced what the browser keeps.
  const response = await fetch(url, { credentials: 'same-origin', priority: 'low', cache: 'no-cache' })
  if (!response.ok) throw new Error(`energy answered ${response.status}`)
  return parseEnergyGrid(await response.arrayBuffer())
}

interface LoadedEnergy {
  readonly url: string
  readonly report: AnalysisReport | undefined
  readonly grid: EnergyGrid | 'failed'
}

/** Undefined while loading; `failed` if it cannot be loaded. Loaded again with another analysis’s report. */
export function useVersionEnergy(url: string, report?: AnalysisReport): EnergyGrid | 'failed' | undefined {
  const [energy, setEnergy] = useState<LoadedEnergy>()
  useEffect(() => {
    const life = new AbortController()
    const keep = (grid: EnergyGrid | 'failed'): void => {
      if (!life.signal.aborted) setEnergy({ url, report, grid })
    }
    versionEnergy(url).then(keep, () => keep('failed'))
    return () => life.abort()
  }, [url, report])
  return energy?.url === url && energy.report === report ? energy.grid : undefined
}
