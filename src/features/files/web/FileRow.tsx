import { Download, Ellipsis } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { IconButton } from '#web/ui/IconButton.tsx'
import { TableCell, TableRow } from '#web/ui/list/Table.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { ProjectFile } from '../files.contract.ts'
import { fileEntries, type FileMenuContext } from './file-entries.ts'
import { FileIcon } from './FileIcon.tsx'
import { belongsTo, FileAudienceMark, FileTitle, FileUploader, thumbnailOf } from './FileMarks.tsx'
import styles from './FileRow.module.css'
import { FileVersionRows } from './FileVersionRows.tsx'
import { fileStrings } from './files.strings.ts'

interface FileRowProps {
  readonly context: FileMenuContext
  readonly file: ProjectFile
  /** How many columns its versions span. */
  readonly columns: number
  readonly onKeyDown: ComponentProps<'tr'>['onKeyDown']
}

export function FileRow({ context, file, columns, onKeyDown }: FileRowProps) {
  const [open, setOpen] = useState(false)
  const entries = fileEntries(context, file)
  const { project, onDownload } = context
  const { name, kind, newest, audience } = file
  return (
    <>
      <ContextMenu entries={entries}>
        <TableRow data-file-row={file.id} className={styles.row} onKeyDown={onKeyDown}>
          <TableCell className={styles.icon}>
            <FileIcon name={name} pictureUrl={thumbnailOf(project.id, file)} />
          </TableCell>
          <TableCell>
            <FileTitle file={file} open={open} onOpen={() => context.onOpen(file)} onVersions={() => setOpen(!open)} />
          </TableCell>
          <TableCell quiet from={1090}>
            {fileStrings.kinds[kind]}
          </TableCell>
          <TableCell quiet from={940}>
            <span className={styles.cut}>{belongsTo(context, file)}</span>
          </TableCell>
          <TableCell numeric>{formatBytes(newest.sizeBytes)}</TableCell>
          <TableCell quiet from={640}>
            <FileAudienceMark audience={audience} />
          </TableCell>
          <TableCell numeric quiet from={640}>
            <span className={styles.added}>
              <RelativeTime at={newest.createdAt} short />
              <FileUploader members={project.members} uploader={newest.uploadedBy} />
            </span>
          </TableCell>
          <TableCell numeric>
            <span className={styles.buttons}>
              {onDownload && (
                <IconButton
                  icon={Download}
                  size="small"
                  className={styles.download}
                  label={text(fileStrings.downloadNamed, { name, size: formatBytes(newest.sizeBytes) })}
                  onClick={() => onDownload(file, newest)}
                />
              )}
              <Menu entries={entries} align="end">
                <IconButton icon={Ellipsis} size="small" label={text(fileStrings.menu, { name })} />
              </Menu>
            </span>
          </TableCell>
        </TableRow>
      </ContextMenu>
      {open && (
        <tr>
          <td colSpan={columns} className={styles.versions}>
            <FileVersionRows context={context} file={file} />
          </td>
        </tr>
      )}
    </>
  )
}
