import type { Membership } from '#features/projects/projects.contract.ts'
import { text } from '#web/i18n/text.ts'
import { authorToken } from '#web/ui/author-colour.ts'
import type { WaveMarker } from '#web/waveform/wave-markers.ts'
import type { PlacedNote } from '../note-order.ts'
import { authorOf } from './note-author.ts'
import { noteHeadline } from './note-headline.ts'
import { noteStrings } from './notes.strings.ts'

/** Pins and ranges on the wave, in their authors' colours. */
export function noteMarkers(notes: readonly PlacedNote[], members: readonly Membership[]): readonly WaveMarker[] {
  return notes.map((note) => {
    const { id, state, place } = note
    const { name, colour } = authorOf(note, members)
    const title = noteHeadline(note, 60)
    return {
      id,
      from: place.fromSeconds,
      ...(place.toSeconds !== null && { to: place.toSeconds }),
      colour: authorToken(colour),
      label: text(noteStrings.marker, { name, state: noteStrings.states[state], title }),
      text: title,
      state,
    }
  })
}
