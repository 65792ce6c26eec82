import { LONGEST_FILE_NOTE } from '#features/files/file-kinds.ts'
import { Check, CircleAlert, Equal, FileMusic, type LucideIcon, MoveHorizontal, TriangleAlert, X } from 'lucide-react'
import { fileKindOf } from '#features/files/file-kinds.ts'
import { fileKindIcons } from '#features/files/web/file-kind-icons.ts'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { formatBitsAndRate, formatSampleRate } from '#web/i18n/format-level.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TextField } from '#web/ui/form/TextField.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FileTargetMenu } from './FileTargetMenu.tsx'
import styles from './UploadFile.module.css'
import { isGood, isNeutral, isWrong, noteWords } from './file-note-words.ts'
import { transferStrings } from '../transfers.strings.ts'
import type { FileCheck, FileChoice, FileNote, PlannedFile, PlanTrack } from './upload-plan.ts'

interface StartQuestionProps {
  /** Number of the version that the file becomes. */
  readonly number: number
  readonly start: NonNullable<PlannedFile['start']>
  readonly onDone: (done: readonly number[]) => void
}

/** Which of the version's planned tasks are done: those become its changelog. */
function StartQuestion({ number, start: { asked, done }, onDone }: StartQuestionProps) {
  return (
    <fieldset className={styles.question}>
      <legend className={styles.legend}>{text(transferStrings.whichDone, { number })}</legend>
      <ul className={styles.items}>
        {asked.items.map(({ position, title }) => (
          <li key={position}>
            <Checkbox
              checked={done.includes(position)}
              onCheckedChange={(checked) =>
                onDone(checked ? [...done, position].toSorted((a, b) => a - b) : done.filter((one) => one !== position))
              }
            >
              {title}
            </Checkbox>
          </li>
        ))}
      </ul>
      <p className={styles.help}>{text(transferStrings.doneHelp, { count: done.length })}</p>
    </fieldset>
  )
}

interface UploadFileProps {
  readonly planned: PlannedFile
  readonly tracks: readonly PlanTrack[]
  readonly onChoose: (choice: FileChoice) => void
  readonly onRemove: () => void
}

/** One file of the sheet: its facts, its target, and notes on it. */
export function UploadFile({ planned, tracks, onChoose, onRemove }: UploadFileProps) {
  const { file, check, target, number, changelog, start, notes } = planned
  const isBounce = target.kind === 'version' || target.kind === 'track'
  return (
    <li className={styles.file} data-skipped={target.kind === 'skip' || undefined}>
      <div className={styles.top}>
        <Icon of={isBounce ? FileMusic : fileKindIcons[fileKindOf(file.name)]} size={20} className={styles.icon} />
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
            placeholder={target.kind === 'file' && number === 1 ? transferStrings.fileNote : transferStrings.changelog}
            value={changelog}
            maxLength={target.kind === 'file' ? LONGEST_FILE_NOTE : 5000}
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

/** `3:47.120`, `24/48`, `65 MB`, as far as known. */
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

/** Notes on a file before it is sent, below its name. */
function FileNotes({ notes }: { readonly notes: readonly FileNote[] }) {
  if (notes.length === 0) return null
  return (
    <ul className={styles.notes}>
      {notes.map((note) => (
        <li key={note.kind} className={styles.note}>
          <Icon
            of={iconOf(note)}
            className={classNames(
              styles.fileNotesIcon,
              isGood(note) ? styles.good : isWrong(note) ? styles.wrong : !isNeutral(note) && styles.careful,
            )}
          />
          {noteWords(note)}
        </li>
      ))}
    </ul>
  )
}

function iconOf(note: FileNote): LucideIcon {
  if (note.kind === 'same') return Equal
  if (note.kind === 'length') return MoveHorizontal
  if (isGood(note)) return Check
  return isWrong(note) ? CircleAlert : TriangleAlert
}
