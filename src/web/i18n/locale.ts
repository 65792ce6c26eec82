/**
 * The product speaks English; dates and numbers follow the reader's kind of English, day before month
 * where they name none. Some browsers name what is none, `en-US@posix` where no language is set.
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

/** U+2212. A hyphen is narrower than the digits and gets lost before them. */
export const trueMinus = '−'
