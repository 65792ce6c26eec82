import type { Seconds } from '#shared/units.ts'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { formatSampleRate } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import { transferStrings } from '../transfers.strings.ts'
import type { FileNote } from './upload-plan.ts'

const strings = transferStrings.notes

export function noteWords(note: FileNote): string {
  switch (note.kind) {
    case 'empty':
      return strings.empty
    case 'unreadable':
      return strings.unreadable
    case 'unknown':
      return strings.unknown
    case 'lossy':
      return strings.lossy
    case 'no-title':
      return strings.noTitle
    case 'other':
      return transferStrings.others[note.what]
    case 'same':
      return text(note.certain ? strings.same : strings.sameName, { number: note.number, title: note.title })
    case 'rate':
      return text(strings.rate, {
        rate: formatSampleRate(note.rate),
        number: note.number,
        before: formatSampleRate(note.before),
      })
    case 'length':
      return text(note.bySeconds > 0 ? strings.longer : strings.shorter, {
        time: lengthWords(Math.abs(note.bySeconds)),
        number: note.number,
      })
    case 'same-length':
      return text(strings.sameLength, { number: note.number })
    case 'final':
      return text(strings.final, { title: note.title })
  }
}

export function isGood({ kind }: FileNote): boolean {
  return kind === 'same-length'
}

/** For information only: no action is needed. */
export function isNeutral({ kind }: FileNote): boolean {
  return kind === 'same' || kind === 'length'
}

/** Prevents the file from being sent as it is. */
export function isWrong({ kind }: FileNote): boolean {
  return kind === 'empty' || kind === 'unreadable' || kind === 'other' || kind === 'no-title' || kind === 'final'
}

function lengthWords(seconds: Seconds): string {
  if (seconds < 1) return `${Math.max(1, Math.round(seconds * 1000))} ms`
  return seconds < 60 ? `${seconds.toFixed(1)} s` : formatDuration(seconds)
}
