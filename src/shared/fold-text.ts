/** Combining accents of Latin, Greek and Cyrillic letters. Marks of other scripts belong to the letter. */
const ACCENTS = /[\u0300-\u036f]/g

/** Normalizes a text for search: ignores case and accents. Keeps the length of nearly every text. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase()
}

/**
 * A LIKE pattern (escaped with a backslash) that matches database-folded texts that may contain these folded words.
 * Non-ASCII characters match any character, because databases differ in how they lower-case them. Check the rows with
 * `foldText`.
 */
export function likePattern(folded: string): string {
  return `%${[...folded].map((letter) => (letter > '\u007f' ? '_' : letter.replace(/[\\%_]/, '\\$&'))).join('')}%`
}
