import { useQuery } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { ArrowDownWideNarrow, ChevronDown, Ellipsis, FolderDown, Lock, SearchX, Upload, Users } from 'lucide-react'
import { useRef, useState, useSyncExternalStore } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { playerStrings } from '#features/tracks/web/player/player.strings.ts'
import { allows } from '#shared/roles.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { DropArea } from '#web/ui/form/DropArea.tsx'
import { FileInput } from '#web/ui/form/FileInput.tsx'
import { SegmentedControl } from '#web/ui/form/SegmentedControl.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { DropPage } from '#web/ui/page/DropPage.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { useOnline } from '#web/ui/page/use-online.ts'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import type { FileVersion, ProjectFile } from '../files.contract.ts'
import { fileAudiences, filePolicy, type FileAudience } from '../files.policy.ts'
import type { FileMenuContext } from './file-entries.ts'
import { arrangeFiles, fileFilters, type FileFilter, type FileSort } from './file-list.ts'
import { useFileTransfers } from './file-transfers-point.ts'
import { FilesList } from './FilesList.tsx'
import { FilesTable } from './FilesTable.tsx'
import { projectFilesQuery } from './files.client.ts'
import { fileStrings } from './files.strings.ts'
import styles from './FilesTab.module.css'
import { newFileAudience } from './new-file-audience.ts'
import { useFileActions } from './use-file-actions.ts'

const FileDialog = lazyDialog(() => import('./FileDialog.tsx'))
const FileWordsDialog = lazyDialog(() => import('./FileWordsDialog.tsx'))

const sorts: readonly FileSort[] = ['newest', 'name', 'largest']

/** The dialog that writes a file's name, or the note of one of its versions. */
interface Writing {
  readonly file: ProjectFile
  readonly version?: FileVersion
}

/** What a project holds besides its tracks. */
export default function FilesTab({ project }: { readonly project: ProjectDetails }) {
  const { data: files, error, isFetching, refetch } = useQuery(projectFilesQuery(project.id))
  const transfers = useFileTransfers(project)
  const online = useOnline()
  const phone = useMedia(phoneQuery)
  const [filter, setFilter] = useState<FileFilter>('all')
  const [sort, setSort] = useState<FileSort>('newest')
  const kept = newFileAudience(project.id)
  const audience = useSyncExternalStore(kept.watch, kept.get)
  const [writing, setWriting] = useState<Writing | null>(null)
  const picker = useRef<HTMLInputElement>(null)
  const newVersionOf = useRef<string>(undefined)
  const { open, isGone, onOpen, onClose } = useOpenFile(project.id, files, isFetching)
  const actions = useFileActions(project.id)

  const onUpload = online ? transfers.onUpload : undefined
  const send = (chosen: readonly File[], fileId?: string) =>
    onUpload?.(chosen, { audience, ...(fileId !== undefined && { fileId }) })
  const choose = (fileId?: string) => {
    newVersionOf.current = fileId
    picker.current?.click()
  }
  const context: FileMenuContext = {
    project,
    mayEdit: allows(project, filePolicy['file.edit']),
    actions,
    onOpen: ({ id }) => onOpen(id),
    onDownload: online ? transfers.onDownload : undefined,
    onVersion: onUpload && (({ id }) => choose(id)),
    onRename: (file) => setWriting({ file }),
    onNote: (file, version) => setWriting({ file, version }),
  }
  usePageKeys(
    onUpload
      ? [{ keys: ['U'], label: fileStrings.uploadFiles, group: playerStrings.groups.page, run: () => choose() }]
      : [],
  )
  if (!files)
    return error ? (
      <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
        {text(fileStrings.failed, { reason: reasonOf(error) })}
      </ErrorView>
    ) : (
      <SkeletonGroup>
        <SkeletonRows />
      </SkeletonGroup>
    )
  const shown = arrangeFiles(files, { filter, sort })
  const isEmpty = files.length === 0 && transfers.onTheWay.length === 0
  const Rows = phone ? FilesList : FilesTable
  return (
    <div className={styles.tab}>
      {!isEmpty && (
        <FileTools
          files={files}
          filter={filter}
          onFilter={setFilter}
          sort={sort}
          onSort={setSort}
          audience={audience}
          onAudience={onUpload && kept.set}
          onDownloadAll={online && files.length > 1 ? transfers.onDownloadAll : undefined}
        />
      )}
      {isGone && <output className={styles.offline}>{fileStrings.gone}</output>}
      {!online && transfers.onUpload && <p className={styles.offline}>{fileStrings.offline}</p>}
      {isEmpty ? (
        <NoFiles onFiles={onUpload && ((chosen) => send(chosen))} />
      ) : (
        <>
          {onUpload && (
            <div className={styles.drop}>
              <DropArea
                words={dropWords(transfers.largestBytes)}
                chooseWords={fileStrings.choose}
                onFiles={(dropped) => send(dropped)}
              />
            </div>
          )}
          {shown.length > 0 || transfers.onTheWay.length > 0 ? (
            <Rows context={context} files={shown} onTheWay={transfers.onTheWay} />
          ) : (
            <EmptyState
              icon={SearchX}
              title={fileStrings.noneOfKind}
              action={<Button onClick={() => setFilter('all')}>{fileStrings.showAll}</Button>}
            />
          )}
        </>
      )}
      <FileInput
        ref={picker}
        onFiles={(chosen) =>
          send(newVersionOf.current === undefined ? chosen : chosen.slice(0, 1), newVersionOf.current)
        }
      />
      {open && <FileDialog context={context} file={open} onClose={onClose} />}
      {writing && <FileWordsDialog projectId={project.id} {...writing} onClose={() => setWriting(null)} />}
    </div>
  )
}

