import { foldText } from '#shared/fold-text.ts'
import type { Seconds } from '#shared/units.ts'
import { plainNote } from './note-text.ts'
import type { Note, NotePlace } from './notes.contract.ts'

/** A note that stands on the version one looks at. */
export type PlacedNote = Note & { readonly place: NotePlace }

export const noteLists = ['open', 'fixed', 'all'] as const
export type NoteList = (typeof noteLists)[number]

export interface NoteFilter {
  /** A member's id, or everybody. */
  readonly author: string | 'anybody'
  readonly find: string
  /** As notes name it. */
  readonly part: string | undefined
  /** On which they were written. */
  readonly versionId: string | undefined
  readonly unread: boolean
}

export const everyNote: NoteFilter = {
  author: 'anybody',
  find: '',
  part: undefined,
  versionId: undefined,
  unread: false,
}

export function isFiltered({ author, find, part, versionId, unread }: NoteFilter): boolean {
  return author !== 'anybody' || find.trim() !== '' || part !== undefined || versionId !== undefined || unread
}

export const noteSorts = ['time', 'newest'] as const
export type NoteSort = (typeof noteSorts)[number]

/** What stands on the version, in the order of the music. */
export function placedNotes(notes: readonly Note[]): readonly PlacedNote[] {
  return notes.filter(isPlaced).sort((a, b) => a.place.fromSeconds - b.place.fromSeconds || a.createdAt - b.createdAt)
}

function isPlaced(note: Note): note is PlacedNote {
  return note.place !== null
}

/** `fixed` are those that wait for their author; what is verified is only among all. */
export function inList(list: NoteList, { state }: Pick<Note, 'state'>): boolean {
  return list === 'all' || state === list
}

/** By who wrote the note, on which version, about what, and by words of it or of its answers. */
export function filterNotes<T extends Note>(
  notes: readonly T[],
  { author, find, part, versionId, unread }: NoteFilter,
  isNew: (note: T) => boolean = () => true,
): readonly T[] {
  const words = foldText(find.trim())
  return notes.filter(
    (note) =>
      (author === 'anybody' || note.authorId === author) &&
      (versionId === undefined || note.version.id === versionId) &&
      (part === undefined || note.part?.toLocaleLowerCase() === part.toLocaleLowerCase()) &&
      (!unread || isNew(note)) &&
      (words === '' ||
        [note.body, ...note.replies.map((reply) => reply.body)].some((said) => foldText(said).includes(words))),
  )
}

/** In the order of the music as they come, or what was written last first. */
export function sortNotes<T extends Note>(notes: readonly T[], sort: NoteSort): readonly T[] {
  return sort === 'time' ? notes : notes.toSorted((a, b) => b.createdAt - a.createdAt)
}

/** The parts that are spoken of, each once as it was first written, by name. */
function partsOf(notes: readonly Note[]): readonly string[] {
  const parts = new Map<string, string>()
  for (const { part } of notes)
    if (part !== null && !parts.has(part.toLocaleLowerCase())) parts.set(part.toLocaleLowerCase(), part)
  return [...parts.values()].toSorted((a, b) => a.localeCompare(b))
}

/** What there is to choose from among the notes of a version, counted once for many. */
export interface NoteFacets {
  readonly counts: Readonly<Record<NoteList, number>>
  readonly parts: readonly string[]
  /** On which they were written, newest first. */
  readonly versions: readonly Note['version'][]
}

export function facetsOf(notes: readonly Note[]): NoteFacets {
  const counts = { open: 0, fixed: 0, all: 0 }
  const versions = new Map<string, Note['version']>()
  for (const note of notes) {
    for (const list of noteLists) if (inList(list, note)) counts[list] += 1
    versions.set(note.version.id, note.version)
  }
  return { counts, parts: partsOf(notes), versions: [...versions.values()].toSorted((a, b) => b.number - a.number) }
}

/** The open note after or before the chosen one, or else after or before a moment; round at the ends. */
export function nextOpen(
  notes: readonly PlacedNote[],
  chosenId: string | undefined,
  at: Seconds,
  by: 1 | -1,
): PlacedNote | undefined {
  const index = notes.findIndex(({ id }) => id === chosenId)
  const after = index >= 0 ? notes.slice(index + 1) : notes.filter(({ place }) => place.fromSeconds > at)
  const before = index >= 0 ? notes.slice(0, index) : notes.filter(({ place }) => place.fromSeconds <= at)
  const open = (list: readonly PlacedNote[]) => list.filter(({ state }) => state === 'open')
  return by === 1 ? (open(after)[0] ?? open(notes)[0]) : (open(before).at(-1) ?? open(notes).at(-1))
}

/** The last of notes in the order of the music that has begun at a moment; asked in every frame. */
export function noteAt(notes: readonly PlacedNote[], at: Seconds): PlacedNote | undefined {
  let [low, high] = [0, notes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((notes[middle]?.place.fromSeconds ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return notes[low - 1]
}

/** The first line, cut at a word where it is long: for a bar on the wave or a task's title. */
export function noteTitle(body: string, most = 120): string {
  const line = plainNote(body.split('\n', 1)[0] ?? '').trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most)
  return `${cut.slice(0, cut.lastIndexOf(' ') > most / 2 ? cut.lastIndexOf(' ') : most).trimEnd()}…`
}
