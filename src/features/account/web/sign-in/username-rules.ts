import { accessStrings } from './access.strings.ts'

/** What is wrong with a username while it is being typed; null where nothing is, or nothing is typed yet. */
export function usernameProblem(username: string): string | null {
  if (username === '') return null
  if (/[^A-Za-z0-9_.]/.test(username)) return accessStrings.usernameSigns
  if (username.length < 3) return accessStrings.usernameShort
  return username.length > 30 ? accessStrings.usernameLong : null
}
