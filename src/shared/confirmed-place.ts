/**
 * Where the link of a mail leads that confirms an address: on to `place`, a path on our own origin, which tells it and
 * reads the session anew.
 */
export function confirmedPlace(place: string): string {
  const [path = '', fragment] = place.split('#', 2)
  return `${path}${path.includes('?') ? '&' : '?'}mail=verified${fragment === undefined ? '' : `#${fragment}`}`
}
