import { useQuery } from '@tanstack/react-query'
import { Copy, ExternalLink, Link2, Pencil, QrCode, RefreshCw, SearchX, Trash2, Undo2, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { SearchField } from '#web/ui/form/SearchField.tsx'
import { Select } from '#web/ui/form/Select.tsx'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import type { MenuEntry } from '#web/ui/menu/menu-entries.ts'
import { ConfirmDialog } from '#web/ui/overlay/ConfirmDialog.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { PageBody } from '#web/ui/page/PageBody.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import type { Share } from '../shares.contract.ts'
import { ShareCode } from './ShareCode.tsx'
import styles from './Shares.module.css'
import { SharesCards, SharesTable } from './SharesTable.tsx'
import { sharesQuery } from './share-lists.ts'
import { everyShare, filterShares, nameOfShare, type ShareFilter } from './share-words.ts'
import { shareStrings as strings } from './shares.strings.ts'
import { copyShare, useShareActions } from './use-share-actions.ts'

interface ShareWays {
  readonly onCode: () => void
  readonly onEdit: () => void
  readonly onGuests: () => void
  readonly onRotate: () => void
  readonly onRevoke: () => void
  readonly onRestore: () => void
}

/** The menu of a link. */
function shareEntries({ url, state }: Share, ways: ShareWays): readonly MenuEntry[] {
  const isRevoked = state === 'revoked'
  return [
    url !== null &&
      !isRevoked && { kind: 'action', label: strings.copy, icon: Copy, onSelect: () => void copyShare(url) },
    url !== null && !isRevoked && { kind: 'action', label: strings.showCode, icon: QrCode, onSelect: ways.onCode },
    url !== null &&
      !isRevoked && {
        kind: 'action',
        label: strings.view,
        icon: ExternalLink,
        onSelect: () => window.open(url, '_blank', 'noopener'),
      },
    { kind: 'action', label: strings.guests, icon: Users, onSelect: ways.onGuests },
    { kind: 'separator' },
    !isRevoked && { kind: 'action', label: strings.edit, icon: Pencil, onSelect: ways.onEdit },
    !isRevoked && { kind: 'action', label: strings.rotate, icon: RefreshCw, onSelect: ways.onRotate },
    isRevoked
      ? { kind: 'action', label: strings.restore, icon: Undo2, onSelect: ways.onRestore }
      : { kind: 'action', label: strings.revoke, icon: Trash2, tone: 'danger', onSelect: ways.onRevoke },
  ]
}

const ShareGuestsDialog = lazyDialog(() => import('./ShareGuestsDialog.tsx'))

interface SharesPageProps {
  /** The dialog that changes a link; it needs the whole project. */
  readonly renderDialog: (share: Share, onClose: () => void) => ReactNode
}

type Asked = { readonly what: 'edit' | 'guests' | 'rotate' | 'code'; readonly share: Share }

/** Every link that the user may manage, over all projects. */
export function SharesPage({ renderDialog }: SharesPageProps) {
  const phone = useMedia(phoneQuery)
  const { data: shares, error, refetch, isFetching } = useQuery(sharesQuery)
  const [filter, setFilter] = useState(everyShare)
  const [asked, setAsked] = useState<Asked | null>(null)
  const actions = useShareActions()
  const shown = filterShares(shares ?? [], filter)
  const List = phone ? SharesCards : SharesTable
  const close = () => setAsked(null)
  const ask = (what: Asked['what'], share: Share) => () => setAsked({ what, share })
  const entriesOf = (share: Share) =>
    shareEntries(share, {
      onEdit: ask('edit', share),
      onGuests: ask('guests', share),
      onRotate: ask('rotate', share),
      onCode: ask('code', share),
      onRevoke: () => actions.revoke(share),
      onRestore: () => actions.restore(share),
    })
  return (
    <>
      <TopBar crumbs={[{ label: strings.shares }]} />
      <PageBody>
        <h1 className={styles.title}>{strings.shares}</h1>
        {!shares && !error && (
          <SkeletonGroup>
            <SkeletonRows />
          </SkeletonGroup>
        )}
        {!shares && error && (
          <ErrorView error={error} onRetry={() => void refetch()} retrying={isFetching}>
            {text(strings.pageFailed, { reason: reasonOf(error) })}
          </ErrorView>
        )}
        {shares?.length === 0 && (
          <EmptyState icon={Link2} title={strings.empty}>
            {strings.emptyWords}
          </EmptyState>
        )}
        {shares && shares.length > 0 && (
          <ShareTools shares={shares} filter={filter} onFilter={(change) => setFilter({ ...filter, ...change })} />
        )}
        {shown.length > 0 && <List shares={shown} entriesOf={entriesOf} />}
        {shares && shares.length > 0 && shown.length === 0 && (
          <EmptyState
            icon={SearchX}
            title={strings.noMatch}
            action={<Button onClick={() => setFilter(everyShare)}>{strings.showAll}</Button>}
          />
        )}
        {asked?.what === 'edit' && renderDialog(asked.share, close)}
        {asked?.what === 'guests' && <ShareGuestsDialog share={asked.share} onClose={close} />}
        {asked?.what === 'code' && asked.share.url !== null && (
          <Dialog
            open
            onOpenChange={(open) => {
              if (!open) close()
            }}
            title={nameOfShare(asked.share)}
          >
            <ShareCode url={asked.share.url} />
          </Dialog>
        )}
        {asked?.what === 'rotate' && (
          <ConfirmDialog
            open
            onOpenChange={(open) => {
              if (!open) close()
            }}
            title={strings.rotateTitle}
            description={strings.rotateWords}
            confirmLabel={strings.rotate}
            tone="primary"
            onConfirm={() => {
              actions.rotate(asked.share)
              close()
            }}
          />
        )}
      </PageBody>
    </>
  )
}

interface ShareToolsProps {
  readonly shares: readonly Share[]
  readonly filter: ShareFilter
  readonly onFilter: (change: Partial<ShareFilter>) => void
}

function ShareTools({ shares, filter, onFilter }: ShareToolsProps) {
  const projects = [...new Map(shares.map(({ projectId, projectName }) => [projectId, projectName]))].sort(
    ([, a], [, b]) => a.localeCompare(b),
  )
  return (
    <div className={styles.tools}>
      <SearchField label={strings.find} value={filter.find} onValueChange={(find) => onFilter({ find })} />
      <Select
        label={strings.filterState}
        labelHidden
        value={filter.state}
        onValueChange={(state) => onFilter({ state })}
        options={[
          { value: 'any', label: strings.anyState },
          ...(['working', 'not-yet', 'expired', 'revoked'] as const).map((value) => ({
            value,
            label: strings.states[value],
          })),
        ]}
      />
      {projects.length > 1 && (
        <Select
          label={strings.filterProject}
          labelHidden
          value={filter.projectId}
          onValueChange={(projectId) => onFilter({ projectId })}
          options={[
            { value: 'any', label: strings.anyProject },
            ...projects.map(([value, label]) => ({ value, label })),
          ]}
        />
      )}
    </div>
  )
}
