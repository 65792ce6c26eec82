type Search = Readonly<Record<string, unknown>>

/** `{ name: 'text' }`, or nothing where it is missing or empty. */
export function textOf<const N extends string>(search: Search, name: N): { readonly [K in N]?: string } {
  const value = search[name]
  return (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as { readonly [K in N]?: string }
}

/** `{ name: value }` for one of the known values; anything else is dropped. */
export function oneOf<const N extends string, const V extends string>(
  search: Search,
  name: N,
  known: readonly V[],
): { readonly [K in N]?: V } {
  const value = known.find((one) => one === search[name])
  return (value === undefined ? {} : { [name]: value }) as { readonly [K in N]?: V }
}

/** Seconds from the start, written as 72.48; negative and unreadable ones are dropped. */
export function secondsOf<const N extends string>(search: Search, name: N): { readonly [K in N]?: number } {
  const value = search[name]
  const seconds =
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN
  return (Number.isFinite(seconds) && seconds >= 0 ? { [name]: seconds } : {}) as { readonly [K in N]?: number }
}

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
