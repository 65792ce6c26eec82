import { FilePlus2, Plus } from 'lucide-react'
import { useRef } from 'react'
import { Button } from '#web/ui/Button.tsx'
import { FileInput } from '#web/ui/form/FileInput.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { compareStrings as strings } from '../compare.strings.ts'
import { type DeckEntry, mostEntries } from './deck-entry.ts'

/** Other versions to compare, by track; the page's own track first. */
export interface DeckChoices {
  readonly trackId: string
  readonly title: string
  readonly entries: readonly DeckEntry[]
}

interface AddSourceProps {
  readonly choices: readonly DeckChoices[]
  readonly chosen: readonly string[]
  readonly primary?: boolean
  readonly isSmall?: boolean
  readonly onAdd: (versionId: string) => void
  readonly onAddReference: ((files: readonly File[]) => void) | undefined
}

/** Adds a version of this track, one of another track as a reference, or a file that becomes a track of its own. */
export function AddSource({
  choices,
  chosen,
  primary = false,
  isSmall = false,
  onAdd,
  onAddReference,
}: AddSourceProps) {
  const input = useRef<HTMLInputElement>(null)
  const isFull = chosen.length >= mostEntries
  const rows = (entries: readonly DeckEntry[]): readonly MenuEntry[] =>
    entries
      .filter(({ heard }) => !chosen.includes(heard.versionId))
      .map(({ heard, words: said }) => ({
        kind: 'action',
        label: `v${heard.versionNumber}  ${said}`,
        onSelect: () => onAdd(heard.versionId),
      }))
  const [own, ...others] = choices.map(({ title, entries }) => ({ title, rows: rows(entries) }))
  const entries: readonly MenuEntry[] = [
    ...(own && own.rows.length > 0
      ? [{ kind: 'heading' as const, label: own.title }, ...own.rows, { kind: 'separator' as const }]
      : []),
    ...others
      .filter(({ rows }) => rows.length > 0)
      .map(({ title, rows }) => ({ kind: 'submenu' as const, label: title, entries: rows })),
    onAddReference && { kind: 'separator' },
    onAddReference && {
      kind: 'action',
      label: strings.addReference,
      icon: FilePlus2,
      onSelect: () => input.current?.click(),
    },
  ]
  return (
    <>
      <Menu entries={entries} align="end">
        {isSmall ? (
          <IconButton icon={Plus} label={strings.addSource} disabled={isFull} />
        ) : (
          <Button
            icon={Plus}
            tone={primary ? 'primary' : 'plain'}
            size={primary ? 'medium' : 'small'}
            disabled={isFull}
            title={isFull ? strings.full : undefined}
          >
            {strings.addSource}
          </Button>
        )}
      </Menu>
      {onAddReference && <FileInput ref={input} onFiles={onAddReference} />}
    </>
  )
}
