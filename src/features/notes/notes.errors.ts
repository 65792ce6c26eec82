import { refusals } from '#shared/errors.ts'

export const noteErrors = refusals({
  'note.range': [400, 'A range ends after it begins.'],
  'note.beyond': [400, 'This is after the end of the version.'],
  'round.is_open': [409, 'A round of this track is still open. Close it first.'],
  'round.is_closed': [409, 'This round is closed.'],
  'round.due': [400, 'A deadline lies ahead.'],
  'round.full': [409, 'There are as many drafts as a round can hold. Send them first.'],
  'round.empty': [409, 'There are no drafts to send.'],
  'note.not_yours': [403, 'Only its author can change a note.'],
  'note.state': [403, 'An open note is fixed by an editor, and verified or opened again by its author.'],
})
