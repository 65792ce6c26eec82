/** Accents as Latin, Greek and Cyrillic letters carry them. Signs of other scripts are letters of their own. */
const ACCENTS = /[\u0300-\u036f]/g

/** A text as it is searched: in any letter case, with or without accents. Of the same length, for nearly every text. */
export function foldText(text: string): string {
  return text.normalize('NFD').replace(ACCENTS, '').normalize('NFC').toLowerCase()
}
