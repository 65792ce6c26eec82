import { useMutation, useQueryClient } from '@tanstack/react-query'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/toast-store.ts'
import type { NoteEmoji } from '../note-emoji.ts'
import type { Note, NoteReply } from '../notes.contract.ts'
import { noteApi, notesKey } from './notes.queries.ts'
import { touchNote } from './touched-notes.ts'
import { noteStrings } from './notes.strings.ts'

interface Change {
  /** Of the note or reply. */
  readonly saidId: string
  readonly carryOut: () => Promise<unknown>
  /** What the lists will be; left out where only the server can tell. */
  readonly foresee?: (notes: readonly Note[]) => readonly Note[]
  readonly said?: () => void
}

interface Viewed {
  readonly projectId: string
  readonly version: { readonly id: string, readonly number: number }
  readonly myId: string
}

/** Quick changes, shown at once and taken back when the server refuses; each with its way back. */
export function useNoteActions({ projectId, version, myId }: Viewed) {
  const queries = useQueryClient()
  /** The note that an answer belongs to, or the note itself. */
  const noteIdOf = (saidId: string) => queries.getQueriesData<readonly Note[]>({ queryKey: notesKey(projectId) }).flatMap(([, notes]) => notes?.find(({ id, replies }) => id === saidId || replies.some((reply) => reply.id === saidId))?.id ?? [])[0] ?? saidId
  /** After a change of a note, or of one of its answers. */
  const readAgain = (saidId: string) => {
    touchNote(projectId, noteIdOf(saidId))
    return readLists()
  }
  const readLists = () => Promise.all([queries.invalidateQueries({ queryKey: notesKey(projectId) }), queries.invalidateQueries({ queryKey: ['project', projectId, 'details'] })])
  const { mutate } = useMutation({
    mutationFn: ({ carryOut }: Change) => carryOut(),
    onMutate: async ({ foresee }) => {
      const filter = { queryKey: notesKey(projectId) }
      await queries.cancelQueries(filter)
      const before = queries.getQueriesData<readonly Note[]>(filter)
      if (foresee) for (const [key, notes] of before) if (notes) queries.setQueryData(key, foresee(notes))
      return before
    },
    onError: (error, _, before) => {
      for (const [key, notes] of before ?? []) queries.setQueryData(key, notes)
      toast({ tone: 'error', text: text(noteStrings.failedChange, { reason: reasonOf(error) }) })
    },
    onSuccess: (_, { said }) => said?.(),
    onSettled: (_, __, { saidId }) => readAgain(saidId),
  })
  const params = (noteId: string) => ({ projectId, noteId })
  const actions = {
    fix: (note: Note) => mutate({
      saidId: note.id,
      carryOut: () => noteApi('PUT /api/projects/:projectId/notes/:noteId/state', { params: params(note.id), body: { state: 'fixed', versionId: version.id } }),
      foresee: changed(note.id, { state: 'fixed', fixedIn: version, fixedBy: myId, nextStates: ['open'] }),
      said: () => void toast({ text: text(noteStrings.said.fixed, { number: version.number }), undo: () => actions.reopen({ ...note, state: 'fixed' }) }),
    }),
    verify: (note: Note) => mutate({
      saidId: note.id,
      carryOut: () => noteApi('PUT /api/projects/:projectId/notes/:noteId/state', { params: params(note.id), body: { state: 'verified' } }),
      foresee: changed(note.id, { state: 'verified', nextStates: ['open'] }),
      said: () => void toast({ text: noteStrings.said.verified }),
    }),
    reopen: (note: Note) => mutate({
      saidId: note.id,
      carryOut: () => noteApi('PUT /api/projects/:projectId/notes/:noteId/state', { params: params(note.id), body: { state: 'open' } }),
      foresee: changed(note.id, { state: 'open', fixedIn: null, fixedBy: null, nextStates: [] }),
      said: () => void toast({ text: noteStrings.said.open }),
    }),
    /** The same once more takes it back. */
    react: (said: NoteReply, emoji: NoteEmoji) => {
      const chosen = !said.reactions.some((one) => one.emoji === emoji && one.userIds.includes(myId))
      mutate({
        saidId: said.id,
        carryOut: () => noteApi('PUT /api/projects/:projectId/notes/:noteId/reactions', { params: params(said.id), body: { emoji, chosen } }),
        foresee: everySaid(said.id, (one) => ({ ...one, reactions: withReaction(one.reactions, emoji, myId, chosen) })),
      })
    },
    remove: (said: NoteReply, isReply: boolean) => {
      const saidId = noteIdOf(said.id)
      mutate({
        saidId,
        carryOut: () => noteApi('DELETE /api/projects/:projectId/notes/:noteId', { params: params(said.id) }),
        foresee: (notes) => notes.filter(({ id }) => id !== said.id).map((note) => ({ ...note, replies: note.replies.filter(({ id }) => id !== said.id) })),
        said: () => void toast({ text: isReply ? noteStrings.removedReply : noteStrings.removed, undo: () => mutate({ saidId, carryOut: () => noteApi('POST /api/projects/:projectId/notes/:noteId/restore', { params: params(said.id) }) }) }),
      })
    },
    readAgain,
  }
  return actions
}

export type NoteActions = ReturnType<typeof useNoteActions>

function changed(noteId: string, change: Partial<Note>) {
  return (notes: readonly Note[]) => notes.map((note) => (note.id === noteId ? { ...note, ...change } : note))
}

/** A change of a note or of a reply, whichever has the id. */
function everySaid(id: string, change: <T extends NoteReply>(said: T) => T) {
  return (notes: readonly Note[]) => notes.map((note) => (note.id === id ? change(note) : { ...note, replies: note.replies.map((reply) => (reply.id === id ? change(reply) : reply)) }))
}

function withReaction(reactions: NoteReply['reactions'], emoji: NoteEmoji, userId: string, chosen: boolean): NoteReply['reactions'] {
  const others = (reactions.find((one) => one.emoji === emoji)?.userIds ?? []).filter((id) => id !== userId)
  const userIds = chosen ? [...others, userId] : others
  const known = reactions.some((one) => one.emoji === emoji)
  const next = known ? reactions.map((one) => (one.emoji === emoji ? { emoji, userIds } : one)) : [...reactions, { emoji, userIds }]
  return next.filter((one) => one.userIds.length > 0)
}
