import { FileMusic, FileX, X } from 'lucide-react'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { formatBitsAndRate, formatSampleRate } from '#web/i18n/format-level.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Icon } from '#web/ui/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/TextField.tsx'
import { FileNotes } from './FileNotes.tsx'
import { FileTargetMenu } from './FileTargetMenu.tsx'
import { StartQuestion } from './StartQuestion.tsx'
import { transferStrings } from './transfers.strings.ts'
import type { FileCheck, FileChoice, PlannedFile, PlanTrack } from './upload-plan.ts'
import styles from './UploadFile.module.css'

interface UploadFileProps {
  readonly planned: PlannedFile
  readonly tracks: readonly PlanTrack[]
  readonly onChoose: (choice: FileChoice) => void
  readonly onRemove: () => void
}

/** One file of the sheet: what it is, what it becomes, and what is worth knowing first. */
export function UploadFile({ planned, tracks, onChoose, onRemove }: UploadFileProps) {
  const { file, check, target, number, changelog, start, notes } = planned
  const isMusic = check.head === null || check.head.kind === 'audio' || check.head.kind === 'unknown'
  return (
    <li className={styles.file} data-skipped={target.kind === 'skip' || undefined}>
      <div className={styles.top}>
        <Icon of={isMusic ? FileMusic : FileX} size={20} className={styles.icon} />
        <div className={styles.words}>
          <span className={styles.name} title={file.name}>
            {file.name}
          </span>
          <span className={styles.facts}>{factsOf(file, check).join(' · ')}</span>
        </div>
        <FileTargetMenu planned={planned} tracks={tracks} onTarget={(next) => onChoose({ target: next })} />
        <IconButton
          icon={X}
          label={text(transferStrings.remove, { file: file.name })}
          onClick={onRemove}
          className={styles.remove}
        />
      </div>
      <FileNotes notes={notes} />
      {target.kind !== 'skip' && (
        <div className={styles.fields}>
          {target.kind === 'track' && (
            <TextField
              label={transferStrings.trackTitle}
              labelHidden
              placeholder={transferStrings.trackTitle}
              value={target.title}
              maxLength={200}
              className={styles.field}
              onChange={({ target: { value } }) => onChoose({ target: { kind: 'track', title: value } })}
            />
          )}
          <TextField
            label={text(transferStrings.changelogOf, { file: file.name })}
            labelHidden
            placeholder={transferStrings.changelog}
            value={changelog}
            maxLength={5000}
            className={styles.field}
            onChange={({ target: { value } }) => onChoose({ changelog: value })}
          />
        </div>
      )}
      {start && number !== null && (
        <StartQuestion number={number} start={start} onDone={(done) => onChoose({ done })} />
      )}
    </li>
  )
}

/** `3:47.120`, `24/48`, `65.4 MB`, as far as they are known. */
function factsOf(file: File, { head }: FileCheck): readonly string[] {
  const size = formatBytes(file.size)
  if (head?.kind !== 'audio') return [size]
  const { container, bits, sampleRate, durationSeconds } = head
  const quality =
    sampleRate === null
      ? container
      : bits === null
        ? `${container} ${formatSampleRate(sampleRate)}`
        : formatBitsAndRate(bits, sampleRate)
  return [...(durationSeconds === null ? [] : [formatPosition(durationSeconds)]), quality, size]
}
