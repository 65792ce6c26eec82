import { useRef } from 'react'
import { TextFieldMenu } from './TextFieldMenu.tsx'
import { LazyMenuContent } from './lazy-menu-content.ts'
import { pointAt } from './menu-place.ts'
import { pageEntries } from './page-entries.ts'
import { closePageMenu, type PageMenuRequest } from './page-menu-store.ts'
import { textFieldStrings } from '../ui.strings.ts'

/** Replaces the browser's menu on elements without one of ours. */
export default function PageMenu({ request }: { readonly request: PageMenuRequest }) {
  const before = useRef(document.activeElement)
  const { subject, x, y, byKeyboard } = request
  if ('field' in subject) return <TextFieldMenu field={subject.field} request={request} />
  const goBack = () => {
    if (before.current instanceof HTMLElement && document.activeElement === document.body) before.current.focus()
  }
  return (
    <LazyMenuContent
      entries={pageEntries(subject)}
      label={subject.link === undefined ? textFieldStrings.selection : textFieldStrings.link}
      place={pointAt(x, y, byKeyboard)}
      onClose={closePageMenu}
      onFocusFree={goBack}
    />
  )
}
