import { ChevronUp, MessageSquarePlus } from 'lucide-react'
import type { Heard } from '#web/player/listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { type Tab, Tabs } from '#web/ui/list/Tabs.tsx'
import { BottomSheet } from '#web/ui/overlay/BottomSheet.tsx'
import type { SheetHeight } from '#web/ui/overlay/sheet-height.ts'
import { lazyPanel } from '#web/ui/page/lazy-part.tsx'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import type { ProjectDetails, TrackVersion } from '../../tracks.contract.ts'
import type { ListedTrack } from '../list/track-list.ts'
import type { TrackPanelTab } from '../track-points.ts'
import { trackStrings } from '../tracks.strings.ts'
import styles from './TrackPanel.module.css'
import type { TrackMenuContext } from './track-entries.ts'

const shape = (
  <SkeletonGroup>
    <SkeletonRows />
  </SkeletonGroup>
)
// Behind the notes, which are the first tab.
const FindingsPanel = lazyPanel(async () => ({ default: (await import('./FindingsPanel.tsx')).FindingsPanel }), shape)
const VersionsPanel = lazyPanel(() => import('../versions/VersionsPanel.tsx'), shape)

interface TrackPanelProps {
  readonly project: ProjectDetails
  readonly menuContext: TrackMenuContext
  readonly listed: ListedTrack
  readonly version: TrackVersion | undefined
  readonly heard: Heard | undefined
  /** From other features. */
  readonly added: readonly TrackPanelTab[]
  /** Marks a position on the wave, for people who may. */
  readonly onMark: (() => void) | undefined
  /** The first by default. */
  readonly panel: string | undefined
  readonly onPanel: (panel: string) => void
  /** On a phone. */
  readonly sheet: SheetHeight
  readonly onSheet: (height: SheetHeight) => void
  readonly onEdit: (version: TrackVersion) => void
  /** For people who may correct tempo and key. */
  readonly onCorrect: (() => void) | undefined
}

/** Right of the wave, or a sheet over its lower part on a phone. */
export function TrackPanel({
  project,
  menuContext,
  listed,
  version,
  heard,
  added,
  onMark,
  panel,
  onPanel,
  sheet,
  onSheet,
  onEdit,
  onCorrect,
}: TrackPanelProps) {
  const isPhone = useMedia(phoneQuery)
  const findings = version?.report?.findings.length ?? 0
  const tabs: readonly Tab<string>[] = [
    ...added.filter(({ isFirst }) => isFirst).map(tabOf),
    ...(listed.versions.length > 0
      ? [
          {
            value: 'versions',
            label: trackStrings.tabs.versions,
            count: listed.versions.length,
            content: (
              <VersionsPanel
                project={project}
                menuContext={menuContext}
                listed={listed}
                version={version}
                onEdit={onEdit}
              />
            ),
          },
        ]
      : []),
    ...(version?.report
      ? [
          {
            value: 'findings',
            label: trackStrings.tabs.findings,
            ...(findings > 0 && { count: findings }),
            content: <FindingsPanel version={version} heard={heard} track={listed.track} onCorrect={onCorrect} />,
          },
        ]
      : []),
    ...added.filter(({ isFirst }) => !isFirst).map(tabOf),
  ]
  const shown = tabs.find(({ value }) => value === panel)?.value ?? tabs[0]?.value ?? ''
  const content = <Tabs label={trackStrings.panel} value={shown} onValueChange={onPanel} tabs={tabs} />
  if (!isPhone)
    return (
      <aside className={styles.panel} aria-label={trackStrings.panel}>
        {content}
      </aside>
    )
  const tab = tabs.find(({ value }) => value === shown)
  const closed = (
    <>
      <Button className={styles.open} iconAfter={ChevronUp} onClick={() => onSheet('half')}>
        {tab?.label}
        {tab?.count !== undefined && <span className={styles.count}>{tab.count}</span>}
      </Button>
      {onMark && (
        <Button tone="primary" icon={MessageSquarePlus} onClick={() => onMark()}>
          {trackStrings.noteOnSelection}
        </Button>
      )}
    </>
  )
  return (
    <BottomSheet label={trackStrings.panel} height={sheet} onHeight={onSheet} closed={closed}>
      <div className={styles.sheet}>{content}</div>
    </BottomSheet>
  )
}

function tabOf({ name, label, count, content }: TrackPanelTab): Tab<string> {
  return { value: name, label, ...(count > 0 && { count }), content }
}
