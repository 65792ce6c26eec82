/** A field of what a route or the sign-in library takes or answers, whatever it is. */
export function fieldOf(from: unknown, name: string): unknown {
  return typeof from === 'object' && from !== null ? Reflect.get(from, name) : undefined
}
