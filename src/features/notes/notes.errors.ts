import { refusals } from '#shared/errors.ts'

export const noteErrors = refusals({
  'note.range': [400, 'A range ends after it begins.'],
  'note.beyond': [400, 'This is after the end of the version.'],
  'note.not_yours': [403, 'Only its author can change a note.'],
  'note.state': [403, 'An open note is fixed by an editor, and verified or opened again by its author.'],
})
