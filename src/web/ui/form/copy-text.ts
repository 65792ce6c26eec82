/** Puts text on the clipboard; `false` where the browser refuses. Works on pages without TLS too. */
export async function copyText(words: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(words)
    return true
  } catch {
    return copyThroughSelection(words)
  }
}

/** navigator.clipboard is missing on plain http, where people run this in their own network. */
function copyThroughSelection(words: string): boolean {
  const before = document.activeElement
  const holder = document.createElement('textarea')
  holder.value = words
  holder.style.position = 'fixed'
  holder.style.opacity = '0'
  // Inside an open dialog if there is one: outside of it the focus would be taken back at once.
  const host = before?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  host.append(holder)
  holder.select()
  const copied = document.execCommand('copy')
  holder.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}
