import { useId } from 'react'
import { clockTime } from '#audio/markers/marker-times.ts'
import type { MarkerFile } from '#audio/markers/read-markers.ts'
import { text } from '#web/i18n/text.ts'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import type { MarkerPlan, PlannedMarker } from '../marker-plan.ts'
import styles from './ImportedMarkerList.module.css'
import { markerStrings as strings } from './markers.strings.ts'

interface ImportedMarkerListProps {
  readonly file: MarkerFile
  readonly plan: MarkerPlan
  readonly chosen: ReadonlySet<PlannedMarker>
  readonly onChosen: (chosen: ReadonlySet<PlannedMarker>) => void
}

/** The markers read, each with a checkbox, and the lines that could not be read. */
export function ImportedMarkerList({ file, plan, chosen, onChosen }: ImportedMarkerListProps) {
  const id = useId()
  const choosable = plan.markers.filter(({ standing }) => standing !== 'beyond')
  const toggle = (one: PlannedMarker, isChosen: boolean) => {
    const next = new Set(chosen)
    if (isChosen) next.add(one)
    else next.delete(one)
    onChosen(next)
  }
  const isAll = choosable.length > 0 && choosable.every((one) => chosen.has(one))
  return (
    <div className={styles.found}>
      <div className={styles.head}>
        <Checkbox
          checked={isAll}
          mixed={!isAll && chosen.size > 0}
          disabled={choosable.length === 0}
          onCheckedChange={(all) => onChosen(new Set(all ? choosable : []))}
        >
          {text(strings.foundIn, {
            source: strings.sources[file.source],
            found: text(strings.found, { count: plan.markers.length }),
          })}
        </Checkbox>
        {plan.hours > 0 && (
          <span className={styles.remark}>
            {text(strings.startsAt, { time: `${String(plan.hours).padStart(2, '0')}:00:00:00` })}
          </span>
        )}
      </div>
      {plan.markers.length > 0 && (
        <ul className={styles.list} aria-label={strings.everyMarker}>
          {plan.markers.map((one, i) => (
            <MarkerRow
              key={`${id}${i}`}
              one={one}
              isChosen={chosen.has(one)}
              onToggle={(isChosen) => toggle(one, isChosen)}
            />
          ))}
        </ul>
      )}
      {file.skipped.length > 0 && (
        <details className={styles.skipped}>
          <summary>{text(strings.skipped, { count: file.skipped.length })}</summary>
          <ul>
            {file.skipped.map(({ what, reason }, i) => (
              <li key={`${id}${i}`}>
                <span className={styles.what}>{what === '' ? strings.empty : what}</span>{' '}
                <span className={styles.reason}>{strings.reasons[reason]}</span>
              </li>
            ))}
          </ul>
        </details>
      )}
    </div>
  )
}

function MarkerRow({
  one: { marker, standing },
  isChosen,
  onToggle,
}: {
  readonly one: PlannedMarker
  readonly isChosen: boolean
  readonly onToggle: (isChosen: boolean) => void
}) {
  const time = clockTime(marker.at)
  const label = text(strings.marker, { time, text: marker.text })
  return (
    <li className={styles.row} data-off={!isChosen || undefined}>
      <Checkbox
        labelHidden
        checked={isChosen}
        disabled={standing === 'beyond'}
        onCheckedChange={onToggle}
        className={styles.check}
      >
        {standing === 'new' ? label : `${label} (${strings.standings[standing]})`}
      </Checkbox>
      <span className={styles.time} aria-hidden>
        {time}
        {marker.end !== null && (
          <>
            <br />– {clockTime(marker.end)}
          </>
        )}
      </span>
      <span className={styles.text} aria-hidden>
        {marker.text}
      </span>
      {standing !== 'new' && (
        <span className={styles.standing} aria-hidden>
          {strings.standings[standing]}
        </span>
      )}
    </li>
  )
}
