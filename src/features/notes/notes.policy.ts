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
  /** The author still belongs to the project. */
  readonly isAuthorHere: boolean
}

export function canEditNote({ userId, role }: Person, authorId: string): boolean {
  return userId === authorId && atLeast(role, 'commenter')
}

export function canDeleteNote(person: Person, authorId: string): boolean {
  return canEditNote(person, authorId) || person.role === 'owner'
}

/**
 * Editors say that an open note is fixed; its author, or an owner once the author has left, looks whether it is.
 * Whoever called it fixed may take that back. A verified note is opened again by whoever may verify.
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
