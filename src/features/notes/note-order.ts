import { foldText } from '#shared/fold-text.ts'
import type { Seconds } from '#shared/units.ts'
import { plainNote } from './note-text.ts'
import type { Note, NotePlace } from './notes.contract.ts'

/** A note with a place on the current version. */
export type PlacedNote = Note & { readonly place: NotePlace }

export const noteLists = ['open', 'fixed', 'all'] as const
export type NoteList = (typeof noteLists)[number]

export interface NoteFilter {
  /** A member's id, or anybody. */
  readonly author: string | 'anybody'
  readonly find: string
  /** As in the notes. */
  readonly part: string | undefined
  /** The version they were written on. */
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

/** The notes with a place on the version, in order of time. */
export function placedNotes(notes: readonly Note[]): readonly PlacedNote[] {
  return notes.filter(isPlaced).sort((a, b) => a.place.fromSeconds - b.place.fromSeconds || a.createdAt - b.createdAt)
}

function isPlaced(note: Note): note is PlacedNote {
  return note.place !== null
}

/** `fixed` notes are waiting for their author; verified ones are only in `all`. */
export function inList(list: NoteList, { state }: Pick<Note, 'state'>): boolean {
  return list === 'all' || state === list
}

/** Filters by author, version, part, and text of the note or its replies. */
export function filterNotes<T extends Note>(
  notes: readonly T[],
  { author, find, part, versionId, unread }: NoteFilter,
  isNew: (note: T) => boolean = () => true,
): readonly T[] {
  const needle = foldText(find.trim())
  return notes.filter(
    (note) =>
      (author === 'anybody' || note.authorId === author) &&
      (versionId === undefined || note.version.id === versionId) &&
      (part === undefined || note.part?.toLocaleLowerCase() === part.toLocaleLowerCase()) &&
      (!unread || isNew(note)) &&
      (needle === '' ||
        [note.body, ...note.replies.map((reply) => reply.body)].some((text) => foldText(text).includes(needle))),
  )
}

/** In order of time, as given, or newest first. */
export function sortNotes<T extends Note>(notes: readonly T[], sort: NoteSort): readonly T[] {
  return sort === 'time' ? notes : notes.toSorted((a, b) => b.createdAt - a.createdAt)
}

/** The parts that notes mention, once each in their first spelling, by name. */
function partsOf(notes: readonly Note[]): readonly string[] {
  const parts = new Map<string, string>()
  for (const { part } of notes)
    if (part !== null && !parts.has(part.toLocaleLowerCase())) parts.set(part.toLocaleLowerCase(), part)
  return [...parts.values()].toSorted((a, b) => a.localeCompare(b))
}

/** The filter choices for the notes of a version, with counts. */
export interface NoteFacets {
  readonly counts: Readonly<Record<NoteList, number>>
  readonly parts: readonly string[]
  /** The versions they were written on, newest first. */
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

/** The open note after or before the selected one, or else after or before a position; wraps around. */
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

/** The last note that begins at or before a position; called for each frame. */
export function noteAt(notes: readonly PlacedNote[], at: Seconds): PlacedNote | undefined {
  let [low, high] = [0, notes.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((notes[middle]?.place.fromSeconds ?? 0) <= at) low = middle + 1
    else high = middle
  }
  return notes[low - 1]
}

/** The first line, shortened at a word boundary, for a waveform marker or a task's title. */
export function noteTitle(body: string, most = 120): string {
  const line = plainNote(body.split('\n', 1)[0] ?? '').trim()
  if (line.length <= most) return line
  const cut = line.slice(0, most)
  return `${cut.slice(0, cut.lastIndexOf(' ') > most / 2 ? cut.lastIndexOf(' ') : most).trimEnd()}…`
}
