import { useQuery } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { useState } from 'react'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import type { Track } from '../../tracks.contract.ts'
import styles from './DeletedVersions.module.css'
import type { TrackMenuContext } from '../track/track-entries.ts'
import { deletedVersionsQuery } from '../tracks.client.ts'
import { trackStrings } from '../tracks.strings.ts'

/** The deleted versions of a track, fetched on demand. */
export default function DeletedVersions({
  menuContext,
  track,
}: {
  readonly menuContext: TrackMenuContext
  readonly track: Track
}) {
  const [open, setOpen] = useState(false)
  return (
    <section className={styles.trash} aria-label={trackStrings.deletedVersions}>
      <Button tone="quiet" size="small" aria-expanded={open} onClick={() => setOpen(!open)}>
        {trackStrings.deletedVersions}
      </Button>
      {open && <DeletedList menuContext={menuContext} track={track} />}
    </section>
  )
}

function DeletedList({
  menuContext: { projectId, actions },
  track,
}: {
  readonly menuContext: TrackMenuContext
  readonly track: Track
}) {
  const { data, error, isFetching, refetch } = useQuery(deletedVersionsQuery(projectId, track.id))
  if (!data)
    return error ? (
      <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
        {text(trackStrings.deletedFailed, { reason: reasonOf(error) })}
      </ErrorView>
    ) : (
      <SkeletonGroup>
        <SkeletonRows rows={1} end={0} />
      </SkeletonGroup>
    )
  if (data.items.length === 0) return <p className={styles.none}>{trackStrings.noDeleted}</p>
  return (
    <ul>
      {data.items.map((version) => (
        <li key={version.id} className={styles.row}>
          <VersionBadge number={version.number} />
          <span className={styles.words}>
            <span className={styles.name}>{version.label || version.fileName}</span>
            <span className={styles.when}>
              <RelativeTime at={version.deletedAt} />
            </span>
          </span>
          <Button
            size="small"
            icon={Undo2}
            disabled={track.final !== null}
            aria-label={text(trackStrings.restoreVersion, { number: version.number })}
            onClick={() => actions.restoreVersion(track, version)}
          >
            {trackStrings.restore}
          </Button>
        </li>
      ))}
    </ul>
  )
}
