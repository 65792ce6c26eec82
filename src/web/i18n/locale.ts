/**
 * The product speaks English; dates and numbers follow the reader's English locale, and en-GB if the browser names
 * none. Some browsers report an invalid one, `en-US@posix`, if no language is set.
 */
export function readerLocale(
  preferred: readonly string[] = typeof navigator === 'undefined' ? [] : (navigator.languages ?? []),
): string {
  return preferred.find((language) => /^en-/i.test(language) && isKnown(language)) ?? 'en-GB'
}

function isKnown(language: string): boolean {
  try {
    return Intl.DateTimeFormat.supportedLocalesOf(language).length > 0
  } catch {
    return false
  }
}

export const locale: string = readerLocale()

/** U+2212. A hyphen is narrower than digits and hard to see before them. */
export const trueMinus = '−'
