import { accessStrings } from './access.strings.ts'

/** What is wrong with a username during typing; null if it is valid or empty. */
export function usernameProblem(username: string): string | null {
  if (username === '') return null
  if (/[^A-Za-z0-9_.]/.test(username)) return accessStrings.usernameSigns
  if (username.length < 3) return accessStrings.usernameShort
  return username.length > 30 ? accessStrings.usernameLong : null
}
