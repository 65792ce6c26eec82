import { refusals } from '#shared/errors.ts'

export const shareErrors = refusals({
  'share.download': [403, 'A link cannot give downloads that you do not have yourself.'],
  'share.dates': [400, 'The link ends before it begins.'],
  'share.too_many': [409, 'This project has too many links. Revoke some that are not needed.'],
})
