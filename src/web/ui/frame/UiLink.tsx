import { createContext, createElement, use, type ComponentProps, type ComponentType } from 'react'

export interface UiLinkProps extends ComponentProps<'a'> {
  readonly href: string
}

/**
 * The link component used inside the UI kit, which knows no router. Without a provider a link is a plain anchor; the
 * application provides one that navigates in place and preloads on intent.
 */
const LinkContext = createContext<ComponentType<UiLinkProps>>(({ children, ...rest }) => <a {...rest}>{children}</a>)

export const UiLinkProvider = LinkContext.Provider

export function UiLink(props: UiLinkProps) {
  return createElement(use(LinkContext), props)
}
