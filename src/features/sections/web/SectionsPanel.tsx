import { useQuery } from '@tanstack/react-query'
import { Rows3 } from 'lucide-react'
import { useState } from 'react'
import type { ProjectDetails, Track, TrackVersion } from '#features/tracks/tracks.contract.ts'
import { heardOf } from '#features/tracks/web/versions/version-sound.ts'
import { reasonOf } from '#web/api/reason.ts'
import { formatTenths } from '#web/i18n/format-duration.ts'
import { formatLevel, formatSignedLevel } from '#web/i18n/format-level.ts'
import { text } from '#web/i18n/text.ts'
import { listening } from '#web/player/listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { EmptyState } from '#web/ui/list/EmptyState.tsx'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { barShare, loudnessSpan, sectionRows, type SectionRow, type SectionTableRows } from './section-rows.ts'
import { sectionsQuery } from './sections.client.ts'
import { sectionStrings as strings } from './sections.strings.ts'
import styles from './SectionsPanel.module.css'

interface SectionsPanelProps {
  readonly project: ProjectDetails
  readonly track: Track
  /** Newest first. */
  readonly versions: readonly TrackVersion[]
  /** On the page. */
  readonly version: TrackVersion
}

/** At first, the version on the page and the one before it. */
const FEW = 2

/** Loudness, true peak and PLR of each section in each version. */
export default function SectionsPanel({ project, track, versions, version }: SectionsPanelProps) {
  const { data, error, refetch } = useQuery(sectionsQuery(project.id, track.id))
  const [showsAll, setShowsAll] = useState(false)
  if (error && !data)
    return (
      <EmptyState
        title={text(strings.failed, { reason: reasonOf(error) })}
        action={<Button onClick={() => void refetch()}>{strings.retry}</Button>}
      />
    )
  if (!data)
    return (
      <SkeletonGroup>
        <SkeletonRows />
      </SkeletonGroup>
    )
  if (data.sections.length === 0)
    return (
      <EmptyState icon={Rows3} title={strings.emptyTitle}>
        {strings.emptyWords}
      </EmptyState>
    )
  const upToHere = data.versions.filter(({ number }) => number <= version.number)
  const shown = showsAll ? data.versions : upToHere.slice(0, FEW)
  const tables = sectionRows(data.sections, shown)
  const span = loudnessSpan(tables)
  const hear = ({ versionId, place }: SectionRow) => {
    const heard = heardOf(
      project,
      track,
      versions.find(({ id }) => id === versionId),
    )
    if (heard) listening.hear(heard, { at: place.fromSeconds })
  }
  return (
    <div className={styles.panel}>
      <table className={styles.table} aria-label={text(strings.table, { title: track.title })}>
        <thead>
          <tr>
            <th scope="col">
              <VisuallyHidden>{strings.section}</VisuallyHidden>
            </th>
            <th scope="col">{strings.loudness}</th>
            <th scope="col">{strings.peak}</th>
            <th scope="col">{strings.plr}</th>
          </tr>
        </thead>
        {tables.map((one) => (
          <SectionGroup key={one.section.noteId} table={one} span={span} onHear={hear} />
        ))}
      </table>
      <p className={styles.foot}>{strings.foot}</p>
      {shown.some(({ measured }) => measured === 'no-peaks') && <p className={styles.foot}>{strings.oldVersions}</p>}
      {data.versions.length > FEW && (
        <Button size="small" tone="quiet" onClick={() => setShowsAll(!showsAll)}>
          {showsAll ? strings.fewVersions : text(strings.allVersions, { count: data.versions.length })}
        </Button>
      )}
    </div>
  )
}

interface SectionGroupProps {
  readonly table: SectionTableRows
  readonly span: ReturnType<typeof loudnessSpan>
  readonly onHear: (row: SectionRow) => void
}

function SectionGroup({ table: { section, rows, difference }, span, onHear }: SectionGroupProps) {
  const [first, second] = rows
  return (
    <tbody>
      <tr className={styles.head}>
        <th scope="rowgroup" colSpan={3}>
          {section.name}
          {first?.isThere && <span className={styles.time}>{timesOf(first)}</span>}
        </th>
        <td>
          {difference !== null && first && second && (
            <span
              className={styles.difference}
              title={text(strings.differenceTitle, { newer: first.versionNumber, older: second.versionNumber })}
            >
              {text(strings.difference, { value: formatSignedLevel(difference) })}
            </span>
          )}
        </td>
      </tr>
      {rows.map((row) => (
        <VersionOfSection key={row.versionId} name={section.name} row={row} span={span} onHear={() => onHear(row)} />
      ))}
    </tbody>
  )
}

interface VersionOfSectionProps {
  readonly name: string
  readonly row: SectionRow
  readonly span: ReturnType<typeof loudnessSpan>
  readonly onHear: () => void
}

function VersionOfSection({ name, row, span, onHear }: VersionOfSectionProps) {
  const { place, versionNumber, isThere, doubt } = row
  const { integrated, truePeak, plr, fromSeconds } = place
  return (
    <tr className={styles.row} data-unsure={doubt !== undefined}>
      <th scope="row">
        <button
          type="button"
          className={styles.hear}
          disabled={!isThere}
          aria-label={text(strings.hear, { name, number: versionNumber, time: formatTenths(fromSeconds) })}
          onPointerEnter={listening.prepare}
          onClick={onHear}
        >
          <span className={styles.number}>{text(strings.version, { number: versionNumber })}</span>
          <span className={styles.bar} aria-hidden>
            {integrated !== null && <i style={{ inlineSize: `${barShare(integrated, span) * 100}%` }} />}
          </span>
        </button>
        {doubt !== undefined && <span className={styles.doubt}>{doubt}</span>}
      </th>
      <td>{integrated === null ? '–' : formatLevel(integrated)}</td>
      <td>{truePeak === null ? '–' : formatSignedLevel(truePeak)}</td>
      <td>{plr === null ? '–' : formatLevel(plr)}</td>
    </tr>
  )
}

function timesOf({ place: { fromSeconds, toSeconds } }: SectionRow): string {
  return `${formatTenths(fromSeconds)} – ${formatTenths(toSeconds ?? fromSeconds)}`
}
