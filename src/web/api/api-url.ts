/** Fills parameters and query into `/api/a/:b`. Undefined and null query values are omitted. */
export function apiUrl(path: string, params: Readonly<Record<string, string>> = {}, query: object = {}): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => {
    const value = params[name]
    // An empty parameter would silently address the collection instead of one item.
    if (value === undefined || value === '') throw new Error(`${path} needs ${name}`)
    return encodeURIComponent(value)
  })
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query))
    if (value !== undefined && value !== null) search.set(name, String(value))
  const queryText = search.toString()
  return queryText === '' ? filled : `${filled}?${queryText}`
}
