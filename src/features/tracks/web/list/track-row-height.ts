import { useSyncExternalStore } from 'react'
import { keptChoice } from '#web/ui/form/kept-choice.ts'

type TrackRowHeight = 'tall' | 'compact'

/** Compact rows have one line. This browser remembers it, for all projects. */
export const trackRowHeight = keptChoice<TrackRowHeight>('roughmix.tracks.rows', ['tall', 'compact'], 'tall')

export function useTrackRowHeight(): TrackRowHeight {
  return useSyncExternalStore(trackRowHeight.watch, trackRowHeight.get)
}
