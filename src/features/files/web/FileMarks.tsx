import { ChevronDown, ChevronRight, Lock, Users } from 'lucide-react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { personOf } from '#features/tracks/web/people-names.ts'
import { text } from '#web/i18n/text.ts'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import type { ProjectFile } from '../files.contract.ts'
import type { FileAudience } from '../files.policy.ts'
import type { FileMenuContext } from './file-entries.ts'
import { factsWords } from './file-facts-words.ts'
import { previewUrl } from './file-urls.ts'
import styles from './FileMarks.module.css'
import { fileStrings } from './files.strings.ts'

interface FileTitleProps {
  readonly file: ProjectFile
  readonly open: boolean
  readonly onOpen: () => void
  readonly onVersions: () => void
}

/** Name, how many versions, and what is in the newest. */
export function FileTitle({ file, open, onOpen, onVersions }: FileTitleProps) {
  const { name, newest, versionCount } = file
  const note = newest.note.split('\n', 1)[0] ?? ''
  const facts = factsWords(newest.facts)
  return (
    <span className={styles.titleCell}>
      <span className={styles.titleLine}>
        <button type="button" className={styles.name} title={name} onClick={onOpen}>
          {name}
        </button>
        {versionCount > 1 && (
          <button type="button" className={styles.toggle} aria-expanded={open} onClick={onVersions}>
            {text(fileStrings.versions, { count: versionCount })}
            <VisuallyHidden> {text(fileStrings.ofFile, { name })}</VisuallyHidden>
            <Icon of={open ? ChevronDown : ChevronRight} size={12} />
          </button>
        )}
      </span>
      {(facts !== '' || note !== '') && (
        <span className={styles.note} title={newest.note || undefined}>
          {[facts, note].filter((words) => words !== '').join(' · ')}
        </span>
      )}
    </span>
  )
}

/** Large pictures stay icons: a list loads many. */
const LARGEST_THUMBNAIL_BYTES = 4e6

export function thumbnailOf(projectId: string, { id: fileId, newest }: ProjectFile): string | undefined {
  return newest.preview === 'picture' && newest.sizeBytes <= LARGEST_THUMBNAIL_BYTES
    ? previewUrl({ projectId, fileId, versionId: newest.id })
    : undefined
}

export function belongsTo({ project }: Pick<FileMenuContext, 'project'>, { trackId }: ProjectFile): string {
  return project.tracks.find(({ id }) => id === trackId)?.title ?? fileStrings.allTracks
}

export function FileAudienceMark({ audience }: { readonly audience: FileAudience }) {
  return (
    <span className={styles.audience} title={fileStrings.audienceWords[audience]}>
      <Icon of={audience === 'everyone' ? Users : Lock} size={14} />
      {fileStrings.audience[audience]}
    </span>
  )
}

interface FileUploaderProps {
  readonly members: readonly Membership[]
  readonly uploader: ProjectFile['newest']['uploadedBy']
}

export function FileUploader({ members, uploader: { id, name } }: FileUploaderProps) {
  return <Avatar size="small" person={personOf(members, id) ?? { name: name ?? fileStrings.someone, colour: 1 }} />
}
