import type { Membership } from '#features/projects/projects.contract.ts'
import { text } from '#web/i18n/text.ts'
import { authorToken } from '#web/ui/author-colour.ts'
import type { WaveMarker } from '#web/waveform/wave-markers.ts'
import type { PlacedNote } from '../note-order.ts'
import { authorOf } from './note-author.ts'
import { noteHeadline } from './note-headline.ts'
import { aboutWords } from './note-mark-words.ts'
import { noteStrings } from './notes.strings.ts'
import type { NoteDesk } from './use-note-desk.ts'

/** Pins and ranges on the wave, in their authors' colours. */
export function noteMarkers(notes: readonly PlacedNote[], members: readonly Membership[], conflicts: NoteDesk['conflicts']): readonly WaveMarker[] {
  return notes.map((note) => {
    const { id, state, place } = note
    const { name, colour } = authorOf(note, members)
    const title = noteHeadline(note, 60)
    const against = (conflicts.get(id) ?? []).map(({ authorName }) => authorName ?? noteStrings.someone)
    const about = [note.section, aboutWords(note), against.length > 0 && text(noteStrings.conflictMarker, { names: [...new Set(against)].join(', ') })].filter((one) => typeof one === 'string').join(', ')
    return {
      id,
      from: place.fromSeconds,
      ...(place.toSeconds !== null && { to: place.toSeconds }),
      colour: authorToken(colour),
      label: text(about === '' ? noteStrings.marker : noteStrings.markerAbout, { name, state: noteStrings.states[state], about, title }),
      text: title,
      state,
    }
  })
}
