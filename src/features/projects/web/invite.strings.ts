import type { Role } from '#shared/roles.ts'

const asRole: Readonly<Record<Role, string>> = {
  owner: 'an owner',
  editor: 'an editor',
  commenter: 'a commenter',
  listener: 'a listener',
}
/** What somebody in the role will be able to do. */
const abilities: Readonly<Record<Role, readonly string[]>> = {
  owner: ['Listen and comment', 'Upload, edit and manage tasks', 'Invite others and decide what they may do'],
  editor: ['Listen and comment', 'Upload, edit and manage tasks', 'Invite others'],
  commenter: ['Listen and comment', 'Move tasks along'],
  listener: ['Listen'],
}

/** Words for whoever holds a link into a project and is not signed in yet. */
export const inviteStrings = {
  by: '{name} invites you to {project} as {role}.',
  byNobody: 'You are invited to {project} as {role}.',
  asRole,
  youCan: 'You will be able to:',
  abilities,
  download: 'Download files',
  forAddress: 'The invitation is for {address}. Use an account with that address.',
  gone: 'The invitation in your link does not work any more. Ask the person who sent it for a new one.',
} as const
