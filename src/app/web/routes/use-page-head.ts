import { useEffect } from 'react'
import { text } from '#web/i18n/text.ts'
import { routeStrings } from './routes.strings.ts'

/** Sets the page's title and description for browsers and search engines. */
export function usePageHead(title: string | undefined, description: string = routeStrings.description): void {
  useEffect(() => {
    document.title = title === undefined ? routeStrings.product : text(routeStrings.titled, { title })
    document.querySelector('meta[name="description"]')?.setAttribute('content', description)
  }, [title, description])
}
