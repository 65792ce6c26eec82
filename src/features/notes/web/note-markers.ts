import type { Membership } from '#features/projects/projects.contract.ts'
import { text } from '#web/i18n/text.ts'
import type { AvatarPerson } from '#web/ui/mark/Avatar.tsx'
import { authorToken } from '#web/ui/mark/author-colour.ts'
import type { WaveMarker } from '#web/waveform/mark/wave-markers.ts'
import type { PlacedNote } from '../note-order.ts'
import { authorOf } from './card/note-author.ts'
import { carriedLabel } from './card/carried-words.ts'
import { noteHeadline } from './card/note-headline.ts'
import { aboutWords } from './card/note-mark-words.ts'
import { noteStrings } from './notes.strings.ts'
import type { NotesModel } from './use-notes-model.ts'

/** Pins and ranges on the wave, in their authors' colours. */
export function noteMarkers(
  notes: readonly PlacedNote[],
  members: readonly Membership[],
  conflicts: NotesModel['conflicts'],
): readonly WaveMarker[] {
  const authors = new Map<string, AvatarPerson>()
  return notes.map((note) => {
    const author = authors.get(note.authorId) ?? authorOf(note, members)
    authors.set(note.authorId, author)
    return new NoteMarker(note, author, conflicts)
  })
}

/** Builds labels lazily and once: of thousands of notes, few are visible. */
class NoteMarker implements WaveMarker {
  readonly id: string
  readonly from: number
  readonly to?: number
  readonly colour: string
  readonly state: WaveMarker['state']
  readonly #note: PlacedNote
  readonly #name: string
  readonly #conflicts: NotesModel['conflicts']
  #label: string | undefined
  #text: string | undefined

  constructor(note: PlacedNote, { name, colour }: AvatarPerson, conflicts: NotesModel['conflicts']) {
    const { id, state, place } = note
    this.id = id
    this.from = place.fromSeconds
    if (place.toSeconds !== null) this.to = place.toSeconds
    this.colour = authorToken(colour)
    this.state = state
    this.#note = note
    this.#name = name
    this.#conflicts = conflicts
  }

  get label(): string {
    return (this.#label ??= labelOf(this.#note, this.#name, this.#conflicts))
  }

  get text(): string {
    return (this.#text ??= noteHeadline(this.#note, 60))
  }
}

function labelOf(note: PlacedNote, name: string, conflicts: NotesModel['conflicts']): string {
  const against = (conflicts.get(note.id) ?? []).map(({ authorName }) => authorName ?? noteStrings.someone)
  const about = [
    note.section,
    aboutWords(note),
    note.place.by === 'cut' && carriedLabel(note.place, note.version.number),
    against.length > 0 && text(noteStrings.conflictMarker, { names: [...new Set(against)].join(', ') }),
  ]
    .filter((one) => typeof one === 'string')
    .join(', ')
  return text(about === '' ? noteStrings.marker : noteStrings.markerAbout, {
    name,
    state: noteStrings.states[note.state],
    about,
    title: noteHeadline(note, 60),
  })
}
