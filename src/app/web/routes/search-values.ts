type Search = Readonly<Record<string, unknown>>

/** `{ name: 'text' }`, or `{}` if missing or empty. */
export function textOf<const N extends string>(search: Search, name: N): { readonly [K in N]?: string } {
  const value = search[name]
  return (typeof value === 'string' && value !== '' ? { [name]: value } : {}) as { readonly [K in N]?: string }
}

/** `{ name: value }` if it is one of the known values; otherwise `{}`. */
export function oneOf<const N extends string, const V extends string>(
  search: Search,
  name: N,
  known: readonly V[],
): { readonly [K in N]?: V } {
  const value = known.find((one) => one === search[name])
  return (value === undefined ? {} : { [name]: value }) as { readonly [K in N]?: V }
}

/** Seconds from the start, for example 72.48; negative and invalid values are dropped. */
export function secondsOf<const N extends string>(search: Search, name: N): { readonly [K in N]?: number } {
  const value = search[name]
  const seconds =
    typeof value === 'number' || (typeof value === 'string' && value.trim() !== '') ? Number(value) : Number.NaN
  return (Number.isFinite(seconds) && seconds >= 0 ? { [name]: seconds } : {}) as { readonly [K in N]?: number }
}

/**
 * Search parameters as plain text. The router's default is JSON, which turns a numeric id into a number and fills
 * shared URLs with quotes.
 */
export function parseSearchText(search: string): Record<string, string> {
  return Object.fromEntries(new URLSearchParams(search))
}

/** `?a=b&c=d`, or an empty string if nothing is set. */
export function searchTextOf(search: Readonly<Record<string, unknown>>): string {
  const parameters = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
      parameters.set(name, String(value))
  }
  const queryText = parameters.toString()
  return queryText === '' ? '' : `?${queryText}`
}
