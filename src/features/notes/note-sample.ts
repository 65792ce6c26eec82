import type { Note } from './notes.contract.ts'

/** A note for tests: open, by Cora, on the first version; without a position it has no place on the current version. */
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
