import { useRef } from 'react'
import { textFieldStrings } from '../ui.strings.ts'
import { LazyMenuContent } from './lazy-menu-content.ts'
import type { MenuEntry } from './menu-entries.ts'
import { pointAt } from './menu-place.ts'
import { pageEntries } from './page-entries.ts'
import { closePageMenu, type PageMenuRequest, type TextField } from './page-menu-store.ts'
import { copyFrom, cutFrom, hasSelection, pasteInto, selectAllIn } from './text-field-edit.ts'

const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl+'

/** Cut, Copy, Paste, Select all; replaces the browser's menu. */
function TextFieldMenu({
  field,
  request: { x, y, byKeyboard },
}: {
  readonly field: TextField
  readonly request: PageMenuRequest
}) {
  const chosen = useRef<((field: TextField) => void) | null>(null)
  const row = (label: string, key: string, edit: (field: TextField) => void, possible: boolean): MenuEntry => ({
    kind: 'action',
    label,
    keys: commandKey + key,
    disabled: !possible,
    onSelect: () => {
      chosen.current = edit
    },
  })
  const selected = hasSelection(field)
  const secret = field.type === 'password'
  const entries: readonly MenuEntry[] = [
    row(textFieldStrings.cut, 'X', cutFrom, selected && !secret && !field.readOnly),
    row(textFieldStrings.copy, 'C', copyFrom, selected && !secret),
    row(textFieldStrings.paste, 'V', (into) => void pasteInto(into), !field.readOnly),
    { kind: 'separator' },
    row(textFieldStrings.selectAll, 'A', selectAllIn, field.value !== ''),
  ]
  // Wait until the menu releases the focus, because the edit acts on the focused field.
  const edit = () => {
    field.focus()
    chosen.current?.(field)
  }
  return (
    <LazyMenuContent
      entries={entries}
      label={textFieldStrings.textField}
      place={pointAt(x, y, byKeyboard)}
      onClose={closePageMenu}
      onFocusFree={edit}
    />
  )
}

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
