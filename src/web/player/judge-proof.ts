import type { ChannelLayout } from '#audio/speakers.ts'
import type { Decibels } from '#shared/units.ts'
import { type DeckOrder, heardGain, heardSources } from './mix/deck-order.ts'
import { foldsNow, sideWeights, soloOf } from './mix/listen-matrix.ts'
import { DIM_DECIBELS, type Monitoring, PLAIN_MONITORING } from './mix/monitoring.ts'
import type { Proof, ProofFacts, ProofReason } from './player-state.ts'
import type { Playable } from './read/playable.ts'

/** Ignores rounding of the measured figures. */
const LEAST_OVER: Decibels = 0.01

/**
 * What is clipped because it exceeds full scale: by the device, unless the volume is reduced by that much, or earlier,
 * if the stream format cannot hold it. The highest sample's level is known only if samples pass unchanged; otherwise
 * clipping is only possible.
 */
function overFullScale(facts: ProofFacts): readonly ProofReason[] {
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
  { speed = 1, monitoring = PLAIN_MONITORING, deviceRate, deviceChannels, deck }: ProofFacts,
  { source }: Playable,
): { readonly isCertain: boolean; readonly added: Decibels } {
  const { sampleRate, channels } = source
  const { mode } = monitoring
  const isCertain =
    channels <= 2 &&
    (deck === undefined || deck.sources.every(({ playable }) => playable.source.channels <= 2)) &&
    speed === 1 &&
    source.kind !== 'opus' &&
    (deviceRate === undefined || deviceRate === sampleRate) &&
    (mode === 'stereo' || mode === 'swapped')
  const foldsDown = foldsNow(monitoring, source, hasOwnSpeakers(channels, deviceChannels))
  const weights = sideWeights(source, { ...monitoring, foldsDown })
  const most = Math.max(...weights.map((side) => side.reduce((sum, weight) => sum + Math.abs(weight), 0)))
  return { isCertain, added: 20 * Math.log10(most) + (monitoring.isDimmed ? DIM_DECIBELS : 0) }
}

/** Before the device is known, it is taken to have a loudspeaker for each channel. */
function hasOwnSpeakers(channels: number, deviceChannels: number | undefined): boolean {
  return deviceChannels === undefined || channels <= Math.max(2, deviceChannels)
}

function channelReasons(
  layout: ChannelLayout,
  monitoring: Monitoring,
  deviceChannels: number | undefined,
): readonly ProofReason[] {
  const { channels, speakers } = layout
  const solo = soloOf(monitoring, channels)
  const hasRest = hasOwnSpeakers(channels, deviceChannels)
  if (solo !== null) return [{ kind: 'solo', channel: solo, of: channels, ...(speakers && { speakers }) }]
  if (foldsNow(monitoring, layout, hasRest)) return [{ kind: 'folded-down', from: channels, to: 2 }]
  return hasRest ? [] : [{ kind: 'first-channels', from: channels, to: deviceChannels ?? 2 }]
}

export function judgeProof(facts: ProofFacts): Proof {
  const { playable, deck, volume, isMuted, decoder, deviceRate, deviceChannels } = facts
  const { speed = 1, monitoring = PLAIN_MONITORING } = facts
  // Reasons from the comparison come first: they are what the user can change.
  const reasons: ProofReason[] = deck ? [...deckReasons(deck)] : []
  reasons.push(...overFullScale(facts))
  if (playable?.source.kind === 'opus') reasons.push({ kind: 'slow-line' })
  if (playable?.isLossy) reasons.push({ kind: 'lossy-source' })
  reasons.push(...channelReasons(playable?.source ?? { channels: 0 }, monitoring, deviceChannels))
  if (playable && deviceRate !== undefined && deviceRate !== playable.source.sampleRate) {
    reasons.push({ kind: 'resampled', from: playable.source.sampleRate, to: deviceRate })
  }
  if (decoder === 'unproven-decode-audio-data' && playable?.source.kind !== 'opus') {
    reasons.push({ kind: 'fallback-decoder' })
  }
  if (speed !== 1) reasons.push({ kind: 'speed', speed })
  if (monitoring.mode !== 'stereo') reasons.push({ kind: 'listen-mode', mode: monitoring.mode })
  if (monitoring.isDimmed) reasons.push({ kind: 'dimmed' })
  if (isMuted) reasons.push({ kind: 'muted' })
  if (volume !== 0) reasons.push({ kind: 'gain', decibels: volume })
  return { bitTrue: reasons.length === 0, reasons }
}

function deckReasons(deck: DeckOrder): readonly ProofReason[] {
  const gain = heardGain(deck)
  const resampled = heardSources(deck).find(({ resampledFrom }) => resampledFrom !== undefined)
  return [
    ...(deck.ear.kind === 'difference' ? [{ kind: 'difference' } as const] : []),
    ...(resampled?.resampledFrom === undefined
      ? []
      : [
          {
            kind: 'resampled-rendition',
            from: resampled.resampledFrom,
            to: resampled.playable.source.sampleRate,
          } as const,
        ]),
    ...(gain === 0 ? [] : [{ kind: 'matched', decibels: gain } as const]),
  ]
}
