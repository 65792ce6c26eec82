import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import type { NoteEmoji } from '../../note-emoji.ts'
import type { Note, NoteReply } from '../../notes.contract.ts'
import { noteLater } from '../notes.client.ts'
import { noteStrings } from '../notes.strings.ts'

interface Viewed {
  readonly projectId: string
  readonly version: { readonly id: string; readonly number: number }
  readonly myId: string
}

/** Quick changes: optimistic, queued until the server has them, and each with an undo. */
export function useNoteActions({ projectId, version, myId }: Viewed) {
  const params = (noteId: string) => ({ projectId, noteId })
  const setState = async (
    noteId: string,
    body: { state: 'fixed'; versionId: string } | { state: 'verified' | 'open' },
    said: string,
    undo?: () => void,
  ) => {
    await noteLater('PUT /api/projects/:projectId/notes/:noteId/state', { params: params(noteId), body })
    toast({ text: said, ...(undo && { undo }) })
  }
  const actions = {
    fix: (note: Note) =>
      void setState(
        note.id,
        { state: 'fixed', versionId: version.id },
        text(noteStrings.said.fixed, { number: version.number }),
        () => actions.reopen(note),
      ),
    verify: (note: Note) => void setState(note.id, { state: 'verified' }, noteStrings.said.verified),
    reopen: (note: Note) => void setState(note.id, { state: 'open' }, noteStrings.said.open),
    /** The same emoji again removes it. */
    react: (said: NoteReply, emoji: NoteEmoji) => {
      const chosen = !said.reactions.some((one) => one.emoji === emoji && one.userIds.includes(myId))
      void noteLater('PUT /api/projects/:projectId/notes/:noteId/reactions', {
        params: params(said.id),
        body: { emoji, chosen },
      })
    },
    remove: async (said: NoteReply, isReply: boolean) => {
      await noteLater(
        'DELETE /api/projects/:projectId/notes/:noteId',
        { params: params(said.id) },
        { words: said.body },
      )
      toast({
        text: isReply ? noteStrings.removedReply : noteStrings.removed,
        undo: () =>
          void noteLater(
            'POST /api/projects/:projectId/notes/:noteId/restore',
            { params: params(said.id) },
            { words: said.body },
          ),
      })
    },
  }
  return actions
}

export type NoteActions = ReturnType<typeof useNoteActions>
