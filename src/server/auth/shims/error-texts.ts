/**
 * S1: refusals in the words and codes of the specification (section 8), which are those of Better Auth 1.2.8.
 * Its codes were the words in capitals. Codes that are ours alone stay.
 */
export interface ErrorBody {
  readonly message: string
  readonly code: string
  /** Which fields were refused and why: "Required" or "Invalid input". */
  readonly fields?: Readonly<Record<string, string>>
}

const texts: Readonly<Record<string, string>> = {
  'Invalid token': 'invalid token',
  'User already exists.': 'User already exists',
  'User already exists. Use another email.': 'User already exists',
  'User already has a password set': 'user already has a password',
  'Organization slug already taken': 'slug is taken',
  'Invitation not found!': 'Invitation not found',
  // "Invalid {field}" (section 5), by the name of the field.
  'Invalid redirectURL': 'Invalid redirectTo',
}

/** The username plugin of 1.2.8 wrote its messages small. */
const usernamePaths = ['/sign-in/username', '/sign-up/email', '/update-user']
const usernameTexts = [
  'Invalid username or password',
  'Unexpected error',
  'Username is already taken. Please try another.',
  'Username is too short',
  'Username is too long',
  'Username is invalid',
]

/** With no address to go back to, verify-email answers 401 with these. */
const verifyTexts: Readonly<Record<string, string>> = {
  TOKEN_EXPIRED: 'token_expired',
  INVALID_TOKEN: 'invalid_token',
  USER_NOT_FOUND: 'user_not_found',
  INVALID_USER: 'unauthorized',
}

/** `path` is the part after /api/auth; `given` what the library answered, undefined for an empty body. */
export function errorBody(
  path: string,
  status: number,
  given: { readonly message?: string; readonly code?: string } | undefined,
  ownCodes: ReadonlySet<string>,
): ErrorBody {
  const { message, code } = given ?? {}
  if (code !== undefined && ownCodes.has(code)) return { message: message ?? code, code }
  if (code === 'VALIDATION_ERROR') return validationBody(message ?? '')
  const words =
    wordsOf(path, message, code) ??
    (status === 500 && statePaths.includes(path) ? 'Unable to create verification' : undefined) ??
    emptyBodies[status] ??
    'Request failed'
  return { message: words, code: code === 'UNSUPPORTED_MEDIA_TYPE' ? code : codeOf(words) }
}

/**
 * Where only a state that could not be written down can break (section 8). 1.7 means to say so, but does not wait to
 * hear of it.
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

function codeOf(words: string): string {
  return words
    .toUpperCase()
    .replaceAll(' ', '_')
    .replaceAll(/[^A-Z0-9_]/g, '')
}

/** From `[body.email] Invalid email address; [body.name] Invalid input: … received undefined`. */
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
