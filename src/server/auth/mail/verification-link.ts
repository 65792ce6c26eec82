import { confirmedPlace } from '#shared/confirmed-place.ts'

/**
 * Mails that nobody asked for in so many words, at the sign-in of somebody unverified and after a new account by a
 * provider, lead to where the sign-in was to lead. There the client must know that an address was confirmed: it reads
 * the session anew.
 */
export function verificationLink(url: string, request: Request | undefined, basePath: string): string {
  const path = request && new URL(request.url).pathname.slice(basePath.length)
  if (path === undefined || !/^\/(sign-in|callback)\//.test(path)) return url
  const link = new URL(url)
  const place = link.searchParams.get('callbackURL') ?? '/'
  // Another origin's pages are not ours to write to.
  if (!place.startsWith('/') || place.startsWith('//')) return url
  link.searchParams.set('callbackURL', confirmedPlace(place))
  return link.href
}
