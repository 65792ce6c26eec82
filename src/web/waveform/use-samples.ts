import { useEffect, useMemo } from 'react'
import type { Playable } from '#web/player/read/playable.ts'
import { LazySamples } from './lazy-samples.ts'

/** The samples of the playable, for `Waveform`; closed on unmount. */
export function useSamples({ source, urls }: Pick<Playable, 'source' | 'urls'>): LazySamples {
  const facts = JSON.stringify({ source, urls })
  // The description is a new object in every render, with the same content.
  const samples = useMemo(() => new LazySamples(JSON.parse(facts)), [facts])
  useEffect(() => () => samples.close(), [samples])
  return samples
}
