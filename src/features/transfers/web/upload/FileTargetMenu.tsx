import { ChevronDown, Equal, File, Layers, Plus, SkipForward, type LucideIcon } from 'lucide-react'
import { fileAudiences } from '#features/files/files.policy.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { transferStrings } from '../transfers.strings.ts'
import { newTitle, type FileTarget, type PlannedFile, type PlanTrack } from './upload-plan.ts'
import styles from './FileTargetMenu.module.css'

interface FileTargetMenuProps {
  readonly planned: PlannedFile
  readonly tracks: readonly PlanTrack[]
  readonly onTarget: (target: FileTarget) => void
}

/** The target of a file: a version of a track, a new track, a file of the project, or nothing. */
export function FileTargetMenu({ planned, tracks, onTarget }: FileTargetMenuProps) {
  const { file, target, sendable } = planned
  const label = targetWords(planned, tracks)
  const entries: readonly MenuEntry[] = [
    tracks.length > 0 && { kind: 'heading', label: transferStrings.versionOf },
    ...tracks.map(({ id, title, isFinal }): MenuEntry => ({
      kind: 'action',
      label: isFinal ? text(transferStrings.finalTrack, { title }) : title,
      icon: Layers,
      disabled: isFinal,
      onSelect: () => onTarget({ kind: 'version', trackId: id }),
    })),
    tracks.length > 0 && { kind: 'separator' },
    {
      kind: 'action',
      label: transferStrings.orNewTrack,
      icon: Plus,
      onSelect: () => onTarget(target.kind === 'track' ? target : { kind: 'track', title: newTitle(file.name) }),
    },
    ...fileAudiences.map((audience): MenuEntry => ({
      kind: 'action',
      label: transferStrings.newFile[audience],
      icon: File,
      onSelect: () => onTarget({ kind: 'file', audience }),
    })),
    { kind: 'action', label: transferStrings.skip, icon: SkipForward, onSelect: () => onTarget({ kind: 'skip' }) },
  ]
  return (
    <Menu entries={entries} align="end">
      <Button
        icon={iconOf(planned)}
        iconAfter={ChevronDown}
        className={styles.target}
        disabled={!sendable}
        title={label}
        aria-label={text(transferStrings.target, { file: file.name, target: label })}
      >
        <span className={styles.words}>{label}</span>
      </Button>
    </Menu>
  )
}

function targetWords({ target, number, notes }: PlannedFile, tracks: readonly PlanTrack[]): string {
  switch (target.kind) {
    case 'version':
      return text(transferStrings.newVersion, {
        number: number ?? 1,
        title: tracks.find(({ id }) => id === target.trackId)?.title ?? '',
      })
    case 'track':
      return number === 1
        ? text(transferStrings.newTrack, { title: target.title })
        : text(transferStrings.newTrackVersion, { number: number ?? 1, title: target.title })
    case 'file':
      return number === 1
        ? transferStrings.newFile[target.audience]
        : text(transferStrings.fileVersion[target.audience], { number: number ?? 1 })
    case 'skip': {
      const same = notes.find((note) => note.kind === 'same')
      if (same) return text(transferStrings.sameSkip, { number: same.number })
      return notes.some(({ kind }) => kind === 'other') ? transferStrings.notAudioSkip : transferStrings.skip
    }
  }
}

function iconOf({ target, notes }: PlannedFile): LucideIcon {
  if (target.kind === 'version') return Layers
  if (target.kind === 'track') return Plus
  if (target.kind === 'file') return File
  return notes.some(({ kind }) => kind === 'same') ? Equal : SkipForward
}
