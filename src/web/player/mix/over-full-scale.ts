import type { Decibels } from '#shared/units.ts'
import { heardSources } from './deck-order.ts'
import { sideWeights } from './listen-matrix.ts'
import { DIM_DECIBELS } from './monitoring.ts'
import type { Playable } from '../read/playable.ts'
import type { ProofFacts, ProofReason } from '../player-state.ts'

/** Rounding of figures is no over. */
const LEAST_OVER: Decibels = 0.01

/**
 * What is cut off because it goes over full scale: by the device, until everything is turned down by as much, or before
 * that, where the stream cannot hold it. What the highest sample becomes on the way is known as long as samples pass as
 * they are; otherwise it only may go over.
 */
export function overFullScale(facts: ProofFacts): readonly ProofReason[] {
  const { playable, deck, volume, isMuted } = facts
  // Of two taken from each other nobody measured the peak.
  if (!playable || deck?.ear.kind === 'difference') return []
  const [source] = deck ? heardSources(deck) : []
  const peaks = (source?.playable ?? playable).peaks
  if (!peaks) return []
  const isCut = source?.resampledFrom !== undefined || playable.source.kind === 'flac'
  if (isCut && peaks.sample > LEAST_OVER) return [{ kind: 'over-full-scale', decibels: peaks.sample, where: 'stream' }]
  if (isMuted) return []
  const { isCertain, added } = passage(facts, playable)
  const level =
    (isCertain ? peaks.sample : Math.max(peaks.sample, peaks.between)) + added + volume + (source?.gain ?? 0)
  return level > LEAST_OVER
    ? [{ kind: 'over-full-scale', decibels: level, where: isCertain ? 'device' : 'perhaps' }]
    : []
}

/** How samples reach the device, and how much higher than one of them several may come together. */
function passage(
  { speed = 1, monitoring, deviceRate, deck }: ProofFacts,
  { source }: Playable,
): { readonly isCertain: boolean; readonly added: Decibels } {
  const { sampleRate, channels } = source
  const mode = monitoring?.mode ?? 'stereo'
  const isCertain =
    channels <= 2 &&
    (deck === undefined || deck.sources.every(({ playable }) => playable.source.channels <= 2)) &&
    speed === 1 &&
    source.kind !== 'opus' &&
    (deviceRate === undefined || deviceRate === sampleRate) &&
    (mode === 'stereo' || mode === 'swapped')
  const weights = sideWeights(channels, { mode, foldsDown: monitoring?.foldsDown ?? false })
  const most = Math.max(...weights.map((side) => side.reduce((sum, weight) => sum + Math.abs(weight), 0)))
  return { isCertain, added: 20 * Math.log10(most) + (monitoring?.isDimmed ? DIM_DECIBELS : 0) }
}
