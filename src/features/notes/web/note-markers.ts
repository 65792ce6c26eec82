import type { Membership } from '#features/projects/projects.contract.ts'
import { text } from '#web/i18n/text.ts'
import { authorToken } from '#web/ui/author-colour.ts'
import type { WaveMarker } from '#web/waveform/wave-markers.ts'
import { noteTitle, type PlacedNote } from '../note-order.ts'
import { authorOf } from './note-author.ts'
import { noteStrings } from './notes.strings.ts'

/** Pins and ranges on the wave, in their authors' colours. */
export function noteMarkers(notes: readonly PlacedNote[], members: readonly Membership[]): readonly WaveMarker[] {
  return notes.map((note) => {
    const { id, state, body, place } = note
    const { name, colour } = authorOf(note, members)
    const title = noteTitle(body, 60)
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
