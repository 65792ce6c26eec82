import type { Note } from './notes.contract.ts'

/** A note for tests: Cora's, open, on the first version; without a moment it is not on the version one looks at. */
export function sampleNote(id: string, at: number | null, change: Partial<Note> = {}): Note {
  return {
    id,
    authorId: 'cora',
    authorName: 'Cora',
    body: id,
    byGuest: false,
    mentions: [],
    reactions: [],
    attachments: [],
    createdAt: 0,
    editedAt: null,
    trackId: 't',
    version: { id: 'v1', number: 1 },
    fromSeconds: at ?? 0,
    toSeconds: null,
    section: null,
    part: null,
    direction: null,
    visibility: 'everyone',
    set: null,
    state: 'open',
    fixedIn: null,
    fixedBy: null,
    nextStates: [],
    place: at === null ? null : { fromSeconds: at, toSeconds: null, by: 'own' },
    replies: [],
    ...change,
  }
}
