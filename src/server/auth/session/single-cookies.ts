/**
 * Keeps the last of cookies with the same name, path and domain, as browsers do. When an address changes, Better Auth
 * sets the session three times: more than nginx's default for response headers (4 kB), so nginx would answer 502.
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
