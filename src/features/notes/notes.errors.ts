import { refusals } from '#shared/errors.ts'

export const noteErrors = refusals({
  'note.range': [400, 'A range ends after it begins.'],
  'note.beyond': [400, 'This is after the end of the version.'],
  'note.not_yours': [403, 'Only its author can change a note.'],
  'note.state': [403, 'An open note is fixed by an editor, and verified or opened again by its author.'],
  'note.too_many': [429, 'This link has brought many notes in the last hour. Wait a while and send it again.'],
})
