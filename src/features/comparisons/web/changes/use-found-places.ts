import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import type { ComparisonResult } from '#audio/comparison-result.ts'
import { SEAM_ROUNDING } from '#audio/segment-map.ts'
import { turnedComparison } from '#audio/turned-comparison.ts'
import type { Hertz } from '#shared/units.ts'
import type { Comparison } from '../../comparisons.contract.ts'
import { comparisonQuery } from '../comparisons.client.ts'
import type { Deck } from '../deck/deck.ts'
import type { DeckEntry, FoundPlace } from '../deck/deck-entry.ts'
import { answersOf } from '../deck/use-voices.ts'

export interface AskedComparison {
  readonly comparison: Comparison | undefined
  readonly failed: boolean
  readonly retry: () => void
}

/**
 * The server's comparison of each entry with the first, in order (undefined for the first); also passed to the deck.
 */
export function useFoundPlaces(
  deck: Deck,
  projectId: string,
  entries: readonly DeckEntry[],
  rate: Hertz,
): readonly (AskedComparison | undefined)[] {
  const [first, ...others] = entries.map(({ heard }) => heard.versionId)
  const asked = useQueries({
    queries: others.map((versionId) => comparisonQuery(projectId, first ?? '', versionId)),
    combine: answersOf,
  })
  // If the first is a reference, the other entries may still share audio with each other and are matched by that.
  const strangers = others.filter(
    (_, index) => asked[index]?.data?.state === 'ready' && placeOf(asked[index].data, first, rate)?.gain === null,
  )
  const between = useQueries({
    queries: strangers.flatMap((one, index) =>
      strangers.slice(index + 1).map((other) => comparisonQuery(projectId, one, other)),
    ),
    combine: answersOf,
  })
  const queries = useQueryClient()
  useEffect(() => {
    for (const { data: comparison } of [...asked, ...between]) {
      const from = comparison?.versionB === first ? first : comparison?.versionA
      const place = comparison && placeOf(comparison, from, rate)
      if (place && from !== undefined)
        deck.learn(from, from === comparison.versionA ? comparison.versionB : comparison.versionA, place)
    }
  }, [asked, between, deck, first, rate])
  return useMemo(() => {
    const retry = (versionId: string | undefined) => () =>
      void queries.refetchQueries(comparisonQuery(projectId, first ?? '', versionId ?? ''))
    return [
      undefined,
      ...asked.map(({ data, isError }, index) => ({
        comparison: data,
        failed: isError,
        retry: retry(entries[index + 1]?.heard.versionId),
      })),
    ]
  }, [asked, entries, first, projectId, queries])
}

/** A comparison is always of the newer against the older; convert it if the deck begins with the other. */
function placeOf({ result, versionA }: Comparison, from: string | undefined, rate: Hertz): FoundPlace | undefined {
  if (!result) return undefined
  const { alignment, agreement, gain, sampleRate, channels, segments } =
    versionA === from ? result : turnedComparison(result)
  // With more than two channels, only the front pair plays, but the comparison used all.
  const isHeardSo = channels.a === channels.b || Math.max(channels.a, channels.b) <= 2
  return {
    segments,
    offset: Math.round(((alignment?.offsetFrames ?? 0) * rate) / sampleRate),
    gain: isHeardSo ? gain : null,
    isInverted: alignment?.inverted ?? false,
    linesUp: linesUpOf({ alignment, agreement, segments }),
  }
}

/** Parts with offsets or speeds of their own that are all certain leave nothing open. */
function linesUpOf({
  alignment,
  agreement,
  segments,
}: Pick<ComparisonResult, 'alignment' | 'agreement' | 'segments'>): FoundPlace['linesUp'] {
  const [first] = segments
  const isInParts = segments.some(
    ({ from, at, rate }) => rate !== 1 || Math.abs(at - from - ((first?.at ?? 0) - (first?.from ?? 0))) > SEAM_ROUNDING,
  )
  if (agreement?.isWhole || (isInParts && segments.every(({ isSure }) => isSure))) return 'all'
  return alignment === null ? 'unknown' : (agreement?.spans ?? [])
}
