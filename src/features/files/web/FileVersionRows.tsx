import { useQuery } from '@tanstack/react-query'
import { Download, Pencil } from 'lucide-react'
import { reasonOf } from '#web/api/reason.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import type { FileVersion, ProjectFile } from '../files.contract.ts'
import type { FileMenuContext } from './file-entries.ts'
import { FileUploader } from './FileMarks.tsx'
import styles from './FileVersionRows.module.css'
import { fileVersionsQuery } from './files.client.ts'
import { fileStrings } from './files.strings.ts'

interface FileVersionRowsProps {
  readonly context: FileMenuContext
  readonly file: ProjectFile
  /** Shows one; without it they are only listed. */
  readonly onShow?: ((version: FileVersion) => void) | undefined
  readonly shownId?: string
}

/** All versions of a file, newest first. */
export function FileVersionRows({ context, file, onShow, shownId }: FileVersionRowsProps) {
  const { data: versions, error, isFetching, refetch } = useQuery(fileVersionsQuery(context.project.id, file))
  if (!versions)
    return error ? (
      <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
        {text(fileStrings.versionsFailed, { reason: reasonOf(error) })}
      </ErrorView>
    ) : (
      <SkeletonGroup>
        <SkeletonRows rows={Math.min(3, file.versionCount)} />
      </SkeletonGroup>
    )
  return (
    <ul className={styles.list} aria-label={text(fileStrings.versionsOf, { name: file.name })}>
      {versions.map((version) => (
        <FileVersionRow key={version.id} {...{ context, file, version, onShow, shownId }} />
      ))}
    </ul>
  )
}

function FileVersionRow({
  context: { project, mayEdit, onDownload, onNote },
  file,
  version,
  onShow,
  shownId,
}: FileVersionRowsProps & { readonly version: FileVersion }) {
  const { number, note, fileName, sha256, sizeBytes, createdAt, uploadedBy } = version
  const words = note.split('\n', 1)[0] || (fileName === file.name ? fileStrings.noNote : fileName)
  return (
    <li className={styles.row} data-shown={version.id === shownId || undefined}>
      <VersionBadge number={number} current={number === file.versionCount} />
      {onShow ? (
        <button type="button" className={styles.show} title={note || fileName} onClick={() => onShow(version)}>
          {words}
        </button>
      ) : (
        <span className={styles.words} title={note || fileName}>
          {words}
        </span>
      )}
      <span className={styles.hash} title={text(fileStrings.hash, { hash: sha256 })}>
        {`${sha256.slice(0, 4)}…${sha256.slice(-4)}`}
      </span>
      <span className={styles.size}>{formatBytes(sizeBytes)}</span>
      <span className={styles.when}>
        <RelativeTime at={createdAt} short />
        <FileUploader members={project.members} uploader={uploadedBy} />
      </span>
      <span className={styles.buttons}>
        {mayEdit && (
          <IconButton
            icon={Pencil}
            size="small"
            label={text(fileStrings.noteOf, { number })}
            onClick={() => onNote(file, version)}
          />
        )}
        {onDownload && (
          <IconButton
            icon={Download}
            size="small"
            label={text(fileStrings.downloadVersion, { number, name: file.name })}
            onClick={() => onDownload(file, version)}
          />
        )}
      </span>
    </li>
  )
}
