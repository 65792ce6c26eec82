import { useNavigate } from '@tanstack/react-router'
import { CircleSlash } from 'lucide-react'
import { Fragment, useState, type ReactNode } from 'react'
import type { Seconds } from '#shared/units.ts'
import { text } from '#web/i18n/text.ts'
import { ButtonLink } from '#web/ui/Button.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { PageBody } from '#web/ui/page/PageBody.tsx'
import type { SheetHeight } from '#web/ui/overlay/sheet-height.ts'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import type { SecondsRange } from '#web/waveform/view/wave-gestures.ts'
import type { ProjectDetails, TrackVersion } from '../../tracks.contract.ts'
import { projectHref } from '../track-links.ts'
import { listTracks, type ListedTrack } from '../list/track-list.ts'
import { TrackAside, TrackPageMenu } from './TrackTopBar.tsx'
import { trackStrings } from '../tracks.strings.ts'
import { TrackFacts } from './TrackFacts.tsx'
import { TrackNotice } from './TrackNotice.tsx'
import { trackPagePoint, useTrackFiles, type TrackPageAddition, type TrackPagePlace } from '../track-points.ts'
import { TrackPanel } from './TrackPanel.tsx'
import { stageChoices } from '../stage/stage-choices.ts'
import { TrackStage } from '../stage/TrackStage.tsx'
import { useCompany } from '../player/use-company.tsx'
import { usePageVersion } from './use-page-version.ts'
import { useTrackMenu } from './use-track-menu.ts'
import { useTrackPageKeys } from './use-track-page-keys.ts'
import { VersionNotice } from '../versions/VersionNotice.tsx'
import styles from './TrackPage.module.css'

const TrackTitleDialog = lazyDialog(() => import('./TrackTitleDialog.tsx'))
const TempoAndKeyDialog = lazyDialog(() => import('../music/TempoAndKeyDialog.tsx'))
const VersionDialog = lazyDialog(() => import('../versions/VersionDialog.tsx'))

export interface TrackPageProps {
  readonly project: ProjectDetails
  readonly trackId: string
  /** From the URL; if undefined, the page follows the current version. */
  readonly versionId?: string | undefined
  /** Start position. */
  readonly at?: Seconds | undefined
}

/** One track: its versions, waveform, facts, and other features' additions. */
export function TrackPage({ project, trackId, versionId, at }: TrackPageProps) {
  const listed = [...listTracks(project), ...listTracks(project, true)].find(({ track }) => track.id === trackId)
  // The version stays while the user writes about it, even if a newer one becomes current.
  const [heldId, setHeldId] = useState<string>()
  const askedId = versionId ?? (listed?.versions.some(({ id }) => id === heldId) ? heldId : undefined)
  const version = listed?.versions.find(({ id }) => id === askedId) ?? listed?.current
  const [panel, setPanel] = useState<string>()
  const [sheet, setSheet] = useState<SheetHeight>('half')
  const showVersion = useShowVersion(project.id, trackId, () => setHeldId(undefined))
  const company = useCompany(project, { trackId, title: listed?.track.title ?? '', version, onVersion: showVersion })
  const place: TrackPagePlace = {
    project,
    trackId,
    listed,
    version,
    versionId,
    askedId,
    onShow: (name) => {
      setPanel(name)
      if (sheet === 'closed') setSheet('half')
    },
    onPanel: setPanel,
    onHold: (holds) => setHeldId(holds ? version?.id : undefined),
  }
  const added = trackPagePoint.useParts(place)
  if (!listed) return <NoTrack project={project} />
  return (
    <>
      <OpenTrack
        key={trackId}
        {...{ project, listed, version, askedId, at, added, company, panel, sheet }}
        onVersion={showVersion}
        onPanel={setPanel}
        onSheet={setSheet}
      />
      {added.map(({ dialog }, index) => (
        <Fragment key={index}>{dialog}</Fragment>
      ))}
    </>
  )
}

function NoTrack({ project: { id, name } }: Pick<TrackPageProps, 'project'>) {
  const href = projectHref(id)
  return (
    <>
      <TopBar crumbs={[{ label: name, href }]} />
      <PageBody>
        <EmptyState
          icon={CircleSlash}
          title={trackStrings.trackMissing}
          action={<ButtonLink href={href}>{text(trackStrings.toProject, { project: name })}</ButtonLink>}
        />
      </PageBody>
    </>
  )
}

/** Changes the URL; undefined returns to the current version. */
function useShowVersion(projectId: string, trackId: string, letGo: () => void): (versionId?: string) => void {
  const navigate = useNavigate()
  return (versionId) => {
    letGo()
    void navigate({
      to: '/',
      search: { projectId, trackId, ...(versionId !== undefined && { versionId }) },
      replace: true,
    })
  }
}

