import { Link } from '@tanstack/react-router'
import type { UiLinkProps } from '#web/ui/UiLink.tsx'
import { parseSearchText } from './search-text.ts'

/**
 * How the kit's links are followed: in place and preloaded on intent; other sites and the server's own pages as usual.
 */
export function RouterLink({ href, children, ...rest }: UiLinkProps) {
  if (!href.startsWith('/') || href.startsWith('//') || href.startsWith('/api/'))
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    )
  const { pathname, search, hash } = new URL(href, window.location.origin)
  // The kit hands over plain addresses; the routes check their own search parameters.
  return (
    <Link
      {...rest}
      to={pathname as '/'}
      search={parseSearchText(search)}
      hash={hash.slice(1)}
      activeOptions={{ exact: true, includeSearch: true }}
    >
      {children}
    </Link>
  )
}
