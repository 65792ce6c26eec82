import { linkStrings } from './link.strings.ts'

/**
 * Words for the `error` that a mailed link or a provider comes back with. Codes come in both spellings: no_code and NO
 * CODE.
 */
export function linkErrorWords(code: string): string {
  return linkStrings.errors[code.toLowerCase().replaceAll(' ', '_')] ?? linkStrings.unknown
}
