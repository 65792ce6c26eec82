import { UnsubscribePage } from '#features/inbox/web/UnsubscribePage.tsx'
import { unsubscribeRoute } from './person-routes.ts'
import { mainStrings } from './main.strings.ts'
import { usePageHead } from './use-page-head.ts'

export function UnsubscribeScreen() {
  usePageHead(mainStrings.unsubscribe)
  const { token = '' } = unsubscribeRoute.useSearch()
  return <UnsubscribePage key={token} token={token} unsubscribing={unsubscribeRoute.useLoaderData()} />
}
