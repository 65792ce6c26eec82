export interface WordsOrLink {
  readonly text: string
  readonly href?: string
}

/** A plain text with its web addresses made links. */
export function linkedWords(text: string): readonly WordsOrLink[] {
  return text
    .split(/(https?:\/\/[^\s<>"']+)/)
    .filter((part) => part !== '')
    .map((part) => (/^https?:\/\//.test(part) ? { text: part, href: part } : { text: part }))
}
