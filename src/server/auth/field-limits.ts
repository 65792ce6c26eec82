import { APIError } from 'better-auth/api'
import { everywhere } from './shims/auth-hook.ts'

/** Most characters, by the name of the field wherever it stands in a body. The library itself sets no limits to these. */
const most: Readonly<Record<string, number>> = { email: 254, newEmail: 254, name: 200, username: 200, displayUsername: 200, image: 4096, logo: 4096, slug: 100, role: 100, callbackURL: 2048, redirectTo: 2048, errorCallbackURL: 2048, newUserCallbackURL: 2048, token: 8192, metadata: 10_000 }

/** Refuses fields that are longer than anything meant, and empty names of teams (section 3: at least 1 character). */
export const fieldLimits = everywhere(async ({ body, path }) => {
  const refused = tooLong(body) ?? (namelessTeam(path, body) ? 'name' : undefined)
  if (refused) throw new APIError('BAD_REQUEST', { message: `[body.${refused}] Invalid input`, code: 'VALIDATION_ERROR' })
})

function tooLong(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  for (const [name, value] of Object.entries(body)) {
    if (name === 'data' && tooLong(value)) return `data.${tooLong(value)}`
    const limit = most[name]
    if (limit !== undefined && lengthOf(value) > limit) return name
  }
  return undefined
}

function lengthOf(value: unknown): number {
  return typeof value === 'string' ? value.length : typeof value === 'object' && value !== null ? JSON.stringify(value).length : 0
}

function namelessTeam(path: string | undefined, body: unknown): boolean {
  if (path !== '/organization/create-team' || typeof body !== 'object' || body === null) return false
  const name: unknown = Reflect.get(body, 'name')
  return typeof name === 'string' && name.trim() === ''
}
