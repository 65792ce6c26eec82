/**
 * S1: refusals with the specification's messages and codes (section 8), those of Better Auth 1.2.8, whose codes were
 * the messages in capitals. Our own codes are kept.
 */
export interface ErrorBody {
  readonly message: string
  readonly code: string
  /** The refused fields, each with "Required" or "Invalid input". */
  readonly fields?: Readonly<Record<string, string>>
}

const texts: Readonly<Record<string, string>> = {
  'Invalid token': 'invalid token',
  'User already exists.': 'User already exists',
  'User already exists. Use another email.': 'User already exists',
  'User already has a password set': 'user already has a password',
  'Organization slug already taken': 'slug is taken',
  'Invitation not found!': 'Invitation not found',
  // "Invalid {field}" (section 5), with the field's name.
  'Invalid redirectURL': 'Invalid redirectTo',
}

/** On these paths the username plugin of 1.2.8 used lower-case messages. */
const usernamePaths = ['/sign-in/username', '/sign-up/email', '/update-user']
const usernameTexts = [
  'Invalid username or password',
  'Unexpected error',
  'Username is already taken. Please try another.',
  'Username is too short',
  'Username is too long',
  'Username is invalid',
]

/** Without a callback URL, verify-email answers 401 with these messages. */
const verifyTexts: Readonly<Record<string, string>> = {
  TOKEN_EXPIRED: 'token_expired',
  INVALID_TOKEN: 'invalid_token',
  USER_NOT_FOUND: 'user_not_found',
  INVALID_USER: 'unauthorized',
}

/** `path` is the part after /api/auth; `given` is the library's body, undefined if empty. */
export function errorBody(
  path: string,
  status: number,
  given: { readonly message?: string; readonly code?: string } | undefined,
  ownCodes: ReadonlySet<string>,
): ErrorBody {
  const { message, code } = given ?? {}
  if (code !== undefined && ownCodes.has(code)) return { message: message ?? code, code }
  if (code === 'VALIDATION_ERROR') return validationBody(message ?? '')
  const text =
    wordsOf(path, message, code) ??
    (status === 500 && statePaths.includes(path) ? 'Unable to create verification' : undefined) ??
    emptyBodies[status] ??
    'Request failed'
  return { message: text, code: code === 'UNSUPPORTED_MEDIA_TYPE' ? code : codeOf(text) }
}

/**
 * On these paths a 500 can only mean that the state could not be written (section 8). 1.7 has an error for that, but
 * does not await the write.
 */
const statePaths = ['/sign-in/social', '/link-social']

const emptyBodies: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  500: 'Internal Server Error',
}

function wordsOf(path: string, message: string | undefined, code: string | undefined): string | undefined {
  if (path === '/verify-email' && code !== undefined && verifyTexts[code]) return verifyTexts[code]
  if (message === undefined || message === '') return undefined
  if (usernamePaths.includes(path) && usernameTexts.includes(message)) return message.toLowerCase()
  if (path === '/sign-in/username' && message === 'Email not verified') return 'email not verified'
  return texts[message] ?? message
}

function codeOf(message: string): string {
  return message
    .toUpperCase()
    .replaceAll(' ', '_')
    .replaceAll(/[^A-Z0-9_]/g, '')
}

/** Parses `[body.email] Invalid email address; [body.name] Invalid input: … received undefined`. */
function validationBody(message: string): ErrorBody {
  const where = message.startsWith('[query') ? 'query' : 'body'
  const fields = [...message.matchAll(/\[(?:body|query)\.([^\]]+)\] ([^[]*)/g)].map(([, name = '', why = '']) => [
    name,
    why.includes('received undefined') ? 'Required' : 'Invalid input',
  ])
  return {
    message: `Invalid ${where} parameters`,
    code: 'VALIDATION_ERROR',
    ...(fields.length > 0 && { fields: Object.fromEntries(fields) }),
  }
}
