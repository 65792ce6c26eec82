import { useSyncExternalStore } from 'react'
import { keptChoice } from './kept-choice.ts'

export type RailWidth = 'wide' | 'narrow'

/** Pages that show a waveform open with the narrow rail, so that the wave gets the width. */
export type RailPlace = 'page' | 'wave'

const widths: readonly RailWidth[] = ['wide', 'narrow']
const choices = {
  page: keptChoice<RailWidth>('roughmix.rail.page', widths, 'wide'),
  wave: keptChoice<RailWidth>('roughmix.rail.wave', widths, 'narrow'),
}

export function useRailWidth(place: RailPlace): readonly [RailWidth, (width: RailWidth) => void] {
  const choice = choices[place]
  return [useSyncExternalStore(choice.watch, choice.get), choice.set]
}
