import type { Policy } from '#shared/roles.ts'

/**
 * A version that is locked as final is the track: until it is unlocked, what everybody hears and what was settled about
 * it stay. These rest: new versions, deleting or restoring any, making an old one the newest or another one current,
 * deleting the track, the states of its notes, and asking for approval. The rest goes on: hearing, comparing,
 * downloading, reading, writing and answering notes, saying of a version what one thinks (which goes on record and
 * moves no status), describing versions, renaming, moving and archiving the track. Who may edit the track may lock and
 * unlock it.
 */
export const trackPolicy = {
  'track.listen': 'listener',
  'track.download': { role: 'listener', download: true },
  'track.edit': 'editor',
  'version.edit': 'editor',
  /** Out of the project, into one of one's own even: who can do that could take it away from everybody else. */
  'track.move': { role: 'owner', download: true },
  /** From the trash, for good: tracks and versions. */
  'track.erase': 'owner',
} as const satisfies Policy
