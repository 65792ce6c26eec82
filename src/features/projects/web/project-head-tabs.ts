/** Tabs below the project's cover, name and actions; the others have the page's height for themselves. */
const headed: ReadonlySet<string> = new Set(['tracks', 'files'])

export function hasProjectHead(tab: string): boolean {
  return headed.has(tab)
}
