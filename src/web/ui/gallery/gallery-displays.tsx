import { MessageSquare } from 'lucide-react'
import { useState } from 'react'
import { formatDuration, formatPosition } from '#web/i18n/format-duration.ts'
import { formatLevel, formatSignedLevel } from '#web/i18n/format-level.ts'
import { Button } from '../Button.tsx'
import { TimeButton } from '../TimeButton.tsx'
import { DropArea } from '../form/DropArea.tsx'
import { Kbd } from '../keys/Kbd.tsx'
import { EmptyState } from '../list/EmptyState.tsx'
import { List, ListRow } from '../list/ListRow.tsx'
import { Skeleton, SkeletonGroup } from '../list/Skeleton.tsx'
import { Table, TableCell, TableRow, TableTitle } from '../list/Table.tsx'
import { Tabs } from '../list/Tabs.tsx'
import { Avatar, AvatarStack } from '../mark/Avatar.tsx'
import { Chip, FilterChip } from '../mark/Chip.tsx'
import { ProjectCover } from '../mark/ProjectCover.tsx'
import { RelativeTime } from '../mark/RelativeTime.tsx'
import { StateChip } from '../mark/StateChip.tsx'
import { TrackStatus } from '../mark/TrackStatus.tsx'
import { VersionBadge } from '../mark/VersionBadge.tsx'
import { toast } from '../overlay/toast-store.ts'
import { DropPage } from '../page/DropPage.tsx'
import { ErrorView } from '../page/ErrorView.tsx'
import { OfflineBanner } from '../page/OfflineBanner.tsx'
import styles from './Gallery.module.css'
import { ines, people, tracks } from './gallery-sample.ts'

export function StatesSection() {
  return (
    <>
      <div className={styles.wrap}>
        <StateChip state="open" />
        <StateChip state="fixed">Fixed in v6</StateChip>
        <StateChip state="verified" />
        <StateChip state="warning">3 overs</StateChip>
        <StateChip state="danger">Clipped</StateChip>
        <StateChip state="todo" />
        <StateChip state="doing" />
      </div>
      <div className={`${styles.wrap} ${styles.airy}`}>
        {(['draft', 'in-review', 'changes-requested', 'approved', 'final'] as const).map((status) => (
          <TrackStatus key={status} status={status} />
        ))}
      </div>
      <div className={styles.wrap}>
        <VersionBadge number={6} current />
        <VersionBadge number={5} />
        <Chip>Vocals</Chip>
        <FilterChip label="Mine" onRemove={() => toast({ text: 'Filter removed' })} />
        <TimeButton at={71.2} onSelect={() => toast({ text: 'Playing from 1:11.200', tone: 'plain' })} />
      </div>
    </>
  )
}

export function PeopleSection() {
  return (
    <>
      <div className={styles.wrap}>
        {people.map((person) => (
          <Avatar key={person.name} person={person} />
        ))}
        <Avatar person={{ name: 'Tariq Aziz', colour: 6, guest: true }} />
        <Avatar person={{ name: 'Mara Lindqvist', colour: 2, live: true }} />
      </div>
      <div className={`${styles.wrap} ${styles.airy}`}>
        <Avatar person={ines} size="small" />
        <Avatar person={ines} />
        <Avatar person={ines} size="large" />
        <AvatarStack people={people} most={3} />
      </div>
    </>
  )
}

export function EmptySection() {
  return (
    <>
      <SkeletonGroup>
        <div className={styles.column}>
          <Skeleton width={32} height={32} />
          <Skeleton width="60%" />
          <Skeleton width="36%" />
        </div>
      </SkeletonGroup>
      <EmptyState title="No open notes" icon={MessageSquare} action={<Button>Show fixed</Button>}>
        Press <Kbd>C</Kbd> while it plays to leave one.
      </EmptyState>
      <DropArea
        words="Drop a bounce here, or"
        onFiles={(files) => toast({ text: files.map((file) => file.name).join(', ') })}
      />
    </>
  )
}

export function DropPageSection() {
  return (
    <DropPage
      title="Drop a bounce to start a project"
      chooseWords="Choose files"
      onFiles={(files) => toast({ text: files.map((file) => file.name).join(', ') })}
      action={<Button size="large">Start without a file</Button>}
    >
      WAV, AIFF, FLAC, MP3 or M4A. The file name becomes the track, and the original is kept bit for bit.
    </DropPage>
  )
}

