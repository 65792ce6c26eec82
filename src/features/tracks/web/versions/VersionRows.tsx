import { Ellipsis, FileCheck2 } from 'lucide-react'
import { useState } from 'react'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { listening } from '#web/player/listening.ts'
import { useVersionSound } from '#web/player/use-listening.ts'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { Button } from '#web/ui/Button.tsx'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import type { ProjectDetails, Track, TrackVersion } from '../../tracks.contract.ts'
import { uploaderOf } from '../people-names.ts'
import { PlayNumber } from '../player/PlayNumber.tsx'
import { versionEntries, type TrackMenuContext } from '../track/track-entries.ts'
import { trackHref } from '../track-links.ts'
import { loudnessWords } from '../track/loudness-words.ts'
import { versionHeadline } from '../version-headline.ts'
import { trackStrings } from '../tracks.strings.ts'
import { verdictWords } from '../track/verdict-words.ts'
import { heardOf, qualityOf } from './version-sound.ts'
import { VersionStanding } from './VersionStanding.tsx'
import { CheckingLine } from './VersionState.tsx'
import styles from './VersionRows.module.css'

const VersionDialog = lazyDialog(() => import('./VersionDialog.tsx'))

interface VersionRowsProps {
  readonly project: ProjectDetails
  readonly menuContext: TrackMenuContext
  readonly track: Track
  readonly versions: readonly TrackVersion[]
}

/** A track's versions below its row, newest first. */
export function VersionRows({ project, menuContext, track, versions }: VersionRowsProps) {
  return (
    <ul className={styles.list} aria-label={text(trackStrings.versionsOf, { title: track.title })}>
      {versions.map((version) => (
        <VersionRow
          key={version.id}
          project={project}
          menuContext={menuContext}
          track={track}
          versions={versions}
          version={version}
        />
      ))}
    </ul>
  )
}

function VersionRow({
  project,
  menuContext,
  track,
  versions,
  version,
}: VersionRowsProps & { readonly version: TrackVersion }) {
  const [editing, setEditing] = useState(false)
  const sound = useVersionSound(version.id)
  const heard = heardOf(project, track, version)
  const entries = versionEntries(menuContext, track, version, { versions, onEdit: () => setEditing(true) })
  const toggle = heard && (() => (sound === 'elsewhere' ? listening.hear(heard) : listening.toggle()))
  const { number, report, state } = version
  const isCurrent = track.currentVersionId === version.id
  return (
    <ContextMenu entries={entries}>
      <li className={styles.row} data-track-row={`${track.id}/${version.id}`}>
        <PlayNumber title={`${track.title} v${number}`} sound={sound} onToggle={toggle} />
        <VersionBadge number={number} current={isCurrent} />
        <span className={styles.words}>
          <UiLink href={trackHref(project.id, track.id, { versionId: version.id })} className={styles.name}>
            {version.label || versionHeadline(version) || version.fileName}
          </UiLink>
          <VersionStanding track={track} versionId={version.id} />
          {version.restoredFrom !== null && (
            <span className={styles.tag}>{text(trackStrings.restoredFrom, { number: version.restoredFrom })}</span>
          )}
          <span className={styles.meta}>
            {uploaderOf(project.members, version)}, <RelativeTime at={version.createdAt} />
          </span>
        </span>
        {state === 'checking' && (
          <span className={styles.state}>
            <CheckingLine versionId={version.id} />
          </span>
        )}
        {state === 'refused' && <Refused track={track} version={version} menuContext={menuContext} />}
        {report && state === 'ready' && (
          <span className={styles.facts}>
            <span>{qualityOf(report.format)}</span>
            <span>{loudnessWords(report.loudness)}</span>
            <span>{formatPosition(report.format.durationSeconds)}</span>
            <span>{formatBytes(version.sizeBytes)}</span>
          </span>
        )}
        <span className={styles.hash} title={`${trackStrings.hash} ${version.sha256}`}>
          <Icon of={FileCheck2} size={14} />
        </span>
        <Menu entries={entries} align="end">
          <IconButton icon={Ellipsis} label={text(trackStrings.versionMenu, { number })} size="small" />
        </Menu>
        {editing && (
          <VersionDialog projectId={project.id} track={track} version={version} onClose={() => setEditing(false)} />
        )}
      </li>
    </ContextMenu>
  )
}

/** Why it cannot be played, and two ways to fix that. */
export function Refused({
  track,
  version,
  menuContext: { actions, mayEdit },
}: {
  readonly track: Track
  readonly version: TrackVersion
  readonly menuContext: TrackMenuContext
}) {
  return (
    <span className={styles.refused}>
      <span className={styles.verdict} title={version.verdictDetail ?? undefined}>
        {verdictWords(version)}
      </span>
      {mayEdit && (
        <Button size="small" onClick={() => actions.analyseAgain(track, version)}>
          {trackStrings.analyseAgain}
        </Button>
      )}
      {mayEdit && (
        <Button
          size="small"
          tone="quiet"
          disabled={track.status === 'final'}
          onClick={() => actions.removeVersion(track, version)}
        >
          {text(trackStrings.removeVersion, { number: version.number })}
        </Button>
      )}
    </span>
  )
}
