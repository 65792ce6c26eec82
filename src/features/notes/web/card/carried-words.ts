import { text } from '#web/i18n/text.ts'
import type { NotePlace } from '../../notes.contract.ts'
import { noteStrings as strings } from '../notes.strings.ts'

const hints = {
  own: '',
  aligned: strings.fromAligned,
  'same-time': strings.fromSameTime,
  unsure: strings.fromUnsure,
} as const

/** Where a note from another version comes from, beside its time. `number` is the version's. */
export function carriedLabel({ by, cutIn, toSeconds }: NotePlace, number: number): string {
  if (by === 'cut' && cutIn !== undefined)
    return text(toSeconds === null ? strings.fromCut : strings.fromPartlyCut, { number, cutIn })
  return text(by === 'unsure' ? strings.fromUnsurely : strings.from, { number })
}

/** How its place was found, in a sentence; empty on its own version. */
export function carriedHint({ by, cutIn, toSeconds }: NotePlace, number: number): string {
  if (by === 'cut')
    return text(toSeconds === null ? strings.fromCutHint : strings.fromPartlyCutHint, { cutIn: cutIn ?? number })
  return text(hints[by], { number })
}
