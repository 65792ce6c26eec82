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
  'attachment.length': [411, 'Say how long the file is with content-length.'],
  'attachment.too_large': [413, 'A file on a note has at most 100 MB. Larger recordings are uploaded as versions.'],
  'attachment.empty': [400, 'The file is empty.'],
  'attachment.broken_off': [400, 'The file did not arrive whole. Send it again.'],
  'attachment.gone': [409, 'A file of this note is no longer there. Attach it again.'],
  'note.too_many': [429, 'This link has brought much in the last hour. Wait a while and send it again.'],
})
