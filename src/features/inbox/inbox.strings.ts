/**
 * Texts of notifications in the product and in mails. `{actor}`, `{place}` (a track and its version) and `{task}` are
 * names.
 */
export const inboxLines = {
  mention: '{actor} mentioned you on {place}',
  assignment: '{actor} gave you {task}',
  asked: '{actor} asks you to approve {place}',
  approved: '{actor} approved {place}',
  changes: '{actor} asked for changes to {place}',
  reply: '{actor} replied on {place}',
  note: '{actor} left a note on {place}',
  fixed: '{actor} fixed your note on {place}. Please verify.',
  reopened: '{actor} opened a note on {place} again',
  version: '{actor} uploaded {place}',
  joined: '{actor} accepted your invitation',
  failed: '{place} could not be played. Please upload it again.',
  webhook: 'The webhook to {webhook} is switched off. Its settings say why',
} as const

export const inboxNames = {
  someone: 'Deleted user',
  product: 'Roughmix',
  gone: 'something deleted',
  guest: 'A guest',
} as const

/** Names of the kinds in settings and mails. */
export const kindNames = {
  mention: 'Mentions',
  assignment: 'Tasks given to me',
  asked: 'Approvals asked of me',
  approved: 'Approvals of my versions',
  changes: 'Changes asked to my versions',
  reply: 'Replies in my threads',
  note: 'Notes on my versions',
  fixed: 'My notes that are fixed',
  reopened: 'Notes opened again',
  version: 'New versions',
  joined: 'Accepted invitations',
  failed: 'My files that failed',
  webhook: 'Webhooks that were switched off',
} as const

export const inboxMailStrings = {
  oneSubject: '{line} · {project}',
  manySubject: '{count} new in {project}',
  digestSubject: { one: 'Your day on Roughmix: {count} new', other: 'Your day on Roughmix: {count} new' },
  open: 'Open',
  openInbox: 'Open the inbox',
  more: '… and {count} more in the inbox.',
  why: 'You get this mail because you work on {project}.',
  whyDigest: 'This is your daily digest.',
  stopKind: 'No more mails: {kind}',
  stopProject: 'No more mails about {project}',
  stopDigest: 'No more digests',
  settings: 'Choose what reaches you',
} as const

/** Texts of pushes besides the inbox's. */
export const pushStrings = {
  many: '{count} new on Roughmix',
  testTitle: 'Roughmix reaches this device',
  testBody: 'So it will look when something waits for you.',
} as const
