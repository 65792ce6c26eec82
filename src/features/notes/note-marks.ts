/** What a note may say about itself besides its words. Sections and parts are offered, not prescribed. */
export const noteSections = ['Intro', 'Verse', 'Pre-chorus', 'Chorus', 'Bridge', 'Solo', 'Outro'] as const
export const noteParts = [
  'Drums',
  'Bass',
  'Guitars',
  'Keys',
  'Strings',
  'Vocals',
  'Backing vocals',
  'Mix',
  'Master',
] as const
/** Characters of a section or part of one's own. */
export const markMost = 24

export const noteDirections = ['more', 'less', 'change'] as const
export type NoteDirection = (typeof noteDirections)[number]

export interface NoteMarks {
  readonly section: string | null
  readonly part: string | null
  readonly direction: NoteDirection | null
}

export const noMarks: NoteMarks = { section: null, part: null, direction: null }
