import { text } from '#web/i18n/text.ts'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import type { ProjectDetails, TrackVersion } from '../../tracks.contract.ts'
import type { ListedTrack } from '../list/track-list.ts'
import type { TrackMenuContext } from '../track/track-entries.ts'
import { trackStrings } from '../tracks.strings.ts'
import { VersionCard } from './VersionCard.tsx'

const DeletedVersions = lazyPart(() => import('./DeletedVersions.tsx'))

interface VersionsPanelProps {
  readonly project: ProjectDetails
  readonly menuContext: TrackMenuContext
  readonly listed: ListedTrack
  /** The version on the page. */
  readonly version: TrackVersion | undefined
  readonly onEdit: (version: TrackVersion) => void
}

/** Every version of the track, newest first. */
export default function VersionsPanel({
  project,
  menuContext,
  listed: { track, versions },
  version,
  onEdit,
}: VersionsPanelProps) {
  return (
    <>
      <ol aria-label={text(trackStrings.versionsOf, { title: track.title })}>
        {versions.map((one) => (
          <VersionCard
            key={one.id}
            project={project}
            menuContext={menuContext}
            track={track}
            versions={versions}
            version={one}
            shown={one.id === version?.id}
            onEdit={() => onEdit(one)}
          />
        ))}
      </ol>
      {menuContext.mayEdit && <DeletedVersions menuContext={menuContext} track={track} />}
    </>
  )
}
