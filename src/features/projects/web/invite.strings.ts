/** Words for whoever holds a link into a project and is not signed in yet. */
export const inviteStrings = {
  toOpen: 'to open',
  invitedBy: '{name} invited you.',
  gone: 'The invitation in your link does not work any more. Ask the person who sent it for a new one.',
} as const
