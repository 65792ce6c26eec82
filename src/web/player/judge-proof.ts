import { type DeckOrder, heardGain, heardSources } from './mix/deck-order.ts'
import { PLAIN_MONITORING } from './mix/monitoring.ts'
import { overFullScale } from './mix/over-full-scale.ts'
import type { Proof, ProofFacts, ProofReason } from './player-state.ts'

export function judgeProof(facts: ProofFacts): Proof {
  const { playable, deck, volume, isMuted, decoder, deviceRate, deviceChannels } = facts
  const { speed = 1, monitoring = PLAIN_MONITORING } = facts
  // Reasons from the comparison come first: they are what the user can change.
  const reasons: ProofReason[] = deck ? [...deckReasons(deck)] : []
  reasons.push(...overFullScale(facts))
  if (playable?.source.kind === 'opus') reasons.push({ kind: 'slow-line' })
  if (playable?.isLossy) reasons.push({ kind: 'lossy-source' })
  if (playable && deviceRate !== undefined && deviceRate !== playable.source.sampleRate) {
    reasons.push({ kind: 'resampled', from: playable.source.sampleRate, to: deviceRate })
  }
  const { channels = 0 } = playable?.source ?? {}
  if (channels > 2 && monitoring.foldsDown) {
    reasons.push({ kind: 'folded-down', from: channels, to: 2 })
  } else if (deviceChannels !== undefined && channels > Math.max(2, deviceChannels)) {
    reasons.push({ kind: 'first-channels', from: channels, to: deviceChannels })
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
