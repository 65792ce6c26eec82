import { useEffect, useMemo } from 'react'
import type { Playable } from '#web/player/read/playable.ts'
import { LazySamples } from './lazy-samples.ts'

/** The samples of what is at an address, for `Waveform`; let go with the component. */
export function useSamples({ source, urls }: Pick<Playable, 'source' | 'urls'>): LazySamples {
  const facts = JSON.stringify({ source, urls })
  // The sound is described anew in every render; what it says stays the same.
  const samples = useMemo(() => new LazySamples(JSON.parse(facts)), [facts])
  useEffect(() => () => samples.close(), [samples])
  return samples
}
