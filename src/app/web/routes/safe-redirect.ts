/**
 * Where to go after signing in: only a path on this very origin. Anything that a browser could read as
 * another host (`//x`, `/\x`, `https:…`) or that hides such a thing behind escapes leads home.
 */
export function safeRedirect(wanted: unknown): string {
  if (typeof wanted !== 'string' || !wanted.startsWith('/')) return '/'
  const path = wanted.split(/[?#]/, 1)[0] ?? ''
  const tricky = path.includes('//') || /[\\\p{Cc}]/u.test(wanted) || /%(2f|5c)/i.test(path)
  return tricky || path.startsWith('/login') ? '/' : wanted
}
