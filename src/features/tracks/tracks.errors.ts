import { refusals } from '#shared/errors.ts'

export const trackErrors = refusals({
  'track.no_version': [404, 'This track has no version yet.'],
  'track.other_order': [409, 'The tracks changed in the meantime. Look at the order again.'],
  'track.final': [409, 'This track is locked as final. Unlock it before you change its versions or settle its notes.'],
  'track.nothing_final': [409, 'This track has no version to lock as final yet.'],
  'track.not_final': [409, 'This track is not locked.'],
  'version.is_newest': [409, 'This is the newest version already.'],
  'version.not_ready': [409, 'This version is still being checked.'],
  'spectrogram.not_made': [404, 'This spectrogram is not made yet.'],
  'version.no_stream': [404, 'This version cannot be played. Its file can still be downloaded.'],
})
