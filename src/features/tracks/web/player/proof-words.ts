import type { Proof, ProofReason } from '#web/player/player-state.ts'
import type { Heard } from '#web/player/listening.ts'
import { formatDecibels, formatSampleRate } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import { playerStrings as words } from './player.strings.ts'
import { formatSpeed } from '../monitor/speed-steps.ts'

const { badges } = words

export interface ProofWords {
  /** Unknown before the first sound, because the device's rate is not known. */
  readonly standing: 'bit-true' | 'altered' | 'unknown'
  /** For the badge, at most 16 characters: the quality, or the first reason. */
  readonly badge: string
  /** In one line. */
  readonly short: string
  /** Every reason, for the tooltip. */
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
  if (first !== undefined)
    return {
      standing: 'altered',
      badge: isReduced || !reason ? badges.reduced : badgeOf(reason),
      short: text(words.notBitTrue, {
        reason: all.length > 1 ? text(words.andMore, { reason: first, count: all.length - 1 }) : first,
      }),
      whole: all.join('. '),
    }
  if (!sounded)
    return {
      standing: 'unknown',
      badge: text(words.unheard, { quality }),
      short: text(words.unheard, { quality }),
      whole: words.unheardWhole,
    }
  return {
    standing: 'bit-true',
    badge: text(badges['bit-true'], { quality }),
    short: text(words.bitTrue, { quality }),
    whole: words.bitTrueWhole,
  }
}

/** Each reason as text. */
export function proofReasons(
  { reasons }: Pick<Proof, 'reasons'>,
  { isReduced }: Pick<Heard, 'isReduced'>,
): readonly string[] {
  return [...(isReduced ? [words.reduced] : []), ...reasons.map(reasonWords)]
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
    case 'first-channels':
      return text(badges.channels, { from: reason.from, to: reason.to })
    case 'speed':
      return text(badges.speed, { speed: formatSpeed(reason.speed) })
    case 'listen-mode':
      return reason.mode === 'swapped' ? badges.swapped : words.modes[reason.mode]
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
      return words.lossy
    case 'slow-line':
      return words.slowLine
    case 'resampled':
      return text(words.resampled, { from: formatSampleRate(reason.from), to: formatSampleRate(reason.to) })
    case 'gain':
      return text(words.gain, { level: formatDecibels(reason.decibels) })
    case 'matched':
      return text(words.matched, { level: formatDecibels(reason.decibels) })
    case 'difference':
      return words.difference
    case 'resampled-rendition':
      return text(words.resampled, { from: formatSampleRate(reason.from), to: formatSampleRate(reason.to) })
    case 'muted':
      return words.muted
    case 'fallback-decoder':
      return words.fallback
    case 'folded-down':
      return text(words.folded, { from: reason.from, to: reason.to })
    case 'first-channels':
      return text(words.firstChannels, { from: reason.from, to: reason.to })
    case 'speed':
      return text(words.atSpeed, { speed: formatSpeed(reason.speed) })
    case 'listen-mode':
      return words.modes[reason.mode]
    case 'dimmed':
      return words.dimmed
    case 'over-full-scale':
      return text(words.over[reason.where], { level: formatDecibels(reason.decibels) })
  }
}
