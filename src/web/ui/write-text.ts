/**
 * Writes words that change many times a second into an element that holds nothing else. Its text node stays the same,
 * and unchanged words touch nothing: a new node would have the browser look at the styles of the whole page.
 */
export function writeText(place: HTMLElement | null | undefined, words: string): void {
  const only = place?.firstChild
  if (only instanceof Text) {
    if (only.data !== words) only.data = words
  } else if (place) place.textContent = words
}
