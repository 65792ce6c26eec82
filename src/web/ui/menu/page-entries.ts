import { ExternalLink, Link, TextSelect } from 'lucide-react'
import { copyText } from '../form/copy-text.ts'
import type { MenuEntry } from './menu-entries.ts'
import { toast } from '../overlay/toast-store.ts'
import { textFieldStrings as strings } from '../ui.strings.ts'

/** What the browser's own menu would offer for selected text and for a link. */
export function pageEntries({
  words: selected,
  link,
}: {
  readonly words: string
  readonly link: string | undefined
}): readonly MenuEntry[] {
  const isPage = link !== undefined && /^https?:/.test(link)
  return [
    selected !== '' && {
      kind: 'action',
      label: strings.copy,
      icon: TextSelect,
      onSelect: () => void copy(selected, strings.copied),
    },
    isPage && {
      kind: 'action',
      label: strings.openInTab,
      icon: ExternalLink,
      onSelect: () => void window.open(link, '_blank', 'noopener'),
    },
    link !== undefined && {
      kind: 'action',
      label: strings.copyLink,
      icon: Link,
      onSelect: () => void copy(link, strings.linkCopied),
    },
  ]
}

/** Our menu, followed by the entries of those that it lacks. */
export function withPageEntries(own: readonly MenuEntry[], more: readonly MenuEntry[]): readonly MenuEntry[] {
  const labels = new Set(own.flatMap((entry) => (entry && 'label' in entry ? entry.label : [])))
  const lacking = more.filter((entry) => entry && 'label' in entry && !labels.has(entry.label))
  return lacking.length === 0 ? own : [...own, { kind: 'separator' }, ...lacking]
}

async function copy(text: string, message: string): Promise<void> {
  toast((await copyText(text)) ? { text: message } : { tone: 'plain', text })
}
