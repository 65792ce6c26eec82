import { CircleAlert } from 'lucide-react'
import { formatPercent } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { useServerProgress } from '#web/live/progress-store.ts'
import { Button } from '#web/ui/Button.tsx'
import { DropPage } from '#web/ui/page/DropPage.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { Progress } from '#web/ui/mark/Progress.tsx'
import type { ProjectDetails, Track, TrackVersion } from '../../tracks.contract.ts'
import type { TrackMenuContext } from '../track/track-entries.ts'
import { useTrackFiles } from '../track-points.ts'
import { trackStrings } from '../tracks.strings.ts'
import { verdictWords } from '../track/verdict-words.ts'
import styles from './VersionNotice.module.css'

interface VersionNoticeProps {
  readonly project: ProjectDetails
  readonly menuContext: TrackMenuContext
  readonly track: Track
  readonly version: TrackVersion | undefined
}

/** Replaces the wave while there is none: no upload yet, being checked, or refused. */
export function VersionNotice({ project, menuContext, track, version }: VersionNoticeProps) {
  if (!version)
    return (
      <div className={styles.bare}>
        <NoVersion project={project} track={track} />
      </div>
    )
  return (
    <div className={styles.notice}>
      {version.state === 'refused' ? (
        <RefusedVersion project={project} menuContext={menuContext} track={track} version={version} />
      ) : (
        <CheckingVersion version={version} />
      )}
    </div>
  )
}

function NoVersion({ project, track }: Pick<VersionNoticeProps, 'project' | 'track'>) {
  const { onUpload } = useTrackFiles(project)
  if (!onUpload) return <EmptyState title={trackStrings.noVersionTitle}>{trackStrings.emptyListener}</EmptyState>
  return (
    <DropPage
      title={text(trackStrings.noVersionDrop, { title: track.title })}
      chooseWords={trackStrings.emptyChoose}
      onFiles={(files) => onUpload(track.id, files)}
    >
      {trackStrings.noVersionWords}
    </DropPage>
  )
}

function CheckingVersion({ version }: { readonly version: TrackVersion }) {
  const share = useServerProgress(version.id)
  return (
    <output className={styles.checking}>
      <h2>{text(trackStrings.checkingTitle, { number: version.number })}</h2>
      <Progress share={share ?? null} label={trackStrings.checking} />
      <p>
        {share === undefined
          ? trackStrings.waiting
          : text(trackStrings.checkingPercent, { percent: formatPercent(share) })}
        . {trackStrings.checkingWords}
      </p>
    </output>
  )
}

function RefusedVersion({
  project,
  menuContext: { actions, mayEdit },
  track,
  version,
}: {
  readonly project: ProjectDetails
  readonly menuContext: TrackMenuContext
  readonly track: Track
  readonly version: TrackVersion
}) {
  const { number } = version
  const { onDownload } = useTrackFiles(project)
  return (
    <EmptyState
      icon={CircleAlert}
      title={text(trackStrings.refusedTitle, { number })}
      action={
        <>
          {mayEdit && <Button onClick={() => actions.analyseAgain(track, version)}>{trackStrings.analyseAgain}</Button>}
          {onDownload && <Button onClick={() => onDownload(track, version)}>{trackStrings.download}</Button>}
          {mayEdit && (
            <Button
              tone="quiet"
              disabled={track.status === 'final'}
              onClick={() => actions.removeVersion(track, version)}
            >
              {text(trackStrings.removeVersion, { number })}
            </Button>
          )}
        </>
      }
    >
      {verdictWords(version)} {trackStrings.refusedWords}
    </EmptyState>
  )
}
