import type { Decibels } from '#shared/units.ts'
import { heardSources } from './deck-order.ts'
import { sideWeights } from './listen-matrix.ts'
import { DIM_DECIBELS } from './monitoring.ts'
import type { Playable } from '../read/playable.ts'
import type { ProofFacts, ProofReason } from '../player-state.ts'

/** Ignores rounding of the measured figures. */
const LEAST_OVER: Decibels = 0.01

/**
 * What is clipped because it exceeds full scale: by the device, unless the volume is reduced by that much, or earlier,
 * if the stream format cannot hold it. The highest sample's level is known only if samples pass unchanged; otherwise
 * clipping is only possible.
 */
export function overFullScale(facts: ProofFacts): readonly ProofReason[] {
  const { playable, deck, volume, isMuted } = facts
  // Nobody has measured the peak of a difference.
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

/** How samples reach the device, and by how much several of them may add up above a single one. */
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
