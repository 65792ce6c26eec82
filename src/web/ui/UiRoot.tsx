import { useSyncExternalStore, type ComponentType, type ReactNode } from 'react'
import { latePart } from './late-part.tsx'
import { closeTextFieldMenu, textFieldMenuRequest, watchTextFieldMenu } from './text-field-menu-store.ts'
import { UiLinkProvider, type UiLinkProps } from './UiLink.tsx'

const TextFieldMenu = latePart(() => import('./TextFieldMenu.tsx'), closeTextFieldMenu)

interface UiRootProps {
  /** How links are followed; a plain anchor without it. */
  readonly link?: ComponentType<UiLinkProps>
  readonly children: ReactNode
}

/** Around every page, signed in or not. Light: the text fields' menu loads when it is first asked for. */
export function UiRoot({ link, children }: UiRootProps) {
  const request = useSyncExternalStore(watchTextFieldMenu, textFieldMenuRequest)
  const inside = (
    <>
      {children}
      {request && <TextFieldMenu key={request.id} request={request} />}
    </>
  )
  return link ? <UiLinkProvider value={link}>{inside}</UiLinkProvider> : inside
}
