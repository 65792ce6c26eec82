import type { KeyboardEvent } from 'react'
import { text } from '#web/i18n/text.ts'
import { useFollowFocus } from '#web/ui/keys/use-follow-focus.ts'
import { Table, TableCell, type TableColumn, TableRow } from '#web/ui/list/Table.tsx'
import type { ProjectFile } from '../files.contract.ts'
import type { FileMenuContext } from './file-entries.ts'
import type { FileOnItsWay } from './file-transfers-point.ts'
import { FileIcon } from './FileIcon.tsx'
import { FileOnItsWayLine } from './FileOnItsWayLine.tsx'
import { FileRow } from './FileRow.tsx'
import { fileStrings } from './files.strings.ts'
import styles from './FilesTable.module.css'

export interface FileRowsProps {
  readonly context: FileMenuContext
  readonly files: readonly ProjectFile[]
  readonly onTheWay: readonly FileOnItsWay[]
}

const { columns: words } = fileStrings
const columns: readonly TableColumn[] = [
  { key: 'icon', label: words.icon, labelHidden: true, width: 48 },
  { key: 'name', label: words.name },
  { key: 'kind', label: words.kind, width: 92, from: 1090 },
  { key: 'track', label: words.track, width: 148, from: 940 },
  { key: 'size', label: words.size, width: 84, numeric: true },
  { key: 'audience', label: words.audience, width: 132, from: 640 },
  { key: 'added', label: words.added, width: 124, numeric: true, from: 640 },
  { key: 'menu', label: words.menu, labelHidden: true, width: 84 },
]

/** Arrow keys move between rows, F2 renames, Delete moves to the trash. */
export function FilesTable({ context, files, onTheWay }: FileRowsProps) {
  const followFocus = useFollowFocus('data-file-row', ' button')
  const onKeyDown = (file: ProjectFile, index: number) => (event: KeyboardEvent<HTMLTableRowElement>) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest('[role="menu"]')) return
    const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : 0
    const next = files[index + by]
    if (by !== 0 && next) followFocus(next.id)
    else if (event.key === 'F2' && context.mayEdit) context.onRename(file)
    else if (event.key === 'Delete' && context.mayEdit) context.actions.remove(file)
    else return
    event.preventDefault()
  }
  return (
    <Table label={text(fileStrings.label, { project: context.project.name })} columns={columns}>
      {onTheWay.map((upload) => (
        <TableRow key={upload.id} className={styles.onItsWay}>
          <TableCell className={styles.icon}>
            <FileIcon name={upload.name} />
          </TableCell>
          <TableCell colSpan={columns.length - 1}>
            <FileOnItsWayLine upload={upload} />
          </TableCell>
        </TableRow>
      ))}
      {files.map((file, index) => (
        <FileRow
          key={file.id}
          context={context}
          file={file}
          columns={columns.length}
          onKeyDown={onKeyDown(file, index)}
        />
      ))}
    </Table>
  )
}
