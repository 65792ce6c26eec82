import { atLeast, type Policy, type Role } from '#shared/roles.ts'
import type { NoteState } from './notes.contract.ts'

export const notePolicy = {
  'note.view': 'listener',
  'note.add': 'commenter',
  'round.open': 'editor',
} as const satisfies Policy

interface Person {
  readonly userId: string
  readonly role: Role
}

interface Standing {
  readonly authorId: string
  readonly state: NoteState
  readonly fixedBy: string | null
  /** The author is still a member of the project. */
  readonly isAuthorHere: boolean
}

export function canEditNote({ userId, role }: Person, authorId: string): boolean {
  return userId === authorId && atLeast(role, 'commenter')
}

export function canDeleteNote(person: Person, authorId: string): boolean {
  return canEditNote(person, authorId) || person.role === 'owner'
}

/**
 * Editors mark an open note as fixed; its author, or an owner if the author has left, verifies it. Whoever marked it as
 * fixed may undo that. Whoever may verify may reopen a verified note.
 */
export function canSetState(
  { userId, role }: Person,
  { authorId, state, fixedBy, isAuthorHere }: Standing,
  next: NoteState,
): boolean {
  if (!atLeast(role, 'commenter') || state === next) return false
  if (next === 'fixed') return atLeast(role, 'editor') && state === 'open'
  const judges = userId === authorId || (!isAuthorHere && role === 'owner')
  if (next === 'verified') return judges && state === 'fixed'
  return judges || (state === 'fixed' && userId === fixedBy)
}
