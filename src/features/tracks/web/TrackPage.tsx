import { CircleSlash } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { allows } from '#shared/roles.ts'
import type { Seconds } from '#shared/units.ts'
import { text } from '#web/i18n/text.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/EmptyState.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'
import { PageBody } from '#web/ui/PageBody.tsx'
import type { SheetHeight } from '#web/ui/sheet-height.ts'
import { TopBar } from '#web/ui/TopBar.tsx'
import type { ProjectDetails, Track, TrackVersion } from '../tracks.contract.ts'
import { trackPolicy } from '../tracks.policy.ts'
import type { TrackMenuContext } from './track-entries.ts'
import { listTracks, type ListedTrack } from './track-list.ts'
import { TrackActionsBar, TrackAside } from './TrackTopBar.tsx'
import { trackStrings } from './tracks.strings.ts'
import { TrackFacts } from './TrackFacts.tsx'
import { TrackNotice } from './TrackNotice.tsx'
import type { TrackNotes } from './track-notes.ts'
import { TrackPanel, type TrackPanelName } from './TrackPanel.tsx'
import { TrackStage } from './TrackStage.tsx'
import { usePageVersion } from './use-page-version.ts'
import { useTrackActions } from './use-track-actions.ts'
import { useTrackPageKeys } from './use-track-page-keys.ts'
import { VersionNotice } from './VersionNotice.tsx'
import styles from './TrackPage.module.css'

const TrackTitleDialog = lazyDialog(() => import('./TrackTitleDialog.tsx'))
const VersionDialog = lazyDialog(() => import('./VersionDialog.tsx'))

export interface TrackPageProps {
  readonly project: ProjectDetails
  readonly trackId: string
  /** Of the address; without one the page follows the current version. */
  readonly versionId?: string | undefined
  /** Where to start. */
  readonly at?: Seconds | undefined
  readonly projectHref: string
  /** Changes the address; undefined goes back to the current version. */
  readonly onVersion: (versionId: string | undefined) => void
  /** The track was deleted. */
  readonly onLeave: () => void
  readonly onUpload?: ((trackId?: string, files?: readonly File[]) => void) | undefined
  readonly onDownload?: ((track: Track, version: TrackVersion) => void) | undefined
  /** Compares versions of this track, the first being the measure. */
  readonly onCompare?: TrackMenuContext['onCompare']
  readonly filesOf: TrackMenuContext['filesOf']
  readonly onShare?: TrackMenuContext['onShare']
  /** Starts a task on this track, from a moment or a range. */
  readonly onAddTask?: ((range?: { readonly from: Seconds; readonly to: Seconds | null }) => void) | undefined
  /** Which panel stands beside the wave. */
  readonly panel: TrackPanelName
  readonly onPanel: (panel: TrackPanelName) => void
  /** How high the panel stands on a phone. */
  readonly sheet: SheetHeight
  readonly onSheet: (height: SheetHeight) => void
  /** Undefined while there is no version to write on. */
  readonly notes: TrackNotes | undefined
  /** What people say of the version on the page, below its wave. */
  readonly approval?: ReactNode
  /** Another feature's list for the panel. */
  readonly tasks: { readonly count: number; readonly content: ReactNode }
  /** Who else is on it, and listening together; for the top bar. */
  readonly company?: ReactNode
}

/** One track: its versions, its waveform, and what is known of it. */
export function TrackPage(props: TrackPageProps) {
  const { project, trackId, projectHref } = props
  const listed = [...listTracks(project), ...listTracks(project, true)].find(({ track }) => track.id === trackId)
  if (listed) return <OpenTrack {...props} listed={listed} key={trackId} />
  return (
    <>
      <TopBar crumbs={[{ label: project.name, href: projectHref }]} />
      <PageBody>
        <EmptyState
          icon={CircleSlash}
          title={trackStrings.trackMissing}
          action={<ButtonLink href={projectHref}>{text(trackStrings.toProject, { project: project.name })}</ButtonLink>}
        />
      </PageBody>
    </>
  )
}

function OpenTrack({
  project,
  listed,
  versionId,
  at,
  projectHref,
  onVersion,
  onLeave,
  onUpload,
  onDownload,
  onCompare,
  filesOf,
  onShare,
  onAddTask,
  panel,
  onPanel,
  sheet,
  onSheet,
  notes,
  approval,
  tasks,
  company,
}: TrackPageProps & { readonly listed: ListedTrack }) {
  const { track, versions, current } = listed
  const [renaming, setRenaming] = useState(false)
  const [editing, setEditing] = useState<TrackVersion | null>(null)
  const mayEdit = allows(project, trackPolicy['track.edit'])
  const desk: TrackMenuContext = {
    projectId: project.id,
    actions: useTrackActions(project.id),
    mayEdit,
    onUpload,
    onDownload,
    onCompare,
    filesOf,
    onShare,
  }
  const asked = versions.find(({ id }) => id === versionId)
  const version = asked ?? current
  const heard = usePageVersion(project, track, version, at)
  useTrackPageKeys({
    versions,
    version,
    onVersion,
    onShare: onShare && (() => onShare(track.id, asked?.id)),
    onUpload: onUpload && track.status !== 'final' ? () => onUpload(track.id) : undefined,
  })
  return (
    <>
      <TopBar
        crumbs={[{ label: project.name, href: projectHref }, { label: track.title }]}
        aside={<TrackAside desk={desk} listed={listed} version={version} onVersion={onVersion} />}
      >
        {company}
        <TrackActionsBar
          desk={desk}
          track={track}
          versions={versions}
          version={version}
          onRename={() => setRenaming(true)}
          onRemoved={onLeave}
        />
      </TopBar>
      <PageBody flush>
        <div className={styles.work} data-sheet={sheet}>
          <div className={styles.stage}>
            <h1 className={styles.title}>{version ? `${track.title} v${version.number}` : track.title}</h1>
            {versionId !== undefined && !asked && (
              <output className={styles.notice}>{trackStrings.versionMissing}</output>
            )}
            <TrackNotice project={project} desk={desk} listed={listed} version={version} onVersion={onVersion} />
            {version && (
              <TrackFacts
                project={project}
                version={version}
                onEdit={mayEdit ? () => setEditing(version) : undefined}
              />
            )}
            {heard && version?.report ? (
              <TrackStage
                key={version.id}
                heard={heard}
                members={project.members}
                report={version.report}
                startAt={at}
                notes={notes}
                onAddTask={onAddTask}
              />
            ) : (
              <VersionNotice desk={desk} track={track} version={version} />
            )}
            {version && approval}
          </div>
          <TrackPanel
            project={project}
            desk={desk}
            listed={listed}
            version={version}
            heard={heard}
            notes={notes}
            tasks={tasks}
            panel={panel}
            onPanel={onPanel}
            sheet={sheet}
            onSheet={onSheet}
            onEdit={setEditing}
          />
        </div>
      </PageBody>
      {renaming && <TrackTitleDialog projectId={project.id} track={track} onClose={() => setRenaming(false)} />}
      {editing && (
        <VersionDialog projectId={project.id} track={track} version={editing} onClose={() => setEditing(null)} />
      )}
    </>
  )
}
