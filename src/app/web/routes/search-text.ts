/**
 * Search parameters as plain text. The router's own form is JSON: it would turn an id of digits into a
 * number and an address to share into one full of quotes.
 */
export function parseSearchText(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** `?a=b&c=d`, or nothing at all when nothing is set. */
export function searchTextOf(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      parameters.set(name, String(value))
  }
  const words = parameters.toString()
  return words === '' ? '' : `?${words}`
}
