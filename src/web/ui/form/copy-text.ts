/** Copies text to the clipboard; `false` if the browser refuses. Also works on pages without TLS. */
export async function copyText(content: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(content)
    return true
  } catch {
    return copyThroughSelection(content)
  }
}

/** navigator.clipboard is missing on plain http, which people use in their own network. */
function copyThroughSelection(content: string): boolean {
  const before = document.activeElement
  const holder = document.createElement('textarea')
  holder.value = content
  holder.style.position = 'fixed'
  holder.style.opacity = '0'
  // Inside an open dialog if there is one: its focus trap would take the focus back otherwise.
  const host = before?.closest('[role="dialog"], [role="alertdialog"]') ?? document.body
  host.append(holder)
  holder.select()
  const copied = document.execCommand('copy')
  holder.remove()
  if (before instanceof HTMLElement) before.focus()
  return copied
}