/** The file in the address, so that a search result or a link opens it. */
function useOpenFile(projectId: string, files: readonly ProjectFile[] | undefined, isFetching: boolean) {
  const navigate = useNavigate()
  const fileId = useSearch({ strict: false, select: ({ file }) => file })
  const show = (file: string | undefined) =>
    void navigate({ to: '/', search: { projectId, tab: 'files', ...(file && { file }) }, replace: true })
  const open = files?.find(({ id }) => id === fileId)
  return {
    open,
    // A list from before, for example before the file was restored, is being read again.
    isGone: files !== undefined && fileId !== undefined && !open && !isFetching,
    onOpen: show,
    onClose: () => show(undefined),
  }
}

function dropWords(largestBytes: number | undefined): string {
  const limit = largestBytes === undefined ? [] : [text(fileStrings.dropLimit, { size: formatBytes(largestBytes) })]
  return [fileStrings.drop, ...limit, fileStrings.dropOr].join(' ')
}

interface FileToolsProps {
  readonly files: readonly ProjectFile[]
  readonly filter: FileFilter
  readonly onFilter: (filter: FileFilter) => void
  readonly sort: FileSort
  readonly onSort: (sort: FileSort) => void
  /** Who can see files that are uploaded now. */
  readonly audience: FileAudience
  readonly onAudience: ((audience: FileAudience) => void) | undefined
  readonly onDownloadAll: ((files: readonly ProjectFile[]) => void) | undefined
}

function FileTools({ files, filter, onFilter, sort, onSort, audience, onAudience, onDownloadAll }: FileToolsProps) {
  const isPhone = useMedia(phoneQuery)
  const filters = fileFilters(files)
  const sizeBytes = files.reduce((sum, { newest }) => sum + newest.sizeBytes, 0)
  const audiences = onAudience
    ? fileAudiences.map((value): MenuEntry => ({
        kind: 'toggle',
        label: fileStrings.audienceWords[value],
        icon: value === 'everyone' ? Users : Lock,
        checked: value === audience,
        onCheckedChange: () => onAudience(value),
      }))
    : []
  const order: MenuEntry = {
    kind: 'choice',
    value: sort,
    options: sorts.map((value) => ({ value, label: fileStrings.sorts[value] })),
    onValueChange: (value) => {
      const next = sorts.find((one) => one === value)
      if (next) onSort(next)
    },
  }
  const total = text(fileStrings.total, { size: formatBytes(sizeBytes) })
  return (
    <div className={styles.tools}>
      {filters.length > 0 && (
        <div className={styles.filters}>
          <SegmentedControl
            label={fileStrings.filter}
            value={filter}
            segments={filters.map(({ filter: value, count }) => ({
              value,
              label: text(fileStrings.filters[value], { count }),
            }))}
            onValueChange={onFilter}
          />
        </div>
      )}
      {isPhone && filters.length === 0 && <span className={styles.total}>{total}</span>}
      <span className={styles.gap} />
      {isPhone ? (
        <Menu
          align="end"
          entries={[
            order,
            onAudience && { kind: 'separator' },
            onAudience && { kind: 'heading', label: fileStrings.audienceOfNew },
            ...audiences,
            onDownloadAll && { kind: 'separator' },
            onDownloadAll && {
              kind: 'action',
              label: fileStrings.downloadAll,
              icon: FolderDown,
              onSelect: () => onDownloadAll(files),
            },
          ]}
        >
          <IconButton icon={Ellipsis} label={fileStrings.listMenu} />
        </Menu>
      ) : (
        <>
          <span className={styles.total}>{total}</span>
          {onDownloadAll && (
            <Button tone="quiet" size="small" icon={FolderDown} onClick={() => onDownloadAll(files)}>
              {fileStrings.downloadAll}
            </Button>
          )}
          {onAudience && (
            <Menu align="end" entries={audiences}>
              <Button tone="quiet" size="small" icon={audience === 'everyone' ? Users : Lock} iconAfter={ChevronDown}>
                {text(fileStrings.newFiles, { audience: fileStrings.audience[audience] })}
              </Button>
            </Menu>
          )}
          <Menu align="end" entries={[order]}>
            <Button tone="quiet" size="small" icon={ArrowDownWideNarrow} iconAfter={ChevronDown}>
              {fileStrings.sorts[sort]}
            </Button>
          </Menu>
        </>
      )}
    </div>
  )
}

/** A project without files is one large drop area for them. */
function NoFiles({ onFiles }: { readonly onFiles: ((files: readonly File[]) => void) | undefined }) {
  if (!onFiles)
    return (
      <EmptyState icon={Upload} title={fileStrings.emptyListener}>
        {fileStrings.emptyListenerWords}
      </EmptyState>
    )
  return (
    <div className={styles.empty}>
      <DropPage title={fileStrings.empty} chooseWords={fileStrings.chooseButton} onFiles={onFiles}>
        {fileStrings.emptyWords}
      </DropPage>
    </div>
  )
}
