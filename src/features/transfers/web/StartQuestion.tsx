import { text } from '#web/i18n/text.ts'
import { Checkbox } from '#web/ui/Checkbox.tsx'
import { transferStrings } from './transfers.strings.ts'
import type { PlannedFile } from './upload-plan.ts'
import styles from './StartQuestion.module.css'

interface StartQuestionProps {
  /** Of the version it is going to be. */
  readonly number: number
  readonly start: NonNullable<PlannedFile['start']>
  readonly onDone: (done: readonly number[]) => void
}

/** Which of the tasks that the version was started for are done in it: those become its changelog. */
export function StartQuestion({ number, start: { asked, done }, onDone }: StartQuestionProps) {
  return (
    <fieldset className={styles.question}>
      <legend className={styles.legend}>{text(transferStrings.whichDone, { number })}</legend>
      <ul className={styles.items}>
        {asked.items.map(({ position, title }) => (
          <li key={position}>
            <Checkbox
              checked={done.includes(position)}
              onCheckedChange={(checked) =>
                onDone(checked ? [...done, position].toSorted((a, b) => a - b) : done.filter((one) => one !== position))
              }
            >
              {title}
            </Checkbox>
          </li>
        ))}
      </ul>
      <p className={styles.help}>{text(transferStrings.doneHelp, { count: done.length })}</p>
    </fieldset>
  )
}
