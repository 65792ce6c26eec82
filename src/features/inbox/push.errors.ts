import { refusals } from '#shared/errors.ts'

export const pushErrors = refusals({
  'push.off': [409, 'This server sends no pushes. Its admin can switch them on.'],
  'push.address': [400, 'This server calls push services only by https and on the internet.'],
  'push.no_session': [403, 'Push is for browsers that somebody has signed in with.'],
})
