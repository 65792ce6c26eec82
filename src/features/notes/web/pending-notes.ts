import type { Unread } from '#web/outbox/use-outgoing.ts'
import { noteReactions, type NoteEmoji } from '../note-emoji.ts'
import type { Note, NoteReply, NoteState } from '../notes.contract.ts'

interface Viewed {
  readonly trackId: string
  readonly version: { readonly id: string, readonly number: number }
  readonly me: { readonly id: string, readonly name: string }
}

/** The notes as they will be once everything that is on its way has arrived. */
export function withPending(notes: readonly Note[], changes: readonly Unread[], viewed: Viewed): readonly Note[] {
  return changes.reduce((list, change) => afterChange(list, change, viewed), notes)
}

function afterChange(notes: readonly Note[], { outgoing: { route, params, body = {}, makes = '', at }, madeId }: Unread, viewed: Viewed): readonly Note[] {
  const id = madeId ?? makes
  const noteId = params['noteId'] ?? ''
  const words = String(body['body'] ?? '')
  const said: NoteReply = { id, authorId: viewed.me.id, authorName: viewed.me.name, body: words, mentions: [], reactions: [], createdAt: at, editedAt: null }
  switch (route.replace('/api/projects/:projectId/', '')) {
    case 'POST tracks/:trackId/notes': return params['trackId'] === viewed.trackId && body['versionId'] === viewed.version.id && !has(notes, id) ? [...notes, newNote(said, body, viewed)] : notes
    case 'POST notes/:noteId/replies': return has(notes, id) ? notes : notes.map((note) => (note.id === noteId || has(note.replies, noteId) ? { ...note, replies: [...note.replies, said] } : note))
    case 'PATCH notes/:noteId': return everySaid(notes, noteId, (one) => ({ ...one, body: words, mentions: one.body === words ? one.mentions : [], editedAt: one.body === words ? one.editedAt : at }))
    case 'DELETE notes/:noteId': return notes.filter((one) => one.id !== noteId).map((note) => ({ ...note, replies: note.replies.filter((one) => one.id !== noteId) }))
    case 'PUT notes/:noteId/state': return notes.map((note) => (note.id === noteId ? { ...note, ...newState(note, String(body['state']), viewed) } : note))
    case 'PUT notes/:noteId/reactions': {
      const emoji = noteReactions.find((one) => one === body['emoji'])
      return emoji ? everySaid(notes, noteId, (one) => ({ ...one, reactions: withReaction(one.reactions, emoji, viewed.me.id, body['chosen'] === true) })) : notes
    }
    default: return notes
  }
}

function newNote(said: NoteReply, body: Readonly<Record<string, unknown>>, { trackId, version }: Viewed): Note {
  const fromSeconds = Number(body['fromSeconds'])
  const toSeconds = typeof body['toSeconds'] === 'number' ? body['toSeconds'] : null
  return { ...said, trackId, version, fromSeconds, toSeconds, state: 'open', fixedIn: null, fixedBy: null, nextStates: [], place: { fromSeconds, toSeconds, by: 'own' }, replies: [] }
}

function newState(note: Note, state: NoteState | string, { version, me }: Viewed): Partial<Note> {
  if (state === note.state) return {}
  if (state === 'fixed') return { state, fixedIn: version, fixedBy: me.id, nextStates: ['open'] }
  if (state === 'verified') return { state, nextStates: ['open'] }
  return { state: 'open', fixedIn: null, fixedBy: null, nextStates: [] }
}

function has(list: readonly { readonly id: string, readonly replies?: readonly { readonly id: string }[] }[], id: string): boolean {
  return list.some((one) => one.id === id || one.replies?.some((reply) => reply.id === id) === true)
}

/** A change of a note or of a reply, whichever has the id. */
function everySaid(notes: readonly Note[], id: string, change: <T extends NoteReply>(said: T) => T): readonly Note[] {
  return notes.map((note) => (note.id === id ? change(note) : has(note.replies, id) ? { ...note, replies: note.replies.map((reply) => (reply.id === id ? change(reply) : reply)) } : note))
}

function withReaction(reactions: NoteReply['reactions'], emoji: NoteEmoji, userId: string, chosen: boolean): NoteReply['reactions'] {
  const others = (reactions.find((one) => one.emoji === emoji)?.userIds ?? []).filter((id) => id !== userId)
  const userIds = chosen ? [...others, userId] : others
  const known = reactions.some((one) => one.emoji === emoji)
  const next = known ? reactions.map((one) => (one.emoji === emoji ? { emoji, userIds } : one)) : [...reactions, { emoji, userIds }]
  return next.filter((one) => one.userIds.length > 0)
}
