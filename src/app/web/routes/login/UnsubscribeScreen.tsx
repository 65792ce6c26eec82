import { useLoaderData, useSearch } from '@tanstack/react-router'
import { UnsubscribePage } from '#features/inbox/web/UnsubscribePage.tsx'
import { mainStrings } from '../frame/main.strings.ts'
import { usePageHead } from '../use-page-head.ts'

export function UnsubscribeScreen() {
  usePageHead(mainStrings.unsubscribe)
  const { token = '' } = useSearch({ from: '/unsubscribe' })
  const unsubscribing = useLoaderData({ from: '/unsubscribe' })
  return <UnsubscribePage key={token} token={token} unsubscribing={unsubscribing} />
}
