/**
 * S13: session data over 4093 characters is not cached in a cookie (section 5). 1.7 would cut it into pieces; they are
 * dropped here, and a smaller copy from before with them.
 */
export function cookiesWithinLimit(cookies: readonly string[]): readonly string[] {
  const whole = cookies.filter((cookie) => !/^[^=]*\.session_data\.\d+=[^;]/.test(cookie))
  const name = /^([^=]*\.session_data)\.\d+=[^;]/.exec(cookies.find((cookie) => !whole.includes(cookie)) ?? '')?.[1]
  if (!name) return cookies
  return [...whole.filter((cookie) => !cookie.startsWith(`${name}=`)), `${name}=; Max-Age=0; Path=/; HttpOnly; SameSite=Lax${name.startsWith('__Secure-') ? '; Secure' : ''}`]
}
