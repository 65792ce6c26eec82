import { formatDueDay } from '#web/i18n/due-day.ts'
import { Icon } from '#web/ui/mark/Icon.tsx'
import type { StageCell } from '../../stages.contract.ts'
import { trackHref } from '#features/tracks/web/track-links.ts'
import { text } from '#web/i18n/text.ts'
import { UiLink } from '#web/ui/frame/UiLink.tsx'
import { stageStrings as strings } from '../stages.strings.ts'
import { progressWords } from './SheetGrid.tsx'
import { isPastDue, progressOf } from './sheet-progress.ts'
import type { SheetView } from './sheet-view.ts'
import { stageIcons } from './StageMark.tsx'
import type { SheetPeople } from './sheet-people.ts'
import styles from './SheetCards.module.css'

/** For phones: a card for each track, with its stages in a row; a press says the rest. */
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
            <ul className={styles.stages}>
              {stages.map((stage) => {
                const cell = cellOf(stage.id, track.id)
                return (
                  <li key={stage.id}>
                    <button
                      type="button"
                      className={styles.stage}
                      data-late={isPastDue(cell, today)}
                      aria-haspopup="dialog"
                      aria-label={[stage.name, ...cellWords(cell, today, people)].join(', ')}
                      onClick={({ currentTarget }) => onOpen({ stage, track }, currentTarget)}
                    >
                      <Icon of={stageIcons[cell.state]} className={styles[cell.state]} />
                      <span aria-hidden className={styles.name}>
                        {stage.name}
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

/** What the mark of a wider sheet shows. */
function cellWords(cell: StageCell, today: string, people: SheetPeople): readonly string[] {
  const { state, dueOn, note, assigneeId } = cell
  const when = dueOn === null ? undefined : { when: formatDueDay(dueOn, today) }
  const isOpen = state === 'not-started' || state === 'in-work'
  return [
    strings.states[state],
    ...(when && isOpen ? [text(isPastDue(cell, today) ? strings.late : strings.dueWhen, when)] : []),
    ...(assigneeId === null ? [] : [people.nameOf(assigneeId)]),
    ...(note === '' ? [] : [note]),
  ]
}
