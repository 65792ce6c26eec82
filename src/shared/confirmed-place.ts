/**
 * The URL that a confirmation link leads to: `place`, a path on our origin, with a parameter that shows a message and
 * makes the client reload the session.
 */
export function confirmedPlace(place: string): string {
  const [path = '', fragment] = place.split('#', 2)
  return `${path}${path.includes('?') ? '&' : '?'}mail=verified${fragment === undefined ? '' : `#${fragment}`}`
}
