import { refusals } from '#shared/errors.ts'

export const tokenErrors = refusals({
  'token.unknown': [401, 'This token is not known here: it is mistyped, has expired or was revoked.'],
  'token.expiry': [400, 'The day a token expires must lie ahead.'],
  'token.too_many': [409, 'You have as many tokens as one may have. Revoke one that is not used any more.'],
})
