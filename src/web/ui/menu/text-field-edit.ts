import { text } from '#web/i18n/text.ts'
import type { TextField } from './page-menu-store.ts'
import { toast } from '../overlay/toast-store.ts'
import { textFieldStrings } from '../ui.strings.ts'

/*
 * execCommand is deprecated and has no successor that works in every type of field, keeps the undo history and fires
 * the events that React needs. Each edit here acts on the focused field like its key.
 */

export function hasSelection(field: TextField): boolean {
  const { selectionStart, selectionEnd } = field
  // E-mail and number fields do not expose their selection; there the browser decides.
  return selectionStart === null ? field.value !== '' : selectionStart !== selectionEnd
}

export function cutFrom(_field: TextField): void {
  if (!document.execCommand('cut'))
    toast({ text: text(textFieldStrings.copyRefused, { keys: 'Ctrl+X' }), tone: 'plain' })
}

export function copyFrom(_field: TextField): void {
  if (!document.execCommand('copy'))
    toast({ text: text(textFieldStrings.copyRefused, { keys: 'Ctrl+C' }), tone: 'plain' })
}

export function selectAllIn(field: TextField): void {
  field.select()
}

/**
 * Replaces the text from `from` to the caret and moves the caret behind it synchronously, because the next key may
 * follow at once.
 */
export function replaceIn(field: TextField, from: number, replacement: string): void {
  field.setSelectionRange(from, field.selectionEnd)
  document.execCommand('insertText', false, replacement)
}

/** Reading the clipboard may be refused, by the user or on a page without TLS; then a message names the key. */
export async function pasteInto(field: TextField): Promise<void> {
  const pasted = await readClipboard()
  if (pasted === null) {
    toast({ text: text(textFieldStrings.pasteRefused, { keys: 'Ctrl+V' }), tone: 'plain' })
    return
  }
  field.focus()
  document.execCommand(
    'insertText',
    false,
    field instanceof HTMLTextAreaElement ? pasted : pasted.replace(/\s*[\r\n]+\s*/g, ' '),
  )
}

async function readClipboard(): Promise<string | null> {
  try {
    return await navigator.clipboard.readText()
  } catch {
    return null
  }
}
