import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useEffect, useMemo, useState } from 'react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { allows, type Role } from '#shared/roles.ts'
import type { Seconds } from '#shared/units.ts'
import { stableKey } from '#web/outbox/outbox-store.ts'
import { unsentIds, useOutgoing } from '#web/outbox/use-outgoing.ts'
import type { Heard } from '#web/player/listening.ts'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { conflictsOf } from '../note-conflicts.ts'
import {
  everyNote,
  facetsOf,
  inList,
  placedNotes,
  type NoteFacets,
  type NoteFilter,
  type NoteList,
  type NoteSort,
  type PlacedNote,
} from '../note-order.ts'
import type { Note } from '../notes.contract.ts'
import { notePolicy } from '../notes.policy.ts'
import type { NoteTask } from './card/NoteTaskChip.tsx'
import { hearNote, positionOn } from './card/note-sound.ts'
import { Writings } from './card/reply-drafts.ts'
import { useNoteActions, type NoteActions } from './card/use-note-actions.ts'
import { newDraft, openDraft, type DraftStore } from './composer/note-draft.ts'
import { withPending } from './composer/pending-notes.ts'
import { manyNotes, notesQuery } from './notes.client.ts'
import { useNoteSeen, type NotesSeen } from './panel/use-note-seen.ts'

export interface NotesModelFacts {
  readonly project: {
    readonly id: string
    readonly role: Role
    readonly mayDownload: boolean
    readonly members: readonly Membership[]
  }
  readonly trackId: string
  readonly version: { readonly id: string; readonly number: number }
  /** Undefined while the version cannot be played. */
  readonly heard: Heard | undefined
  readonly myId: string
  /** Of a guest on a share link. */
  readonly guestName?: string
  /** From the URL: selected at the start. */
  readonly noteId: string | undefined
  readonly hrefOf: (note: PlacedNote) => string
  readonly onShowVersion: (note: Note) => void
  readonly onMakeTask: ((note: PlacedNote) => void) | undefined
  /** Opens the version beside its predecessor; `number` is the predecessor's. */
  readonly onCompareBefore: { readonly number: number; readonly open: () => void } | undefined
  /** Actions on all notes at once. */
  readonly entries: readonly MenuEntry[]
  /** The task made from a note. */
  readonly taskOf: (noteId: string) => NoteTask | undefined
}

/** Everything that the notes of one version need, beside the wave and on it. */
export interface NotesModel extends NotesModelFacts {
  readonly notes: ReturnType<typeof useNotes>['notes']
  /** Ids of notes and replies with changes that the server does not have yet. */
  readonly unsent: ReadonlySet<string>
  /**
   * These are still another version's notes, with its positions: they can be read and answered, but not opened on the
   * wave.
   */
  readonly areElsewhere: boolean
  readonly placed: readonly PlacedNote[]
  readonly openCount: number
  readonly facets: NoteFacets
  readonly list: NoteList
  readonly filter: NoteFilter
  readonly sort: NoteSort
  /** Open notes that contradict each other, by id. */
  readonly conflicts: ReadonlyMap<string, readonly PlacedNote[]>
  readonly seen: NotesSeen
  readonly chosen: PlacedNote | undefined
  readonly draft: DraftStore
  /** Unsent replies and edits. */
  readonly writings: Writings
  readonly mayWrite: boolean
  readonly actions: NoteActions
  readonly showList: (list: NoteList) => void
  readonly setFilter: (change: Partial<NoteFilter>) => void
  readonly setSort: (sort: NoteSort) => void
  /** Selects a note and seeks to it. */
  readonly choose: (note: PlacedNote, options?: { readonly play?: boolean }) => void
  /** Starts a note on a range or, without one, at the playhead; text typed before stays. */
  readonly write: (range?: { readonly from: Seconds; readonly to: Seconds | null }) => void
  /** The same as a voice note, recorded while the key is held. */
  readonly talk: (isTalking: boolean) => void
}

