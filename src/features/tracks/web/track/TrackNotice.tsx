import { Lock, Pin } from 'lucide-react'
import { formatDate, formatDateTime } from '#web/i18n/format-date.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import type { ProjectDetails, TrackVersion } from '../../tracks.contract.ts'
import { nameOf } from '../people-names.ts'
import type { TrackMenuContext } from './track-entries.ts'
import type { ListedTrack } from '../list/track-list.ts'
import { trackStrings } from '../tracks.strings.ts'
import styles from './TrackNotice.module.css'

interface TrackNoticeProps {
  readonly project: ProjectDetails
  readonly menuContext: TrackMenuContext
  readonly listed: ListedTrack
  readonly version: TrackVersion | undefined
  readonly onVersion: (versionId: string | undefined) => void
}

/** Above the wave: notices that this version is not the current one, and that the track is locked. */
export function TrackNotice({
  project,
  menuContext,
  listed: { track, versions, current },
  version,
  onVersion,
}: TrackNoticeProps) {
  const { final } = track
  const locked = versions.find(({ id }) => id === final?.versionId)
  const isAside = version !== undefined && current !== undefined && version.id !== current.id
  if (!isAside && !final) return null
  return (
    <div className={styles.notice}>
      {isAside && (
        <output className={styles.part}>
          <Icon of={Pin} size={14} />
          <span className={styles.words}>
            {text(locked ? trackStrings.asideFinal : trackStrings.aside, {
              number: version.number,
              current: current.number,
            })}
          </span>
          <Button size="small" onClick={() => onVersion(undefined)}>
            {text(trackStrings.showCurrent, { number: current.number })}
          </Button>
        </output>
      )}
      {final && (
        <div className={styles.part}>
          <Icon of={Lock} size={14} />
          <span className={styles.words} title={formatDateTime(final.at)}>
            {text(trackStrings.lockedBy, {
              number: locked?.number ?? '',
              name: nameOf(project.members, final.by),
              date: formatDate(final.at),
            })}
          </span>
          {menuContext.mayEdit && (
            <Button size="small" onClick={() => menuContext.actions.unlockFinal(track)}>
              {trackStrings.unlock}
            </Button>
          )}
        </div>
      )}
    </div>
  )
}
