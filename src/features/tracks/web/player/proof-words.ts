import { channelName } from '#audio/speakers.ts'
import type { Proof, ProofReason } from '#web/player/player-state.ts'
import type { Heard } from '#web/player/listening.ts'
import { formatDecibels, formatSampleRate } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import { playerStrings as strings } from './player.strings.ts'
import { formatSpeed } from '../monitor/speed-steps.ts'

const { badges } = strings

export interface ProofWords {
  /** Unknown before the first sound, because the device's rate is not known. */
  readonly standing: 'bit-true' | 'altered' | 'unknown'
  /** For the badge, at most 16 characters: the quality, or the first reason. */
  readonly badge: string
  /** In one line. */
  readonly short: string
  /** Every reason, and what to do about the first, for the tooltip. */
  readonly whole: string
}

/** The badge's text: the original's quality while samples are unaltered, otherwise what alters them. */
export function proofWords(
  { reasons }: Proof,
  { quality, isReduced }: Pick<Heard, 'quality' | 'isReduced'>,
  sounded: boolean,
): ProofWords {
  const all = proofReasons({ reasons }, { isReduced })
  const [first] = all
  const [reason] = reasons
  const advice = isReduced || !reason ? undefined : adviceOn(reason, all.length === 1)
  if (first !== undefined)
    return {
      standing: 'altered',
      badge: isReduced || !reason ? badges.reduced : badgeOf(reason),
      short: text(strings.notBitTrue, {
        reason: all.length > 1 ? text(strings.andMore, { reason: first, count: all.length - 1 }) : first,
      }),
      whole: [...all, ...(advice === undefined ? [] : [advice])].join('. '),
    }
  if (!sounded)
    return {
      standing: 'unknown',
      badge: text(strings.unheard, { quality }),
      short: text(strings.unheard, { quality }),
      whole: strings.unheardWhole,
    }
  return {
    standing: 'bit-true',
    badge: text(badges['bit-true'], { quality }),
    short: text(strings.bitTrue, { quality }),
    whole: strings.bitTrueWhole,
  }
}

/** Each reason as text. */
export function proofReasons(
  { reasons }: Pick<Proof, 'reasons'>,
  { isReduced }: Pick<Heard, 'isReduced'>,
): readonly string[] {
  return [...(isReduced ? [strings.reduced] : []), ...reasons.map(reasonWords)]
}

/** What to do about a reason, if there is something; as the only one, that is all that is to be done. */
function adviceOn(reason: ProofReason, isOnly: boolean): string | undefined {
  const { advice, toHearAll } = strings
  const all = (words: string) => (isOnly ? text(toHearAll, { advice: words }) : words)
  switch (reason.kind) {
    case 'resampled':
      return all(text(advice.resampled, { from: formatSampleRate(reason.from), to: formatSampleRate(reason.to) }))
    case 'over-full-scale':
      return reason.where === 'stream'
        ? undefined
        : all(text(advice['over-full-scale'], { level: formatDecibels(reason.decibels) }))
    case 'muted':
    case 'slow-line':
    case 'difference':
      return advice[reason.kind]
    case 'gain':
    case 'matched':
    case 'listen-mode':
    case 'dimmed':
    case 'solo':
    case 'speed':
      return all(advice[reason.kind])
    case 'lossy-source':
    case 'resampled-rendition':
    case 'fallback-decoder':
    case 'folded-down':
    case 'first-channels':
      return undefined
  }
}

function badgeOf(reason: ProofReason): string {
  switch (reason.kind) {
    case 'resampled':
    case 'resampled-rendition':
      return text(badges.resampled, { from: formatSampleRate(reason.from), to: formatSampleRate(reason.to) })
    case 'gain':
    case 'matched':
      return text(badges.gain, { level: formatDecibels(reason.decibels) })
    case 'folded-down':
      return text(badges.folded, { from: reason.from, to: reason.to })
    case 'first-channels':
      return text(badges.channels, { from: reason.from, to: reason.to })
    case 'solo':
      return text(badges.solo, {
        channel: channelName(reason.channel, { channels: reason.of, speakers: reason.speakers }),
      })
    case 'speed':
      return text(badges.speed, { speed: formatSpeed(reason.speed) })
    case 'listen-mode':
      return reason.mode === 'swapped' ? badges.swapped : strings.modes[reason.mode]
    case 'over-full-scale':
      return text(badges.over, { level: formatDecibels(reason.decibels) })
    case 'lossy-source':
    case 'slow-line':
    case 'difference':
    case 'muted':
    case 'fallback-decoder':
    case 'dimmed':
      return badges[reason.kind]
  }
}

function reasonWords(reason: ProofReason): string {
  switch (reason.kind) {
    case 'lossy-source':
      return strings.lossy
    case 'slow-line':
      return strings.slowLine
    case 'resampled':
      return text(strings.resampled, { from: formatSampleRate(reason.from), to: formatSampleRate(reason.to) })
    case 'gain':
      return text(strings.gain, { level: formatDecibels(reason.decibels) })
    case 'matched':
      return text(strings.matched, { level: formatDecibels(reason.decibels) })
    case 'difference':
      return strings.difference
    case 'resampled-rendition':
      return text(strings.resampled, { from: formatSampleRate(reason.from), to: formatSampleRate(reason.to) })
    case 'muted':
      return strings.muted
    case 'fallback-decoder':
      return strings.fallback
    case 'folded-down':
      return text(strings.folded, { from: reason.from, to: reason.to })
    case 'first-channels':
      return text(strings.firstChannels, { from: reason.from, to: reason.to })
    case 'solo':
      return text(strings.soloed, {
        channel: channelName(reason.channel, { channels: reason.of, speakers: reason.speakers }),
      })
    case 'speed':
      return text(strings.atSpeed, { speed: formatSpeed(reason.speed) })
    case 'listen-mode':
      return strings.modes[reason.mode]
    case 'dimmed':
      return strings.dimmed
    case 'over-full-scale':
      return text(strings.over[reason.where], { level: formatDecibels(reason.decibels) })
  }
}