export function useNotesModel(facts: NotesModelFacts): NotesModel {
  const { project, trackId, version, heard, myId, guestName, noteId } = facts
  const me = {
    id: myId,
    name: guestName ?? project.members.find(({ person }) => person.id === myId)?.person.name ?? '',
    byGuest: guestName !== undefined,
  }
  const { notes, unsent, areElsewhere } = useNotes(project.id, { trackId, version, me })
  const placed = useMemo(() => placedNotes(notes.data ?? []), [notes.data])
  const facets = useMemo(() => facetsOf(placed), [placed])
  const conflicts = useMemo(() => conflictsOf(placed), [placed])
  const seen = useNoteSeen({ projectId: project.id, trackId, myId, notes: placed })
  const [sort, setSort] = useState<NoteSort>('time')
  const [shownList, setList] = useState<NoteList>()
  const [filter, setFilter] = useState(everyNote)
  const [chosenId, setChosen] = useState(noteId)
  const [askedFor, setAskedFor] = useState(noteId)
  const [ofTrack, setOfTrack] = useState(trackId)
  // The user may become known after the page has rendered.
  const draft = useMemo(() => openDraft(myId, trackId), [myId, trackId])
  const writings = useMemo(() => new Writings({ projectId: project.id, trackId }, myId), [project.id, trackId, myId])
  useEffect(() => () => writings.leave(), [writings])
  const actions = useNoteActions({ projectId: project.id, version, myId })
  // Search text, people and versions of another track do not apply here.
  if (ofTrack !== trackId) {
    setOfTrack(trackId)
    setFilter(everyNote)
    setList(undefined)
    setChosen(noteId)
  }
  // Another link was followed on the same page.
  if (askedFor !== noteId) {
    setAskedFor(noteId)
    setChosen(noteId)
    setList(undefined)
  }
  // It may have got its real id meanwhile.
  const chosen =
    chosenId === undefined ? undefined : placed.find(({ id }) => id === chosenId || stableKey(id) === chosenId)
  // A link opens the list that contains its note.
  const list = shownList ?? (chosen && chosen.id === noteId && chosen.state !== 'open' ? 'all' : 'open')
  return {
    ...facts,
    notes,
    unsent,
    areElsewhere,
    placed,
    list,
    filter,
    sort,
    conflicts,
    seen,
    setSort,
    chosen,
    draft,
    writings,
    actions,
    facets,
    onMakeTask: areElsewhere ? undefined : facts.onMakeTask,
    openCount: facets.counts.open,
    mayWrite: allows(project, notePolicy['note.add']),
    showList: setList,
    setFilter: (change) => setFilter({ ...filter, ...change }),
    choose: (note, { play = false } = {}) => {
      setChosen(note.id)
      if (!inList(list, note)) setList('all')
      if (heard && !areElsewhere) hearNote(heard, note.place, { play })
    },
    write: (range) => {
      const place = {
        from: range ? roundMs(range.from) : positionOn(heard),
        to: range?.to == null ? null : roundMs(range.to),
      }
      draft.set({ ...(draft.get() ?? newDraft(0)), ...place })
      draft.call()
    },
    talk: (isTalking) => {
      // An unfinished note keeps its time.
      if (isTalking && draft.get() === null) draft.set(newDraft(positionOn(heard)))
      draft.talk(isTalking)
    },
  }
}

/** Fetched notes, with queued changes applied. */
function useNotes(
  projectId: string,
  { trackId, version: { id, number }, me: { id: myId, name, byGuest } }: Parameters<typeof withPending>[2],
) {
  // A track without a version has no notes to fetch.
  const read = useQuery({
    ...notesQuery(projectId, trackId, id),
    enabled: id !== '',
    // Keep the last notes until those of another version have loaded, so that a reply in progress stays.
    placeholderData: (before, query) => (query?.queryKey.at(-2) === trackId ? before : undefined),
  })
  const changes = useOutgoing(projectId)
  // If nothing could be fetched, still show the user's queued notes.
  const data = read.data ?? (read.error && changes.length > 0 ? none : undefined)
  const expected = useMemo(
    () => data && withPending(data, changes, { trackId, version: { id, number }, me: { id: myId, name, byGuest } }),
    [data, changes, trackId, id, number, myId, name, byGuest],
  )
  const late = useDeferredValue(expected)
  // Defer lists of thousands, so that frames are not dropped; short ones render at once.
  const known = (expected?.length ?? 0) > manyNotes ? late : expected
  const shown = read.data || (known?.length ?? 0) > 0 ? known : undefined
  return {
    notes: { ...read, data: shown, isRead: read.data !== undefined },
    unsent: useMemo(() => unsentIds(changes), [changes]),
    areElsewhere: read.isPlaceholderData,
  }
}

const none: readonly Note[] = []

export function roundMs(seconds: Seconds): Seconds {
  return Math.round(seconds * 1000) / 1000
}
