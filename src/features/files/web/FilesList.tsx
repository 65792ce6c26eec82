import { Ellipsis } from 'lucide-react'
import { useState } from 'react'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { ProjectFile } from '../files.contract.ts'
import { fileEntries, type FileMenuContext } from './file-entries.ts'
import { FileIcon } from './FileIcon.tsx'
import { FileOnItsWayLine } from './FileOnItsWayLine.tsx'
import { FileAudienceMark, FileTitle, thumbnailOf } from './FileMarks.tsx'
import styles from './FilesList.module.css'
import type { FileRowsProps } from './FilesTable.tsx'
import { FileVersionRows } from './FileVersionRows.tsx'
import { fileStrings } from './files.strings.ts'

/** For phones: name and versions; size, who can see it and the day; everything else in the menu. */
export function FilesList({ context, files, onTheWay }: FileRowsProps) {
  return (
    <ul className={styles.list} aria-label={text(fileStrings.label, { project: context.project.name })}>
      {onTheWay.map((upload) => (
        <li key={upload.id} className={styles.item}>
          <FileIcon name={upload.name} />
          <FileOnItsWayLine upload={upload} />
        </li>
      ))}
      {files.map((file) => (
        <FileItem key={file.id} context={context} file={file} />
      ))}
    </ul>
  )
}

function FileItem({ context, file }: { readonly context: FileMenuContext; readonly file: ProjectFile }) {
  const [open, setOpen] = useState(false)
  const entries = fileEntries(context, file)
  const { name, newest, audience } = file
  return (
    <ContextMenu entries={entries}>
      <li className={styles.item}>
        <FileIcon name={name} pictureUrl={thumbnailOf(context.project.id, file)} />
        <div className={styles.words}>
          <FileTitle file={file} open={open} onOpen={() => context.onOpen(file)} onVersions={() => setOpen(!open)} />
          <span className={styles.facts}>
            <span>{formatBytes(newest.sizeBytes)}</span>
            <FileAudienceMark audience={audience} />
            <RelativeTime at={newest.createdAt} short />
          </span>
        </div>
        <Menu entries={entries} align="end">
          <IconButton icon={Ellipsis} label={text(fileStrings.menu, { name })} />
        </Menu>
        {open && (
          <div className={styles.versions}>
            <FileVersionRows context={context} file={file} />
          </div>
        )}
      </li>
    </ContextMenu>
  )
}
