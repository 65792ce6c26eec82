import type { Unread } from '#web/outbox/use-outgoing.ts'
import { attachmentKinds } from '../../attachment-kinds.ts'
import { noteReactions, type NoteEmoji } from '../../note-emoji.ts'
import { noteDirections } from '../../note-marks.ts'
import type { Attachment, Note, NoteReply, NoteState } from '../../notes.contract.ts'

interface Viewed {
  readonly trackId: string
  readonly version: { readonly id: string; readonly number: number }
  readonly me: { readonly id: string; readonly name: string; readonly byGuest: boolean }
}

/** The notes including all queued changes. */
export function withPending(notes: readonly Note[], changes: readonly Unread[], viewed: Viewed): readonly Note[] {
  return changes.reduce((list, change) => afterChange(list, change, viewed), notes)
}

function afterChange(
  notes: readonly Note[],
  { outgoing: { route, params, body = {}, also = {}, makes = '', at }, madeId }: Unread,
  viewed: Viewed,
): readonly Note[] {
  const id = madeId ?? makes
  const noteId = params['noteId'] ?? ''
  const words = String(body['body'] ?? '')
  const said: NoteReply = {
    id,
    authorId: viewed.me.id,
    authorName: viewed.me.name,
    byGuest: viewed.me.byGuest,
    body: words,
    mentions: [],
    reactions: [],
    attachments: filesOf(also['attachments']),
    createdAt: at,
    editedAt: null,
  }
  switch (route.replace('/api/projects/:projectId/', '')) {
    case 'POST tracks/:trackId/notes':
      return params['trackId'] === viewed.trackId && body['versionId'] === viewed.version.id && !has(notes, id)
        ? [...notes, newNote(said, body, viewed)]
        : notes
    case 'POST notes/:noteId/replies':
      return has(notes, id)
        ? notes
        : notes.map((note) =>
            note.id === noteId || has(note.replies, noteId) ? { ...note, replies: [...note.replies, said] } : note,
          )
    case 'PATCH notes/:noteId':
      return typeof body['body'] !== 'string'
        ? notes
        : everySaid(notes, noteId, (one) => ({
            ...one,
            body: words,
            mentions: one.body === words ? one.mentions : [],
            editedAt: one.body === words ? one.editedAt : at,
          }))
    case 'DELETE notes/:noteId':
      return notes
        .filter((one) => one.id !== noteId)
        .map((note) => ({ ...note, replies: note.replies.filter((one) => one.id !== noteId) }))
    case 'PUT notes/:noteId/state':
      return notes.map((note) =>
        note.id === noteId ? { ...note, ...newState(note, String(body['state']), viewed) } : note,
      )
    case 'PUT notes/:noteId/reactions': {
      const emoji = noteReactions.find((one) => one === body['emoji'])
      return emoji
        ? everySaid(notes, noteId, (one) => ({
            ...one,
            reactions: withReaction(one.reactions, emoji, viewed.me.id, body['chosen'] === true),
          }))
        : notes
    }
    default:
      return notes
  }
}

function newNote(said: NoteReply, body: Readonly<Record<string, unknown>>, { trackId, version }: Viewed): Note {
  const fromSeconds = Number(body['fromSeconds'])
  const toSeconds = typeof body['toSeconds'] === 'number' ? body['toSeconds'] : null
  const mark = (name: 'section' | 'part') => (typeof body[name] === 'string' ? body[name] : null)
  const marks = {
    section: mark('section'),
    part: mark('part'),
    direction: noteDirections.find((one) => one === body['direction']) ?? null,
    visibility: body['visibility'] === 'members' ? 'members' : 'everyone',
  } as const
  return {
    ...said,
    ...marks,
    trackId,
    version,
    fromSeconds,
    toSeconds,
    set: null,
    state: 'open',
    fixedIn: null,
    fixedBy: null,
    nextStates: [],
    place: { fromSeconds, toSeconds, by: 'own' },
    replies: [],
  }
}

/** Validates what was stored: another build may have written it. */
function filesOf(kept: unknown): Attachment[] {
  return Array.isArray(kept) ? kept.filter(isFile) : []
}

function isFile(kept: unknown): kept is Attachment {
  return (
    typeof kept === 'object' &&
    kept !== null &&
    'id' in kept &&
    'fileName' in kept &&
    'kind' in kept &&
    attachmentKinds.some((one) => one === kept.kind)
  )
}

function newState(note: Note, state: NoteState | string, { version, me }: Viewed): Partial<Note> {
  if (state === note.state) return {}
  if (state === 'fixed') return { state, fixedIn: version, fixedBy: me.id, nextStates: ['open'] }
  if (state === 'verified') return { state, nextStates: ['open'] }
  return { state: 'open', fixedIn: null, fixedBy: null, nextStates: [] }
}

function has(
  list: readonly { readonly id: string; readonly replies?: readonly { readonly id: string }[] }[],
  id: string,
): boolean {
  return list.some((one) => one.id === id || one.replies?.some((reply) => reply.id === id) === true)
}

/** Applies a change to the note or reply with the id. */
function everySaid(notes: readonly Note[], id: string, change: <T extends NoteReply>(said: T) => T): readonly Note[] {
  return notes.map((note) =>
    note.id === id
      ? change(note)
      : has(note.replies, id)
        ? { ...note, replies: note.replies.map((reply) => (reply.id === id ? change(reply) : reply)) }
        : note,
  )
}

function withReaction(
  reactions: NoteReply['reactions'],
  emoji: NoteEmoji,
  userId: string,
  chosen: boolean,
): NoteReply['reactions'] {
  const others = (reactions.find((one) => one.emoji === emoji)?.userIds ?? []).filter((id) => id !== userId)
  const userIds = chosen ? [...others, userId] : others
  const known = reactions.some((one) => one.emoji === emoji)
  const next = known
    ? reactions.map((one) => (one.emoji === emoji ? { emoji, userIds } : one))
    : [...reactions, { emoji, userIds }]
  return next.filter((one) => one.userIds.length > 0)
}
