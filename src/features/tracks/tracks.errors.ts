import { refusals } from '#shared/errors.ts'

export const trackErrors = refusals({
  'track.no_version': [404, 'This track has no version yet.'],
  'track.other_order': [409, 'The tracks changed in the meantime. Look at the order again.'],
  'track.final': [409, 'This track is final. Set another status before adding or removing versions.'],
  'version.not_ready': [409, 'This version is still being checked.'],
  'spectrogram.not_made': [404, 'This spectrogram is not made yet.'],
  'version.no_stream': [404, 'This version cannot be played. Its file can still be downloaded.'],
})