export function ErrorSection() {
  return (
    <>
      <OfflineBanner offline />
      <ErrorView
        error={new Error('GET /api/projects: 502 Bad Gateway')}
        onRetry={() => toast({ text: 'Trying again', tone: 'plain' })}
      >
        The project list did not load.
      </ErrorView>
    </>
  )
}

export function TabsSection() {
  const [tab, setTab] = useState<'tracks' | 'tasks' | 'members'>('tracks')
  return (
    <Tabs
      label="Project"
      value={tab}
      onValueChange={setTab}
      tabs={[
        { value: 'tracks', label: 'Tracks', count: tracks.length, content: <TracksTable /> },
        {
          value: 'tasks',
          label: 'Tasks',
          count: 11,
          content: <EmptyState title="No tasks yet">Turn a note into one.</EmptyState>,
        },
        {
          value: 'members',
          label: 'Members',
          content: <EmptyState title="Only you">Invite someone by link.</EmptyState>,
        },
      ]}
    />
  )
}

const now = Date.now()

export function TracksTable() {
  const [newest, setNewest] = useState(false)
  return (
    <Table
      label="Tracks"
      columns={[
        { key: 'number', label: '#', width: 44 },
        { key: 'title', label: 'Title' },
        { key: 'version', label: 'Version', width: 68 },
        { key: 'status', label: 'Status', width: 138 },
        { key: 'lufs', label: 'LUFS', width: 66, numeric: true, from: 1090 },
        { key: 'peak', label: 'dBTP', width: 62, numeric: true, from: 1090 },
        { key: 'length', label: 'Length', width: 86, numeric: true },
        {
          key: 'updated',
          label: 'Updated',
          width: 92,
          numeric: true,
          sort: newest ? 'descending' : 'none',
          onSort: () => setNewest(!newest),
        },
      ]}
    >
      {tracks.map((track, index) => (
        <TableRow key={track.title} playing={index === 1} selected={index === 3}>
          <TableCell className={styles.number}>{index + 1}</TableCell>
          <TableCell>
            <TableTitle title={track.title} below={track.below} />
          </TableCell>
          <TableCell>
            <VersionBadge number={track.version} />
          </TableCell>
          <TableCell>
            <TrackStatus status={track.status} />
          </TableCell>
          <TableCell numeric from={1090}>
            {formatLevel(track.lufs)}
          </TableCell>
          <TableCell numeric from={1090} className={track.peak > 0 ? styles.over : undefined}>
            {formatSignedLevel(track.peak)}
          </TableCell>
          <TableCell numeric>{formatPosition(track.seconds)}</TableCell>
          <TableCell numeric quiet>
            <RelativeTime short at={now - track.daysAgo * 86_400_000} />
          </TableCell>
        </TableRow>
      ))}
    </Table>
  )
}

export function TracksList() {
  return (
    <List label="Tracks">
      {tracks.map((track, index) => (
        <ListRow
          key={track.title}
          title={track.title}
          playing={index === 1}
          below={<TrackStatus status={track.status} />}
          belowAside={<RelativeTime short at={now - track.daysAgo * 86_400_000} />}
          aside={
            <>
              <VersionBadge number={track.version} />
              {formatDuration(track.seconds)}
            </>
          }
        />
      ))}
    </List>
  )
}

export function ArtSection() {
  const ids = [
    'low-tide',
    'night-bus',
    'singles',
    'kiln',
    'podcast',
    'salt',
    'glasshouse',
    'undertow',
    'kite',
    'interlude',
    'harbour',
    'demo',
  ]
  return (
    <div className={styles.wrap}>
      {ids.map((id) => (
        <ProjectCover key={id} id={id} size={72} />
      ))}
      <ProjectCover id="low-tide" size={18} />
    </div>
  )
}

export function ColoursSection() {
  const names = [
    'well',
    'bg',
    'surface',
    'raised',
    'hover',
    'press',
    'line',
    'accent',
    'open',
    'fixed',
    'verified',
    'warning',
    'danger',
    'amber',
  ]
  return (
    <div className={styles.swatches}>
      {names.map((name) => (
        <span key={name} className={styles.swatch}>
          <span className={styles.colour} style={{ background: `var(--c-${name})` }} />
          {name}
        </span>
      ))}
    </div>
  )
}
