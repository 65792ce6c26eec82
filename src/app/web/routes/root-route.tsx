import { createRootRoute, type ErrorComponentProps, Link, Outlet } from '@tanstack/react-router'
import { FailedRequest } from '#web/api/failed-request.ts'
import { reasonOf } from '#web/api/reason.ts'
import type { UiLinkProps } from '#web/ui/frame/UiLink.tsx'
import { UiRoot } from '#web/ui/frame/UiRoot.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { isMissingCode, missingCodeWords } from '#web/ui/page/missing-code.ts'
import { uiStrings } from '#web/ui/ui.strings.ts'
import { parseSearchText } from './search-values.ts'
import { usePageHead } from './use-page-head.ts'
import { useRetry } from './use-retry.ts'

export const rootRoute = createRootRoute({ component: RootScreen })

function RootScreen() {
  return (
    <UiRoot link={RouterLink}>
      <Outlet />
    </UiRoot>
  )
}

/** "Something went wrong!", with details on request and a retry. */
export function RouteError({ error, reset }: ErrorComponentProps) {
  usePageHead(uiStrings.somethingWrong)
  const retry = useRetry(error, reset)
  return (
    <main>
      <ErrorView error={error} onRetry={retry}>
        {isMissingCode(error) ? missingCodeWords(error) : error instanceof FailedRequest ? reasonOf(error) : undefined}
      </ErrorView>
    </main>
  )
}

/**
 * The link component of the UI kit: navigates in place and preloads on intent; other sites and the server's own pages
 * use plain links.
 */
function RouterLink({ href, children, ...rest }: UiLinkProps) {
  if (!href.startsWith('/') || href.startsWith('//') || href.startsWith('/api/'))
    return (
      <a {...rest} href={href}>
        {children}
      </a>
    )
  const { pathname, search, hash } = new URL(href, window.location.origin)
  // The kit passes plain URLs; the routes validate their own search parameters.
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
