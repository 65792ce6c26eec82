/** Optional tags of a note. Sections and parts are suggestions. */
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
/** Maximum length of a custom section or part. */
export const markMost = 24

export const noteDirections = ['more', 'less', 'change'] as const
export type NoteDirection = (typeof noteDirections)[number]

export interface NoteMarks {
  readonly section: string | null
  readonly part: string | null
  readonly direction: NoteDirection | null
}

export const noMarks: NoteMarks = { section: null, part: null, direction: null }
