import type { ReactNode } from 'react'
import { Tabs, type Tab } from '#web/ui/Tabs.tsx'
import type { Heard } from '#web/player/listening.ts'
import type { ProjectDetails, TrackVersion } from '../tracks.contract.ts'
import { FindingsPanel } from './FindingsPanel.tsx'
import type { TrackDesk } from './track-entries.ts'
import type { ListedTrack } from './track-list.ts'
import type { TrackNotes } from './track-notes.ts'
import { trackStrings } from './tracks.strings.ts'
import { VersionsPanel } from './VersionsPanel.tsx'
import styles from './TrackPanel.module.css'

interface TrackPanelProps {
  readonly project: ProjectDetails
  readonly desk: TrackDesk
  readonly listed: ListedTrack
  readonly version: TrackVersion | undefined
  readonly heard: Heard | undefined
  readonly notes: Pick<TrackNotes, 'count' | 'content'> | undefined
  readonly tasks: { readonly count: number, readonly content: ReactNode }
  readonly panel: TrackPanelName
  readonly onPanel: (panel: TrackPanelName) => void
  readonly onEdit: (version: TrackVersion) => void
}

export type TrackPanelName = 'notes' | 'versions' | 'findings' | 'tasks'

/** Right of the wave, or below it on a phone. */
export function TrackPanel({ project, desk, listed, version, heard, notes, tasks, panel, onPanel, onEdit }: TrackPanelProps) {
  const findings = version?.report?.findings.length ?? 0
  const tabs: readonly Tab<TrackPanelName>[] = [
    ...(notes ? [{ value: 'notes', label: trackStrings.tabs.notes, ...(notes.count > 0 && { count: notes.count }), content: notes.content } as const] : []),
    ...(listed.versions.length > 0 ? [{ value: 'versions', label: trackStrings.tabs.versions, count: listed.versions.length, content: <VersionsPanel project={project} desk={desk} listed={listed} version={version} onEdit={onEdit} /> } as const] : []),
    ...(version?.report ? [{ value: 'findings', label: trackStrings.tabs.findings, ...(findings > 0 && { count: findings }), content: <FindingsPanel version={version} heard={heard} /> } as const] : []),
    { value: 'tasks', label: trackStrings.tabs.tasks, ...(tasks.count > 0 && { count: tasks.count }), content: tasks.content },
  ]
  const shown = tabs.find(({ value }) => value === panel)?.value ?? tabs[0]?.value ?? 'tasks'
  return (
    <aside className={styles.panel} aria-label={trackStrings.panel}>
      <Tabs<TrackPanelName> label={trackStrings.panel} value={shown} onValueChange={onPanel} tabs={tabs} />
    </aside>
  )
}
