import { useQueries, useQueryClient, type UseQueryResult } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { Rendition } from '#features/renditions/renditions.contract.ts'
import type { Hertz } from '#shared/units.ts'
import { resampledQuery, resampledUrls } from '../comparisons.client.ts'
import type { DeckEntry, DeckVoice } from './deck-entry.ts'

/** Why a source cannot play at the deck's rate. */
export interface VoiceTrouble {
  readonly rendition: Rendition | undefined
  readonly failed: boolean
  readonly retry: () => void
}

export interface Voices {
  readonly voices: readonly DeckVoice[]
  /** In order; undefined if it can play. */
  readonly troubles: readonly (VoiceTrouble | undefined)[]
  readonly rate: Hertz
}

/** The entries with their playables: the original if it has the first one's rate, or resampled by the server. */
export function useVoices(entries: readonly DeckEntry[]): Voices {
  const rate = entries[0]?.heard.playable.source.sampleRate ?? 48_000
  const others = entries.filter(({ heard }) => heard.playable.source.sampleRate !== rate)
  const asked = useQueries({
    queries: others.map(({ heard }) => resampledQuery(heard, rate)),
    combine: answersOf,
  })
  const queries = useQueryClient()
  return useMemo(() => {
    const wanted = entries.filter(({ heard }) => heard.playable.source.sampleRate !== rate)
    const answers = new Map(wanted.map(({ heard }, index) => [heard.versionId, asked[index]]))
    const voices = entries.map((entry): DeckVoice =>
      entry.heard.playable.source.sampleRate === rate
        ? { ...entry, playable: entry.heard.playable }
        : resampled(entry, rate, answers.get(entry.heard.versionId)?.data),
    )
    const troubles = voices.map(({ playable, heard }): VoiceTrouble | undefined => {
      const answer = answers.get(heard.versionId)
      return playable
        ? undefined
        : {
            rendition: answer?.data,
            failed: answer?.isError ?? false,
            retry: () => void queries.refetchQueries(resampledQuery(heard, rate)),
          }
    })
    return { voices, troubles, rate }
  }, [entries, asked, rate, queries])
}

function resampled(entry: DeckEntry, rate: Hertz, rendition: Rendition | undefined): DeckVoice {
  const { playable } = entry.heard
  const { source } = playable
  if (rendition?.state !== 'ready' || rendition.totalFrames === null)
    return { ...entry, playable: undefined, resampledFrom: source.sampleRate }
  return {
    ...entry,
    resampledFrom: source.sampleRate,
    playable: {
      ...playable,
      source: {
        kind: 'flac',
        sampleRate: rate,
        channels: source.channels,
        bitsPerSample: 24,
        totalFrames: rendition.totalFrames,
      },
      urls: resampledUrls(entry.heard, rate),
      durationSeconds: rendition.totalFrames / rate,
    },
  }
}

/** Plain values only, so that the combined result stays referentially stable. */
export function answersOf<T>(
  results: readonly UseQueryResult<T>[],
): readonly { readonly data: T | undefined; readonly isError: boolean }[] {
  return results.map(({ data, isError }) => ({ data, isError }))
}
