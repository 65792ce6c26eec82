/**
 * Texts of notifications in the product and in mails. `{actor}`, `{place}` (a track and its version) and `{task}` are
 * names.
 */
export const inboxLines = {
  mention: '{actor} mentioned you on {place}',
  assignment: '{actor} assigned you {task}',
  asked: '{actor} asks you to approve {place}',
  access: '{actor} asks for access with another account than the one you invited',
  approved: '{actor} approved {place}',
  changes: '{actor} asked for changes to {place}',
  reply: '{actor} replied on {place}',
  note: '{actor} left a note on {place}',
  fixed: '{actor} fixed your note on {place}. Verify it.',
  reopened: '{actor} reopened a note on {place}',
  version: '{actor} uploaded {place}',
  joined: '{actor} accepted your invitation',
  failed: '{place} could not be played. Upload it again.',
  webhook: 'The webhook to {webhook} was turned off. See why in its settings',
} as const

/** Several tracks of an album at once. */
export const approvedTogether = '{actor} approved {count} tracks'

export const inboxNames = {
  someone: 'Deleted user',
  product: 'Roughmix',
  gone: 'something deleted',
  guest: 'A guest',
} as const

/** Names of the kinds in settings and mails. */
export const kindNames = {
  mention: 'Mentions',
  assignment: 'Tasks assigned to me',
  asked: 'Approvals asked of me',
  access: 'Requests for access',
  approved: 'Approvals of my versions',
  changes: 'Changes requested on my versions',
  reply: 'Replies in my threads',
  note: 'Notes on my versions',
  fixed: 'My notes that are fixed',
  reopened: 'Reopened notes',
  version: 'New versions',
  joined: 'Accepted invitations',
  failed: 'My files that failed',
  webhook: 'Webhooks that were turned off',
} as const

export const inboxMailStrings = {
  oneSubject: '{line} · {project}',
  manySubject: '{count} new in {project}',
  digestSubject: { one: 'Your day on Roughmix: {count} new', other: 'Your day on Roughmix: {count} new' },
  open: 'Open',
  openInbox: 'Open the inbox',
  more: '… and {count} more in the inbox.',
  why: 'You get this e-mail because you are in {project}.',
  whyDigest: 'This is your daily digest.',
  stopKind: 'Stop these e-mails: {kind}',
  stopProject: 'Stop e-mails about {project}',
  stopDigest: 'Stop the digest',
  settings: 'Notification settings',
} as const

/** Texts of pushes besides the inbox's. */
export const pushStrings = {
  many: '{count} new on Roughmix',
  testTitle: 'Push works on this device',
  testBody: 'Notifications look like this.',
} as const
