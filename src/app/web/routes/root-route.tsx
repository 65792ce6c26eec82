import { createRootRoute, Outlet, type ErrorComponentProps } from '@tanstack/react-router'
import { FailedRequest } from '#web/api/failed-request.ts'
import { reasonOf } from '#web/api/reason.ts'
import { ErrorView } from '#web/ui/ErrorView.tsx'
import { isMissingCode, missingCodeWords } from '#web/ui/missing-code.ts'
import { uiStrings } from '#web/ui/ui.strings.ts'
import { UiRoot } from '#web/ui/UiRoot.tsx'
import { RouterLink } from './RouterLink.tsx'
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

/** "Something went wrong!", with the detail on demand and another try. */
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
