import { refusals } from '#shared/errors.ts'

export const renditionErrors = refusals({
  'rendition.not_ready': [409, 'This is being made. Ask again in a moment.'],
  'rendition.impossible': [409, 'This cannot be made of this version. The original can be downloaded.'],
  'rendition.failed': [409, 'This could not be made. Ask for it once more, or download the original.'],
  'archive.empty': [404, 'There is nothing to download here yet.'],
})
