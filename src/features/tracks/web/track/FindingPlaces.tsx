import { Fragment, useState } from 'react'
import type { Finding } from '#audio/analysis-report.ts'
import type { Seconds } from '#shared/units.ts'
import { text } from '#web/i18n/text.ts'
import { listening } from '#web/player/listening.ts'
import { Button } from '#web/ui/Button.tsx'
import { VisuallyHidden } from '#web/ui/VisuallyHidden.tsx'
import { placeTime, placeTraits } from './finding-words.ts'
import { findingStrings } from './findings.strings.ts'
import styles from './FindingPlaces.module.css'

interface FindingPlacesProps {
  readonly finding: Finding
  readonly onHear: (at: Seconds) => void
}

const shownAtOnce = 4

/** Every position of a finding as a button that plays it; the first few, the others on demand. */
export function FindingPlaces({ finding, onHear }: FindingPlacesProps) {
  const [unfolded, setUnfolded] = useState(false)
  const places = finding.places ?? []
  const shown = unfolded ? places : places.slice(0, shownAtOnce)
  const all = finding.kind === 'true-peak-over' ? (finding.count ?? 0) : 0
  return (
    <ul className={styles.places}>
      {shown.map((place) => (
        <li key={`${place.at}-${place.channel}`}>
          <button
            type="button"
            className={styles.place}
            onPointerEnter={listening.prepare}
            onClick={() => onHear(place.at)}
          >
            <VisuallyHidden>{findingStrings.hear}</VisuallyHidden>{' '}
            <span className={styles.time}>{placeTime(place)}</span>
            {placeTraits(finding, place).map((trait) => (
              <Fragment key={trait}>
                {' '}
                <span className={styles.trait}>{trait}</span>
              </Fragment>
            ))}
          </button>
        </li>
      ))}
      {shown.length < places.length && (
        <li>
          <Button size="small" tone="quiet" onClick={() => setUnfolded(true)}>
            {text(findingStrings.morePlaces, { count: places.length - shown.length })}
          </Button>
        </li>
      )}
      {unfolded && all > places.length && (
        <li className={styles.rest}>{text(findingStrings.worstPlaces, { shown: places.length, count: all })}</li>
      )}
    </ul>
  )
}
