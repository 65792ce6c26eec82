import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { Hertz } from '#shared/units.ts'
import type { Comparison } from '../comparisons.contract.ts'
import { comparisonQuery } from './comparisons.queries.ts'
import type { Deck } from './deck.ts'
import type { DeckEntry, FoundPlace } from './deck-entry.ts'
import { answersOf } from './use-voices.ts'

export interface AskedComparison {
  readonly comparison: Comparison | undefined
  readonly failed: boolean
  readonly retry: () => void
}

/** What the server found of each entry against the first, in order (undefined for the first); the deck learns it. */
export function useFoundPlaces(deck: Deck, projectId: string, entries: readonly DeckEntry[], rate: Hertz): readonly (AskedComparison | undefined)[] {
  const [first, ...others] = entries.map(({ heard }) => heard.versionId)
  const asked = useQueries({
    queries: others.map((versionId) => comparisonQuery(projectId, first ?? '', versionId)),
    combine: answersOf,
  })
  const queries = useQueryClient()
  useEffect(() => {
    for (const { data: comparison } of asked) {
      const place = comparison && placeOf(comparison, rate)
      if (place && comparison.versionA === first) deck.learn(comparison.versionA, comparison.versionB, place)
    }
  }, [asked, deck, first, rate])
  return useMemo(() => {
    const retry = (versionId: string | undefined) => () => void queries.refetchQueries(comparisonQuery(projectId, first ?? '', versionId ?? ''))
    return [undefined, ...asked.map(({ data, isError }, index) => ({ comparison: data, failed: isError, retry: retry(entries[index + 1]?.heard.versionId) }))]
  }, [asked, entries, first, projectId, queries])
}

function placeOf({ result }: Comparison, rate: Hertz): FoundPlace | undefined {
  if (!result) return undefined
  const { alignment, gain, sampleRate } = result
  return { offset: Math.round(((alignment?.offsetFrames ?? 0) * rate) / sampleRate), gain: alignment ? gain : null, isInverted: alignment?.inverted ?? false }
}
