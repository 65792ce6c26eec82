import { useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { lazyPart } from '../page/lazy-part.tsx'
import { closePageMenu, pageMenuRequest, watchPageMenu } from '../menu/page-menu-store.ts'
import { UiLinkProvider, type UiLinkProps } from './UiLink.tsx'

const PageMenu = lazyPart(() => import('../menu/PageMenu.tsx'), closePageMenu)

interface UiRootProps {
  /** How links are followed; a plain anchor without it. */
  readonly link?: ComponentType<UiLinkProps>
  readonly children: ReactNode
}

/**
 * Around every page, signed in or not. Light: the menu of text fields, links and selected words loads when it is first
 * asked for.
 */
export function UiRoot({ link, children }: UiRootProps) {
  const request = useSyncExternalStore(watchPageMenu, pageMenuRequest)
  const inside = (
    <>
      {children}
      {request && <PageMenu key={request.id} request={request} />}
    </>
  )
  return link ? <UiLinkProvider value={link}>{inside}</UiLinkProvider> : inside
}
