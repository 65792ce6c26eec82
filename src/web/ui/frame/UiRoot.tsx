import { useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { lazyPart } from '../page/lazy-part.tsx'
import { closePageMenu, pageMenuRequest, watchPageMenu } from '../menu/page-menu-store.ts'
import { UiLinkProvider, type UiLinkProps } from './UiLink.tsx'

const PageMenu = lazyPart(() => import('../menu/PageMenu.tsx'), closePageMenu)

interface UiRootProps {
  /** The link component; a plain anchor if omitted. */
  readonly link?: ComponentType<UiLinkProps>
  readonly children: ReactNode
}

/** Wraps every page, signed in or not. Small: the menu of text fields, links and selected text loads on first use. */
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
