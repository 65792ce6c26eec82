import { text } from '#web/i18n/text.ts'
import type { TextField } from './page-menu-store.ts'
import { toast } from '../overlay/toast-store.ts'
import { textFieldStrings } from '../ui.strings.ts'

/*
 * execCommand is deprecated and has no successor that works in a field of any type, keeps the undo
 * history and tells React: each edit here acts on the focused field as the key would.
 */

export function hasSelection(field: TextField): boolean {
  const { selectionStart, selectionEnd } = field
  // E-mail and number fields do not tell their selection; there the browser decides when asked.
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
 * Puts words into the place of what stands from there to the caret, which is behind them at once: the next key may come
 * in the same moment.
 */
export function replaceIn(field: TextField, from: number, words: string): void {
  field.setSelectionRange(from, field.selectionEnd)
  document.execCommand('insertText', false, words)
}

/** Reading the clipboard may be refused, by the person or on a page without TLS: then the key is named. */
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
