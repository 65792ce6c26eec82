import { NotFoundView } from '#web/ui/page/NotFoundView.tsx'
import { uiStrings } from '#web/ui/ui.strings.ts'
import { usePageHead } from './use-page-head.ts'

export function RouteNotFound() {
  usePageHead(uiStrings.notFound)
  return (
    <main>
      <NotFoundView />
    </main>
  )
}
