/** A field of a request or answer of unknown shape; undefined if there is none. */
export function fieldOf(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
}
