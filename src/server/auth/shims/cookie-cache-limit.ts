const MOST_CHARACTERS = 4093
const PIECE = /^([^=]*\.session_data)\.(\d+)=([^;]+)(.*)$/

/**
 * S13: session data over 4093 characters is not cached in a cookie (section 5). 1.7 cuts it into pieces, from some 3970
 * characters on: what is within the limit is put together again, what is not is dropped, and a smaller copy from before
 * with it.
 */
export function cookiesWithinLimit(cookies: readonly string[]): readonly string[] {
  const pieces = cookies.map((cookie) => PIECE.exec(cookie)).filter((piece) => piece !== null)
  if (!pieces[0]) return cookies
  const [, name = '', , , attributes = ''] = pieces[0]
  // Written twice in one answer, the later counts.
  const value = [...new Map(pieces.map(([, , index, part]) => [index, part])).values()].join('')
  const others = cookies.filter((cookie) => !PIECE.test(cookie) && !cookie.startsWith(`${name}=`))
  const gone = `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${name.startsWith('__Secure-') ? '; Secure' : ''}`
  return [...others, value.length > MOST_CHARACTERS ? gone : `${name}=${value}${attributes}`]
}
