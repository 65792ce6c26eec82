import { useEffect, useState, useSyncExternalStore } from 'react'
import type { FileAudience } from '#features/files/files.policy.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { CircleAlert } from 'lucide-react'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { DropArea } from '#web/ui/form/DropArea.tsx'
import { FileChecks } from './file-checks.ts'
import { hashFile } from './file-hash.ts'
import { transferStrings } from '../transfers.strings.ts'
import type { UploadAllowance } from '../../transfers.contract.ts'
import { UploadFile } from './UploadFile.tsx'
import {
  inOrder,
  isReady,
  isWorthComparing,
  planUploads,
  type FileChoice,
  type PlanFile,
  type PlannedFile,
  type PlanTrack,
} from './upload-plan.ts'
import { allowanceProblem, type AllowanceProblem } from './upload-allowance.ts'
import styles from './UploadSheet.module.css'

interface UploadSheetProps {
  /** Who can see files that are no bounces. */
  readonly audience?: FileAudience
  readonly projectName: string
  /** In album order. */
  readonly tracks: readonly PlanTrack[]
  /** Files of the project that are no bounces. */
  readonly others?: readonly PlanFile[] | undefined
  readonly files: readonly File[]
  /** What the server accepts now; undefined until known. */
  readonly allowance?: UploadAllowance | undefined
  /** The target track of a single file. */
  readonly trackId?: string | undefined
  readonly onMore: (files: readonly File[]) => void
  readonly onRemove: (file: File) => void
  /** How many others there are to be told of a version. */
  readonly peopleCount: number
  readonly onUpload: (planned: readonly PlannedFile[], options: { readonly isQuiet: boolean }) => void
  readonly isStarting?: boolean
  /** Why the upload did not start, as text. */
  readonly error?: string | null
  readonly onClose: () => void
}

/** Proposes a target for each dropped file, editable before anything is sent. */
export function UploadSheet({
  projectName,
  audience = 'everyone',
  tracks,
  others,
  files,
  allowance,
  trackId,
  onMore,
  onRemove,
  peopleCount,
  onUpload,
  isStarting = false,
  error = null,
  onClose,
}: UploadSheetProps) {
  const checks = useFileChecks(files, tracks)
  const [choices, setChoices] = useState<ReadonlyMap<File, FileChoice>>(new Map())
  const choose = (file: File, choice: FileChoice) =>
    setChoices((before) => new Map(before).set(file, { ...before.get(file), ...choice }))
  const planned = planUploads({
    files: inOrder(files),
    checks,
    choices,
    tracks,
    others,
    projectName,
    trackId,
    audience,
  })
  const wanted = planned.filter(({ target }) => target.kind !== 'skip')
  const toFiles = wanted.filter(({ target }) => target.kind === 'file').length
  const reading = wanted.some(({ check }) => check.head === null)
  const trouble = allowanceProblem(
    wanted.map(({ file }) => file),
    allowance,
  )
  const [tells, setTells] = useState(true)
  const versions = wanted.filter(({ target }) => target.kind !== 'file').length
  const sizeBytes = files.reduce((sum, { size }) => sum + size, 0)
  return (
    <Dialog
      open
      size="sheet"
      onOpenChange={(open) => !open && onClose()}
      title={text(transferStrings.title, { project: projectName })}
      aside={files.length > 0 && text(transferStrings.aside, { count: files.length, size: formatBytes(sizeBytes) })}
      footer={
        <>
          {peopleCount > 0 && versions > 0 && (
            <Checkbox checked={tells} onCheckedChange={setTells} className={styles.tells}>
              {text(versions > 1 ? transferStrings.tellSeveral : transferStrings.tell, { count: peopleCount })}
            </Checkbox>
          )}
          <Button tone="quiet" onClick={onClose}>
            {transferStrings.cancel}
          </Button>
          <Button
            tone="primary"
            busy={isStarting}
            disabled={!isReady(planned) || trouble !== null}
            onClick={() => onUpload(planned, { isQuiet: !tells })}
          >
            {wanted.length === 0
              ? transferStrings.nothing
              : reading
                ? transferStrings.reading
                : text(transferStrings.upload, { count: wanted.length })}
          </Button>
        </>
      }
    >
      <div inert={isStarting}>
        <DropArea words={files.length === 0 ? transferStrings.dropFirst : transferStrings.dropMore} onFiles={onMore} />
        {trouble !== null && (
          <p role="alert" className={styles.trouble}>
            <Icon of={CircleAlert} size={14} />
            {troubleWords(trouble)}
          </p>
        )}
        {error !== null && (
          <p role="alert" className={styles.trouble}>
            <Icon of={CircleAlert} size={14} />
            {error}
          </p>
        )}
        {toFiles > 0 && toFiles < wanted.length && (
          <p className={styles.split}>
            {text(transferStrings.split, {
              audio: text(transferStrings.splitAudio, { count: wanted.length - toFiles }),
              others: text(transferStrings.splitOthers, { count: toFiles }),
            })}
          </p>
        )}
        {planned.length > 0 && (
          <ul className={styles.files} aria-label={transferStrings.files} tabIndex={-1} data-autofocus>
            {planned.map((one) => (
              <UploadFile
                key={`${one.file.name} ${one.file.size} ${one.file.lastModified}`}
                planned={one}
                tracks={tracks}
                onChoose={(choice) => choose(one.file, choice)}
                onRemove={() => onRemove(one.file)}
              />
            ))}
          </ul>
        )}
      </div>
    </Dialog>
  )
}

function troubleWords(trouble: AllowanceProblem): string {
  if (trouble.kind === 'too-large')
    return text(transferStrings.tooLarge, { file: trouble.fileName, most: formatBytes(trouble.mostBytes) })
  const { limitedBy, neededBytes, freeBytes } = trouble
  return text(freeBytes === 0 ? transferStrings.noRoom[limitedBy] : transferStrings.lessRoom[limitedBy], {
    needed: formatBytes(neededBytes),
    free: formatBytes(freeBytes),
  })
}

function useFileChecks(files: readonly File[], tracks: readonly PlanTrack[]) {
  const [checks] = useState(() => new FileChecks(hashFile))
  useEffect(() => checks.look(files, (file) => isWorthComparing(file, tracks)), [checks, files, tracks])
  useEffect(() => () => checks.stop(), [checks])
  return useSyncExternalStore(checks.watch, checks.known)
}
