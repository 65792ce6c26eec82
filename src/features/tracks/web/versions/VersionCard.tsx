import { Check, CircleAlert, Copy, Ellipsis } from 'lucide-react'
import { formatDuration } from '#web/i18n/format-duration.ts'
import { formatBytes } from '#web/i18n/format-size.ts'
import { text } from '#web/i18n/text.ts'
import { Avatar } from '#web/ui/mark/Avatar.tsx'
import { ContextMenu } from '#web/ui/menu/ContextMenu.tsx'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { IconButton } from '#web/ui/IconButton.tsx'
import { Menu } from '#web/ui/menu/Menu.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { VersionBadge } from '#web/ui/mark/VersionBadge.tsx'
import { ownWords } from '../../changelog-text.ts'
import type { ProjectDetails, Track, TrackVersion, VersionChange } from '../../tracks.contract.ts'
import styles from './VersionCard.module.css'
import { VersionStanding } from './VersionStanding.tsx'
import { CheckingLine } from './VersionState.tsx'
import { loudnessWords } from '../track/loudness-words.ts'
import { personOf, uploaderOf } from '../people-names.ts'
import { sayCopied } from '../say-copied.ts'
import { type TrackMenuContext, versionEntries } from '../track/track-entries.ts'
import { trackHref } from '../track-links.ts'
import { trackStrings } from '../tracks.strings.ts'
import { verdictWords } from '../track/verdict-words.ts'
import { qualityOf } from './version-sound.ts'

interface VersionCardProps {
  readonly project: ProjectDetails
  readonly menuContext: TrackMenuContext
  readonly track: Track
  /** Newest first. */
  readonly versions: readonly TrackVersion[]
  readonly version: TrackVersion
  /** This version is on the page. */
  readonly shown: boolean
  readonly onEdit: () => void
}

export function VersionCard({ project, menuContext, track, versions, version, shown, onEdit }: VersionCardProps) {
  const { id, number, label, changelog, changes, state, report, sha256, fileName, sizeBytes } = version
  const words = ownWords(changelog, changes)
  const entries = versionEntries(menuContext, track, version, { versions, onEdit, withOpen: !shown })
  const person = personOf(project.members, version.uploadedBy)
  const facts = [
    report && qualityOf(report.format),
    report && loudnessWords(report.loudness),
    report && formatDuration(report.format.durationSeconds),
    formatBytes(sizeBytes),
  ].filter(Boolean)
  return (
    <ContextMenu entries={entries}>
      <li className={styles.card} aria-current={shown ? 'true' : undefined}>
        <div className={styles.head}>
          <VersionBadge number={number} current={shown} />
          <UiLink href={trackHref(project.id, track.id, { versionId: id })} className={styles.label}>
            {label || fileName}
          </UiLink>
          <VersionStanding track={track} versionId={id} />
          <Menu entries={entries} align="end">
            <IconButton
              icon={Ellipsis}
              size="small"
              label={text(trackStrings.versionMenu, { number })}
              className={styles.menu}
            />
          </Menu>
        </div>
        {version.restoredFrom !== null && (
          <p className={styles.facts}>{text(trackStrings.restoredFrom, { number: version.restoredFrom })}</p>
        )}
        {words && <p className={styles.changelog}>{words}</p>}
        <VersionChanges changes={changes} prefix={project.taskPrefix} />
        {state === 'checking' && <CheckingLine versionId={id} />}
        {state === 'refused' && (
          <p className={styles.refused}>
            <Icon of={CircleAlert} size={14} />
            {verdictWords(version)}
          </p>
        )}
        <p className={styles.by}>
          {person && <Avatar person={person} size="small" decorative />}
          <span>
            {uploaderOf(project.members, version)}, <RelativeTime at={version.createdAt} />
          </span>
        </p>
        <p className={styles.facts}>{facts.join(' · ')}</p>
        <p className={styles.hash}>
          <span className={styles.sum} title={`${trackStrings.hash} ${sha256}`}>
            {trackStrings.hash} {sha256.slice(0, 12)}…
          </span>
          <IconButton
            icon={Copy}
            size="small"
            label={text(trackStrings.copyHash, { number })}
            onClick={() => void sayCopied(sha256, trackStrings.hashCopied)}
          />
        </p>
      </li>
    </ContextMenu>
  )
}

/** The changes in a version, line by line, each with its task. */
function VersionChanges({ changes, prefix }: { readonly changes: readonly VersionChange[]; readonly prefix: string }) {
  if (changes.length === 0) return null
  return (
    <ul className={styles.changes} aria-label={trackStrings.changelogField}>
      {changes.map((change, index) => (
        <li key={index} className={styles.change}>
          <Icon of={Check} size={12} />
          <span>{change.text}</span>
          {change.taskNumber !== null && (
            <span className={styles.task} title={text(trackStrings.fromTask, { number: change.taskNumber })}>
              {prefix}-{change.taskNumber}
            </span>
          )}
        </li>
      ))}
    </ul>
  )
}
