import { refusals } from '#shared/errors.ts'

export const markerErrors = refusals({
  'markers.no_wav': [409, 'Markers are written into a WAV, and this version’s original is none.'],
})
