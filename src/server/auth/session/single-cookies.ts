/**
 * Of cookies with one name, path and domain the last, which is the one a browser keeps. Better Auth tells of a session
 * three times where an address changes: more than nginx takes of an answer’s headers by itself (4 kB), and it answers
 * 502 instead.
 */
export function singleCookies(cookies: readonly string[]): readonly string[] {
  return [...new Map(cookies.map((cookie) => [placeOf(cookie), cookie])).values()]
}

function placeOf(cookie: string): string {
  const [pair = '', ...attributes] = cookie.split(';')
  return [
    pair.split('=', 1)[0],
    ...attributes
      .map((one) => one.trim().toLowerCase())
      .filter((one) => /^(path|domain)=/.test(one))
      .toSorted(),
  ].join(';')
}
