import { Pencil } from 'lucide-react'
import { formatPosition } from '#web/i18n/format-duration.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import type { ProjectDetails, Track, TrackVersion } from '../../tracks.contract.ts'
import { uploaderOf } from '../people-names.ts'
import { PeakLevel } from './PeakLevel.tsx'
import { loudnessWords } from './loudness-words.ts'
import { versionHeadline } from '../version-headline.ts'
import { trackStrings } from '../tracks.strings.ts'
import { MusicFigureText } from '../music/MusicFigureText.tsx'
import { keyFigure, tempoFigure } from '../music/music-figures.ts'
import { qualityOf } from '../versions/version-sound.ts'
import styles from './TrackFacts.module.css'

interface TrackFactsProps {
  readonly project: ProjectDetails
  readonly version: TrackVersion
  readonly track: Track
  /** For people who may correct tempo and key. */
  readonly onCorrect: (() => void) | undefined
  /** For people who may edit the changes. */
  readonly onEdit: (() => void) | undefined
}

/** One line: the changes, the uploader, and the version's figures. */
export function TrackFacts({ project, track, version, onCorrect, onEdit }: TrackFactsProps) {
  const { label, changelog, report, createdAt } = version
  const [tempo, key] = [tempoFigure(track, report), keyFigure(track, report)]
  const summary = versionHeadline(version) || label
  return (
    <div className={styles.facts} data-facts>
      <p className={styles.change}>
        {onEdit ? (
          <button type="button" className={styles.edit} title={changelog || trackStrings.editVersion} onClick={onEdit}>
            <span className={summary ? styles.said : styles.unsaid}>{summary || trackStrings.addChangelog}</span>
            <Icon of={Pencil} size={12} className={styles.pencil} />
          </button>
        ) : (
          <span className={summary ? styles.said : styles.unsaid} title={changelog}>
            {summary || trackStrings.noChangelog}
          </span>
        )}
        <span className={styles.by}>
          {uploaderOf(project.members, version)}, <RelativeTime at={createdAt} />
        </span>
      </p>
      {report && (
        <ul className={styles.figures}>
          <li>
            {report.format.container} {qualityOf(report.format)}
          </li>
          <li>{loudnessWords(report.loudness)}</li>
          {!report.loudness.notMeasured && (
            <li>
              <PeakLevel peak={report.loudness.truePeak} /> dBTP
            </li>
          )}
          {[tempo, key].map(
            (figure, index) =>
              figure && (
                <li key={index} className={styles.music}>
                  <MusicFigureText figure={figure} onCorrect={onCorrect} />
                </li>
              ),
          )}
          <li className={styles.length}>{formatPosition(report.format.durationSeconds)}</li>
        </ul>
      )}
    </div>
  )
}
