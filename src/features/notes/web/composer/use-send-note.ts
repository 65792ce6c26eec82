import { useMutation } from '@tanstack/react-query'
import { tempId } from '#web/outbox/outbox-store.ts'
import { noteLater } from '../notes.client.ts'
import { roundApi } from '../panel/rounds.client.ts'
import type { NoteRounds } from '../panel/use-note-rounds.ts'
import type { NotesModel } from '../use-notes-model.ts'
import type { NoteDraft } from './note-draft.ts'

/** Sends a draft as a note, online or offline. */
export function useSendNote({ project, trackId, version }: NotesModel, onSent: (draft: NoteDraft) => void) {
  return useMutation({
    mutationFn: ({ from, to, body, attachments = [], ...about }: NoteDraft) =>
      noteLater(
        'POST /api/projects/:projectId/tracks/:trackId/notes',
        {
          params: { projectId: project.id, trackId },
          body: {
            versionId: version.id,
            fromSeconds: from,
            toSeconds: to,
            body: body.trim(),
            attachmentIds: attachments.map(({ id }) => id),
            ...about,
          },
        },
        { words: body.trim(), makes: tempId(), also: { attachments } },
      ),
    onSuccess: (_, draft) => onSent(draft),
  })
}

interface RoundDraft {
  readonly draft: NoteDraft
  /** The draft's store: another track may be open when the request finishes. */
  readonly of: NotesModel['draft']
}

/** Saves a draft in the open round, to be sent with it. */
export function useRoundDraft(project: NotesModel['project'], { here, readAgain }: NoteRounds, onSaved: () => void) {
  return useMutation({
    mutationFn: ({ draft: { from, to, body, section, part, direction, visibility } }: RoundDraft) =>
      roundApi('POST /api/projects/:projectId/rounds/:roundId/drafts', {
        params: { projectId: project.id, roundId: here?.id ?? '' },
        body: { fromSeconds: from, toSeconds: to, body: body.trim(), section, part, direction, visibility },
      }),
    onSuccess: async (_, { draft, of }) => {
      // Text typed during the request is not part of it.
      if (of.get() === draft) {
        of.set(null)
        onSaved()
      }
      await readAgain()
    },
  })
}
