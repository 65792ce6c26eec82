import { APIError } from 'better-auth/api'
import { everywhere } from '../shims/auth-hook.ts'

/**
 * Maximum length in characters, by field name, wherever the field is in a body. The library sets no limits on these.
 */
const most: Readonly<Record<string, number>> = {
  email: 254,
  newEmail: 254,
  name: 200,
  username: 200,
  displayUsername: 200,
  image: 4096,
  logo: 4096,
  slug: 100,
  role: 100,
  callbackURL: 2048,
  redirectTo: 2048,
  errorCallbackURL: 2048,
  newUserCallbackURL: 2048,
  token: 8192,
  metadata: 10_000,
}
/** Fields that may hold an array or object. */
const structured: ReadonlySet<string> = new Set(['role', 'metadata'])
/** Compared and hashed as typed; never shown or stored. */
const secret: ReadonlySet<string> = new Set(['password', 'newPassword', 'currentPassword'])

// oxlint-disable-next-line no-control-regex
const UNSEEN = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/
const SEEN = /[^\p{C}\p{Z}]/u

/**
 * Refuses fields that are too long, fields that are not text where text is expected, and deceptive names: with control
 * characters (PostgreSQL cannot store a NUL), with bidirectional overrides, or with nothing visible in them.
 */
export const fieldLimits = everywhere(async ({ body, path }) => {
  const refused = badField(body) ?? (namelessTeam(path, body) || nameTakenAway(path, body) ? 'name' : undefined)
  if (refused)
    throw new APIError('BAD_REQUEST', { message: `[body.${refused}] Invalid input`, code: 'VALIDATION_ERROR' })
})

/** A name without deceptive characters, safe to show to others; undefined if nothing is left. */
export function seenName(name: string): string | undefined {
  const seen =
    UNSEEN.test(name) || !name.isWellFormed()
      ? name.toWellFormed().replaceAll(new RegExp(UNSEEN, 'g'), '').trim()
      : name
  return SEEN.test(seen) ? seen : undefined
}

/** A field called `data` holds the same fields one level down, but no further level, so that nesting is limited. */
function badField(body: unknown, isInside = false): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  for (const [name, value] of Object.entries(body)) {
    if (name === 'data' && !isInside) {
      const inside = badField(value, true)
      if (inside) return `data.${inside}`
    } else if (isBad(name, value)) return name
  }
  return undefined
}

function isBad(name: string, value: unknown): boolean {
  const limit = most[name]
  if (typeof value === 'string')
    return (
      (limit !== undefined && value.length > limit) ||
      (!secret.has(name) && (!value.isWellFormed() || UNSEEN.test(value))) ||
      (name === 'name' && value.trim() !== '' && !SEEN.test(value))
    )
  if (limit === undefined || value === undefined || value === null) return false
  return !structured.has(name) || lengthOf(value) > limit || hasNul(value)
}

/** Counts deeply nested values as too long. */
function lengthOf(value: unknown): number {
  try {
    return JSON.stringify(value).length
  } catch {
    return Infinity
  }
}

function hasNul(value: unknown): boolean {
  return JSON.stringify(value).includes(String.raw`\u0000`)
}

function namelessTeam(path: string | undefined, body: unknown): boolean {
  if (path !== '/organization/create-team' || typeof body !== 'object' || body === null) return false
  const name: unknown = Reflect.get(body, 'name')
  return typeof name === 'string' && name.trim() === ''
}

/** A user may remove their picture, but not their name. */
function nameTakenAway(path: string | undefined, body: unknown): boolean {
  return path === '/update-user' && typeof body === 'object' && body !== null && Reflect.get(body, 'name') === null
}
