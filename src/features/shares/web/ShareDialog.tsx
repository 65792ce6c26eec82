import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { meQuery } from '#features/account/web/account.client.ts'
import { projectCoverUrl } from '#features/projects/web/cover/cover-url.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Skeleton, SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { ProjectCover } from '#web/ui/mark/ProjectCover.tsx'
import { Dialog } from '#web/ui/overlay/Dialog.tsx'
import { useOnline } from '#web/ui/page/use-online.ts'
import type { Share } from '../shares.contract.ts'
import { ShareLinkBody, ShareLinkFoot, ShareReachMenu } from './ShareLinkParts.tsx'
import { ShareOptions } from './ShareOptions.tsx'
import styles from './ShareDialog.module.css'
import { type Shareable, type ShareStart, standingLinkQuery } from './share-target.ts'
import { shareStrings as strings } from './shares.strings.ts'
import { useLinkChanges } from './use-link-changes.ts'

interface ShareDialogProps {
  readonly project: Shareable
  readonly start?: ShareStart
  /** An existing link to change; if omitted, the user's link to what `start` names. */
  readonly share?: Share | undefined
  readonly onClose: () => void
}

/** A link for people without an account. It is there when the dialog opens, and every change is saved at once. */
export default function ShareDialog({ project, start = {}, share, onClose }: ShareDialogProps) {
  const queries = useQueryClient()
  const { data: me } = useQuery(meQuery)
  const standing = standingLinkQuery({ projectId: project.id, userId: me?.id ?? '', start })
  const found = useQuery({ ...standing, enabled: share === undefined && me !== undefined })
  const [changed, setChanged] = useState(share)
  const { shown, change, isSaving, isSaved, error } = useLinkChanges(share ? changed : found.data, (saved) =>
    share ? setChanged(saved) : queries.setQueryData(standing.queryKey, saved),
  )
  const parts = shown && { project, link: shown, onChange: change }
  const close = () => {
    // What is typed is saved when its field is left, and Escape leaves all of them.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    onClose()
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && close()}
      size="card"
      picture={<ProjectCover id={project.id} imageUrl={projectCoverUrl(project)} size={40} />}
      title={titleOf(project, start, share)}
      underTitle={parts && <ShareReachMenu {...parts} />}
      footer={
        <ShareLinkFoot
          url={shown?.url ?? null}
          word={error ? undefined : isSaving ? strings.saving : isSaved ? strings.saved : undefined}
          onClose={onClose}
        />
      }
    >
      {parts ? (
        <>
          {error && (
            <p className={styles.wrong} role="alert">
              {text(strings.failed, { reason: reasonOf(error) })}
            </p>
          )}
          <ShareLinkBody {...parts} />
          <ShareOptions
            key={parts.link.id}
            {...parts}
            onTurnedOff={onClose}
            onNew={share ? undefined : (made) => queries.setQueryData(standing.queryKey, made)}
          />
        </>
      ) : (
        <NoLinkYet error={found.error} isTrying={found.isFetching} onTry={() => void found.refetch()} />
      )}
    </Dialog>
  )
}

interface NoLinkYetProps {
  readonly error: Error | null
  readonly isTrying: boolean
  readonly onTry: () => void
}

function NoLinkYet({ error, isTrying, onTry }: NoLinkYetProps) {
  const online = useOnline()
  if (!online)
    return (
      <p className={styles.sentence} role="status">
        {strings.offline}
      </p>
    )
  return error ? (
    <div className={styles.failed} role="alert">
      <p>{text(strings.createFailed, { reason: reasonOf(error) })}</p>
      <Button busy={isTrying} onClick={onTry}>
        {strings.tryAgain}
      </Button>
    </div>
  ) : (
    <SkeletonGroup>
      <Skeleton height={40} />
      <Skeleton height={180} />
    </SkeletonGroup>
  )
}

function titleOf({ name, tracks }: Shareable, { trackId, trackIds }: ShareStart, share: Share | undefined): string {
  if (share) return strings.editTitle
  if (trackIds && trackIds.length > 1) return text(strings.titleSeveral, { count: trackIds.length })
  return text(strings.title, { name: tracks.find(({ id }) => id === (trackId ?? trackIds?.[0]))?.title ?? name })
}
