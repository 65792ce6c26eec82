export interface WordsOrLink {
  readonly text: string
  readonly href?: string
}

/** Splits plain text into text and links. */
export function linkedWords(text: string): readonly WordsOrLink[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .filter((part) => part !== '')
    .map((part) => (/^https?:\/\//.test(part) ? { text: part, href: part } : { text: part }))
}
