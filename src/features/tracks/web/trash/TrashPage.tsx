import { infiniteQueryOptions, useInfiniteQuery, useMutation, useQueryClient } from '@tanstack/react-query'
import { AudioLines, File, Folder, GitCommitHorizontal, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { projectApi } from '#features/projects/web/project-api.ts'
import { readProjectAgain } from '#features/projects/web/use-project-actions.ts'
import type { TrashItem, trashRoutes } from '#features/tracks/trash.contract.ts'
import type { Instant } from '#shared/units.ts'
import { client } from '#web/api/api-client.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { PageBody } from '#web/ui/page/PageBody.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import { toast } from '#web/ui/overlay/toast-store.ts'
import styles from './Trash.module.css'
import { trackApi, trashKey } from '../tracks.client.ts'
import { trashKindPoint } from '../track-points.ts'
import { trashStrings as strings } from './trash.strings.ts'

const trashApi = client<typeof trashRoutes>()

const trashQuery = infiniteQueryOptions({
  queryKey: trashKey,
  queryFn: ({ signal, pageParam }) => trashApi('GET /api/trash', { query: { cursor: pageParam }, signal }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ nextCursor }) => nextCursor ?? undefined,
})

async function restoreItem({ kind, id, projectId, trackId }: TrashItem): Promise<unknown> {
  if (kind === 'project') return projectApi('POST /api/projects/:projectId/restore', { params: { projectId } })
  if (kind === 'track')
    return trackApi('POST /api/projects/:projectId/tracks/:trackId/restore', { params: { projectId, trackId: id } })
  return trackApi('POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/restore', {
    params: { projectId, trackId: trackId ?? '', versionId: id },
  })
}

async function eraseItem({ kind, id, projectId, trackId }: TrashItem): Promise<unknown> {
  if (kind === 'project') return trashApi('POST /api/projects/:projectId/erase', { params: { projectId } })
  if (kind === 'track')
    return trashApi('POST /api/projects/:projectId/tracks/:trackId/erase', { params: { projectId, trackId: id } })
  return trashApi('POST /api/projects/:projectId/tracks/:trackId/versions/:versionId/erase', {
    params: { projectId, trackId: trackId ?? '', versionId: id },
  })
}

const icons = { project: Folder, track: AudioLines, version: GitCommitHorizontal } as const

interface TrashPageProps {
  /** Opens the restored item. */
  readonly onOpen: (item: TrashItem) => void
}

/** Deleted items that the user may restore, the last deleted first. */
export function TrashPage({ onOpen }: TrashPageProps) {
  const { data, error, refetch, isFetching, hasNextPage, fetchNextPage, isFetchingNextPage, dataUpdatedAt } =
    useInfiniteQuery(trashQuery)
  const items = data?.pages.flatMap((page) => page.items)
  return (
    <>
      <TopBar crumbs={[{ label: strings.trash }]} />
      <PageBody>
        <div className={styles.page}>
          <header className={styles.head}>
            <h1>{strings.trash}</h1>
            <p className={styles.words}>{data && text(strings.words, { count: data.pages[0]?.keptDays ?? 0 })}</p>
          </header>
          {items ? (
            items.length === 0 ? (
              <EmptyState icon={Trash2} title={strings.empty}>
                {strings.emptyWords}
              </EmptyState>
            ) : (
              <ul className={styles.list} aria-label={strings.trash}>
                {items.map((item) => (
                  <TrashRow key={item.id} item={item} now={dataUpdatedAt} onOpen={onOpen} />
                ))}
              </ul>
            )
          ) : error ? (
            <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
              {text(strings.failed, { reason: reasonOf(error) })}
            </ErrorView>
          ) : (
            <SkeletonGroup>
              <SkeletonRows rows={3} end={80} />
            </SkeletonGroup>
          )}
          {hasNextPage && (
            <div>
              <Button busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {strings.more}
              </Button>
            </div>
          )}
        </div>
      </PageBody>
    </>
  )
}

function nameOf({ kind, projectName, trackTitle, number, fileName }: TrashItem): string {
  if (kind === 'project') return projectName
  if (kind === 'file') return fileName ?? ''
  return kind === 'track' ? (trackTitle ?? '') : text(strings.version, { number: number ?? 0, title: trackTitle ?? '' })
}

interface TrashRowProps extends TrashPageProps {
  readonly item: TrashItem
  /** When the trash was fetched. */
  readonly now: Instant
}

function TrashRow({ item, now, onOpen }: TrashRowProps) {
  const [asking, setAsking] = useState(false)
  const queries = useQueryClient()
  const { kind, projectId, projectName, sizeBytes, deletedAt, deletedBy, goneAt, mayErase } = item
  const name = nameOf(item)
  const added = trashKindPoint.useParts(undefined).find((one) => one.kind === kind)
  const readAgain = () =>
    Promise.all([queries.invalidateQueries({ queryKey: trashQuery.queryKey }), readProjectAgain(queries, projectId)])
  const restore = useMutation({
    mutationFn: () => (added ? added.restore(item) : restoreItem(item)),
    onSuccess: async () => {
      // Opened from a list of before, it would not be there.
      await readAgain()
      toast({ text: text(strings.restored, { name }), action: { label: strings.open, onSelect: () => onOpen(item) } })
    },
    onError: (error) => toast({ tone: 'error', text: text(strings.changeFailed, { name, reason: reasonOf(error) }) }),
  })
  const erase = useMutation({
    mutationFn: () => (added ? added.erase(item) : eraseItem(item)),
    onSuccess: () => {
      setAsking(false)
      toast({ text: text(strings.erased, { name }) })
      return readAgain()
    },
  })
  const who = deletedBy ? text(strings.deletedBy, { name: deletedBy.name }) : strings.deleted
  return (
    <li className={styles.row}>
      <span className={styles.mark}>
        <Icon of={kind === 'file' ? (added?.icon ?? File) : icons[kind]} />
      </span>
      <span className={styles.what}>
        <span className={styles.name}>{name}</span>
        <span className={styles.meta}>
          {strings.kinds[kind]}
          {kind !== 'project' && ` ${text(strings.in, { project: projectName })}`}
          {sizeBytes > 0 && ` · ${formatBytes(sizeBytes)}`}
          {' · '}
          {who} <RelativeTime at={deletedAt} /> ·{' '}
          {goneAt <= now ? (
            strings.goneSoon
          ) : (
            <>
              {strings.gone} <RelativeTime ahead at={goneAt} />
            </>
          )}
        </span>
      </span>
      <span className={styles.buttons}>
        <Button
          size="small"
          icon={Undo2}
          busy={restore.isPending}
          aria-label={text(strings.restoreOf, { name })}
          onClick={() => restore.mutate()}
        >
          {strings.restore}
        </Button>
        {mayErase && (
          <Button
            size="small"
            tone="quiet"
            aria-label={text(strings.eraseOf, { name })}
            onClick={() => {
              erase.reset()
              setAsking(true)
            }}
          >
            {strings.erase}
          </Button>
        )}
      </span>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={text(strings.eraseTitle, { name })}
        description={strings.eraseWords[kind]}
        confirmLabel={strings.erase}
        cancelLabel={strings.keep}
        busy={erase.isPending}
        error={erase.error && text(strings.changeFailed, { name, reason: reasonOf(erase.error) })}
        onConfirm={() => erase.mutate()}
      />
    </li>
  )
}
