import { useRef } from 'react'
import { LazyMenuContent } from './lazy-menu-content.ts'
import type { MenuEntry } from './menu-entries.ts'
import { pointAt } from './menu-place.ts'
import { closePageMenu, type PageMenuRequest, type TextField } from './page-menu-store.ts'
import { copyFrom, cutFrom, hasSelection, pasteInto, selectAllIn } from './text-field-edit.ts'
import { textFieldStrings } from '../ui.strings.ts'

const commandKey = /Mac|iPhone|iPad/.test(navigator.platform) ? '⌘' : 'Ctrl+'

/** Cut, Copy, Paste, Select all; replaces the browser's menu. */
export function TextFieldMenu({
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
