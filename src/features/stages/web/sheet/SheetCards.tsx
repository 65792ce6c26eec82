import { trackHref } from '#features/tracks/web/track-links.ts'
import { text } from '#web/i18n/text.ts'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { stageStrings as strings } from '../stages.strings.ts'
import { progressWords } from './SheetGrid.tsx'
import { progressOf } from './sheet-progress.ts'
import type { SheetView } from './sheet-view.ts'
import { StageMark } from './StageMark.tsx'
import styles from './SheetCards.module.css'

/** For phones: a card for each track, with its stages as a list. */
export function SheetCards({ projectId, tracks, stages, cellOf, today, people, onOpen }: SheetView) {
  return (
    <ol className={styles.cards} aria-label={strings.sheet}>
      {tracks.map(({ track, number }) => {
        const cells = stages.map((stage) => cellOf(stage.id, track.id))
        const progress = progressOf(cells, today)
        return (
          <li key={track.id} className={styles.card}>
            <div className={styles.head}>
              <span className={styles.number}>{number}</span>
              <UiLink href={trackHref(projectId, track.id)} className={styles.link}>
                {track.title}
              </UiLink>
              <span className={styles.progress}>
                {progressWords(progress)}
                {progress.late > 0 && (
                  <span className={styles.late}>{text(strings.lateCount, { count: progress.late })}</span>
                )}
              </span>
            </div>
            <ul>
              {stages.map((stage) => {
                const cell = cellOf(stage.id, track.id)
                return (
                  <li key={stage.id}>
                    <button
                      type="button"
                      className={styles.stage}
                      aria-haspopup="dialog"
                      onClick={({ currentTarget }) => onOpen({ stage, track }, currentTarget)}
                    >
                      <span className={styles.name}>{stage.name}</span>
                      <span className={styles.mark}>
                        <StageMark cell={cell} today={today} person={people.faceOf(cell.assigneeId)} />
                      </span>
                    </button>
                  </li>
                )
              })}
            </ul>
          </li>
        )
      })}
    </ol>
  )
}
