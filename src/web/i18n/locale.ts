/**
 * The product speaks English; dates and numbers follow the reader's kind of English, day before month
 * where they name none.
 */
export function readerLocale(preferred: readonly string[] = typeof navigator === 'undefined' ? [] : navigator.languages): string {
  return preferred.find((language) => /^en-/i.test(language)) ?? 'en-GB'
}

export const locale: string = readerLocale()

/** U+2212. A hyphen is narrower than the digits and gets lost before them. */
export const trueMinus = '−'

