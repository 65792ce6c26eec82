import { Download } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { useOnline } from '#web/ui/page/use-online.ts'
import type { ProjectFile } from '../files.contract.ts'
import { FileIcon } from './FileIcon.tsx'
import { thumbnailOf } from './FileMarks.tsx'
import { fileStrings } from './files.strings.ts'
import styles from './GuestFiles.module.css'

const GuestFileDialog = lazyDialog(() => import('./GuestFileDialog.tsx'))

interface GuestFilesProps {
  /** The link’s alias for the project. */
  readonly address: string
  /** Undefined while they are being loaded. */
  readonly files: readonly ProjectFile[] | undefined
  readonly error: Error | null
  readonly onRetry: () => void
  readonly onDownload: (file: ProjectFile) => void
}

/** The files behind a share link: names open them, and each has its download. Without files there is nothing. */
export function GuestFiles({ address, files, error, onRetry, onDownload }: GuestFilesProps) {
  const online = useOnline()
  const [openId, setOpenId] = useState<string>()
  const open = files?.find(({ id }) => id === openId)
  if (files?.length === 0) return null
  return (
    <section className={styles.files} aria-label={fileStrings.shared}>
      <h2>{fileStrings.shared}</h2>
      {!online && <p className={styles.words}>{fileStrings.offline}</p>}
      {files ? (
        <ul className={styles.list}>
          {files.map((file) => (
            <li key={file.id} className={styles.file}>
              <FileIcon name={file.name} pictureUrl={thumbnailOf(address, file)} />
              <button type="button" className={styles.name} title={file.name} onClick={() => setOpenId(file.id)}>
                {file.name}
              </button>
              <span className={styles.size}>{formatBytes(file.newest.sizeBytes)}</span>
              <IconButton
                icon={Download}
                disabled={!online}
                label={text(fileStrings.downloadNamed, {
                  name: file.name,
                  size: formatBytes(file.newest.sizeBytes),
                })}
                onClick={() => onDownload(file)}
              />
            </li>
          ))}
        </ul>
      ) : error ? (
        <div role="alert" className={styles.words}>
          <p>{text(fileStrings.failed, { reason: reasonOf(error) })}</p>
          <Button size="small" onClick={onRetry}>
            {fileStrings.tryAgain}
          </Button>
        </div>
      ) : (
        <SkeletonGroup>
          <SkeletonRows rows={2} />
        </SkeletonGroup>
      )}
      {open && (
        <GuestFileDialog
          address={address}
          file={open}
          onDownload={online ? () => onDownload(open) : undefined}
          onClose={() => setOpenId(undefined)}
        />
      )}
    </section>
  )
}
