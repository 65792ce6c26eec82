import { confirmedPlace } from '#shared/confirmed-place.ts'

/**
 * Points an unrequested verification mail (after an unverified sign-in or a provider's new account) to the page that
 * the sign-in would have opened. A parameter tells the client there that the address was confirmed, so that it reloads
 * the session.
 */
export function verificationLink(url: string, request: Request | undefined, basePath: string): string {
  const path = request && new URL(request.url).pathname.slice(basePath.length)
  if (path === undefined || !/^\/(sign-in|callback)\//.test(path)) return url
  const link = new URL(url)
  const place = link.searchParams.get('callbackURL') ?? '/'
  // Adds no parameter to a page of another origin.
  if (!place.startsWith('/') || place.startsWith('//')) return url
  link.searchParams.set('callbackURL', confirmedPlace(place))
  return link.href
}
