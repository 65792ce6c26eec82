/** Accents as Latin, Greek and Cyrillic letters carry them. Signs of other scripts are letters of their own. */
const ACCENTS = /[\u0300-\u036f]/g

/** A text as it is searched: in any letter case, with or without accents. Of the same length, for nearly every text. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase()
}

/**
 * A LIKE pattern (escaped with a backslash) for texts that the database has folded and that may have these folded
 * words. What is beyond ASCII stands as any one letter: databases differ in what they take for its lower case. Who
 * reads the rows decides, by `foldText`.
 */
export function likePattern(folded: string): string {
  return `%${[...folded].map((letter) => (letter > '\u007f' ? '_' : letter.replace(/[\\%_]/, '\\$&'))).join('')}%`
}
