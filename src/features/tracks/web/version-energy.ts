import { type EnergyGrid, parseEnergyGrid } from '#audio/energy-file.ts'

/** Enough for the versions one goes to and fro between. */
const KEPT = 4
/** Oldest first. */
const kept = new Map<string, Promise<EnergyGrid>>()

/** The loudness of every 10 ms of a version, fetched once. */
export function versionEnergy(url: string): Promise<EnergyGrid> {
  const known = kept.get(url)
  if (known) return known
  const wanted = fetchEnergy(url)
  kept.set(url, wanted)
  wanted.catch(() => kept.delete(url))
  const [oldest] = kept.keys()
  if (kept.size > KEPT && oldest !== undefined) kept.delete(oldest)
  return wanted
}

async function fetchEnergy(url: string): Promise<EnergyGrid> {
  // What is heard comes first on a slow line.
  const response = await fetch(url, { credentials: 'same-origin', priority: 'low' })
  if (!response.ok) throw new Error(`energy answered ${response.status}`)
  return parseEnergyGrid(await response.arrayBuffer())
}
