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
import { newDraft, openDraft, type DraftDesk } from './composer/note-draft.ts'
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
  /** Of somebody who came by a share link. */
  readonly guestName?: string
  /** Of the address: chosen from the start. */
  readonly noteId: string | undefined
  readonly hrefOf: (note: PlacedNote) => string
  readonly onShowVersion: (note: Note) => void
  readonly onMakeTask: ((note: PlacedNote) => void) | undefined
  /** Opens the version beside the one before it, whose number it says. */
  readonly onCompareBefore: { readonly number: number; readonly open: () => void } | undefined
  /** What can be done with all of them at once. */
  readonly entries: readonly MenuEntry[]
  /** What has become of a note as a task. */
  readonly taskOf: (noteId: string) => NoteTask | undefined
}

/** Everything the notes of one version need, beside the wave and on it. */
export interface NotesModel extends NotesModelFacts {
  readonly notes: ReturnType<typeof useNotes>['notes']
  /** Of notes and replies that the server does not know yet as they are here. */
  readonly unsent: ReadonlySet<string>
  /** These are still the notes of another version, with its places: to be read and answered, not to be gone to. */
  readonly areElsewhere: boolean
  readonly placed: readonly PlacedNote[]
  readonly openCount: number
  readonly facets: NoteFacets
  readonly list: NoteList
  readonly filter: NoteFilter
  readonly sort: NoteSort
  /** Which open notes say the opposite of which, by id. */
  readonly conflicts: ReadonlyMap<string, readonly PlacedNote[]>
  readonly seen: NotesSeen
  readonly chosen: PlacedNote | undefined
  readonly draft: DraftDesk
  /** Replies and changes that are not sent yet. */
  readonly writings: Writings
  readonly mayWrite: boolean
  readonly actions: NoteActions
  readonly showList: (list: NoteList) => void
  readonly setFilter: (change: Partial<NoteFilter>) => void
  readonly setSort: (sort: NoteSort) => void
  /** Chooses a note and goes there. */
  readonly choose: (note: PlacedNote, options?: { readonly play?: boolean }) => void
  /** Begins a note on a range or, without one, where the music is; what was typed already stays. */
  readonly write: (range?: { readonly from: Seconds; readonly to: Seconds | null }) => void
  /** The same with one's voice, for as long as the key is held. */
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
  // The person may be known later than the page is there.
  const draft = useMemo(() => openDraft(myId, trackId), [myId, trackId])
  const writings = useMemo(() => new Writings({ projectId: project.id, trackId }), [project.id, trackId])
  useEffect(() => () => writings.leave(), [writings])
  const actions = useNoteActions({ projectId: project.id, version, myId })
  // Words, people and versions of another track mean nothing here.
  if (ofTrack !== trackId) {
    setOfTrack(trackId)
    setFilter(everyNote)
    setList(undefined)
    setChosen(noteId)
  }
  // Another link was followed while the page stays.
  if (askedFor !== noteId) {
    setAskedFor(noteId)
    setChosen(noteId)
    setList(undefined)
  }
  // It may have got its real id meanwhile.
  const chosen =
    chosenId === undefined ? undefined : placed.find(({ id }) => id === chosenId || stableKey(id) === chosenId)
  // A link opens on the list in which its note is.
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
      // What is half written keeps its place.
      if (isTalking && draft.get() === null) draft.set(newDraft(positionOn(heard)))
      draft.talk(isTalking)
    },
  }
}

/** What was read, and what is on its way. */
function useNotes(
  projectId: string,
  { trackId, version: { id, number }, me: { id: myId, name, byGuest } }: Parameters<typeof withPending>[2],
) {
  // A track without a version has no notes to ask for.
  const read = useQuery({
    ...notesQuery(projectId, trackId, id),
    enabled: id !== '',
    // Until those of another version are there the last ones stay: what is being answered is not taken out of
    // somebody's hands.
    placeholderData: (before, query) => (query?.queryKey.at(-2) === trackId ? before : undefined),
  })
  const changes = useOutgoing(projectId)
  // Where nothing could be read, one's own words that wait in this browser are there all the same.
  const data = read.data ?? (read.error && changes.length > 0 ? none : undefined)
  const expected = useMemo(
    () => data && withPending(data, changes, { trackId, version: { id, number }, me: { id: myId, name, byGuest } }),
    [data, changes, trackId, id, number, myId, name, byGuest],
  )
  const late = useDeferredValue(expected)
  // Thousands are thought over between frames, a little later; what is short is there at once.
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