interface OpenTrackProps extends Omit<TrackPageProps, 'trackId' | 'versionId'> {
  readonly listed: ListedTrack
  readonly version: TrackVersion | undefined
  readonly askedId: string | undefined
  readonly added: readonly TrackPageAddition[]
  /** Present people and the listening session; for the top bar. */
  readonly company: ReactNode
  readonly onVersion: (versionId: string | undefined) => void
  /** The panel beside the wave; the first one by default. */
  readonly panel: string | undefined
  readonly onPanel: (panel: string) => void
  /** Height of the panel on a phone. */
  readonly sheet: SheetHeight
  readonly onSheet: (height: SheetHeight) => void
}

function OpenTrack({
  project,
  listed,
  version,
  askedId,
  at,
  added,
  company,
  onVersion,
  panel,
  onPanel,
  sheet,
  onSheet,
}: OpenTrackProps) {
  const { track, versions } = listed
  const navigate = useNavigate()
  const [renaming, setRenaming] = useState(false)
  /** Correcting tempo and key; `bars` shows bars after it. */
  const [correcting, setCorrecting] = useState<'plain' | 'bars'>()
  const [editing, setEditing] = useState<TrackVersion | null>(null)
  const menuContext = useTrackMenu(project)
  const { mayEdit } = menuContext
  const onCorrect = mayEdit ? () => setCorrecting('plain') : undefined
  const { onUpload } = useTrackFiles(project)
  const heard = usePageVersion(project, track, version, at)
  const marks = added.find((one) => one.marks)?.marks
  const ofRange = (range: SecondsRange) => added.flatMap((one) => one.ofRange?.(range) ?? [])
  const href = projectHref(project.id)
  useTrackPageKeys({
    versions,
    version,
    onVersion,
    onUpload: onUpload && track.status !== 'final' ? () => onUpload(track.id) : undefined,
    added: added.flatMap(({ keys = [] }) => keys),
  })
  return (
    <>
      <TopBar
        crumbs={[{ label: project.name, href }, { label: track.title }]}
        aside={<TrackAside menuContext={menuContext} listed={listed} version={version} onVersion={onVersion} />}
      >
        {company}
        {added.map(({ topBar }, index) => (
          <Fragment key={index}>{topBar}</Fragment>
        ))}
        <TrackPageMenu
          menuContext={menuContext}
          listed={listed}
          version={version}
          onRename={() => setRenaming(true)}
          onCorrect={onCorrect}
          onRemoved={() => void navigate({ to: '/', search: { projectId: project.id } })}
        />
      </TopBar>
      <PageBody flush>
        <div className={styles.work} data-sheet={sheet}>
          <div className={styles.stage}>
            <h1 className={styles.title}>{version ? `${track.title} v${version.number}` : track.title}</h1>
            {askedId !== undefined && askedId !== version?.id && (
              <output className={styles.notice}>{trackStrings.versionMissing}</output>
            )}
            <TrackNotice
              project={project}
              menuContext={menuContext}
              listed={listed}
              version={version}
              onVersion={onVersion}
            />
            {version && (
              <TrackFacts
                project={project}
                track={track}
                version={version}
                onCorrect={onCorrect}
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
                notes={marks}
                ofRange={ofRange}
                targetLoudness={project.targets.loudness}
                tempo={track.tempo}
                onTempo={onCorrect && (() => setCorrecting('bars'))}
              />
            ) : (
              <VersionNotice project={project} menuContext={menuContext} track={track} version={version} />
            )}
            {version && added.map(({ belowWave }, index) => <Fragment key={index}>{belowWave}</Fragment>)}
          </div>
          <TrackPanel
            project={project}
            menuContext={menuContext}
            listed={listed}
            version={version}
            heard={heard}
            added={added.flatMap((one) => one.panel ?? [])}
            onMark={marks?.onAdd}
            panel={panel}
            onPanel={onPanel}
            sheet={sheet}
            onSheet={onSheet}
            onEdit={setEditing}
            onCorrect={onCorrect}
          />
        </div>
      </PageBody>
      {renaming && <TrackTitleDialog projectId={project.id} track={track} onClose={() => setRenaming(false)} />}
      {correcting && (
        <TempoAndKeyDialog
          projectId={project.id}
          track={track}
          report={version?.report}
          onTempo={() => correcting === 'bars' && stageChoices.ruler.set('bars')}
          onClose={() => setCorrecting(undefined)}
        />
      )}
      {editing && (
        <VersionDialog projectId={project.id} track={track} version={editing} onClose={() => setEditing(null)} />
      )}
    </>
  )
}
