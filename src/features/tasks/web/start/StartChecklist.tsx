import { Upload, X } from 'lucide-react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { nameOf } from '#features/tracks/web/people-names.ts'
import { allows } from '#shared/roles.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { Checkbox } from '#web/ui/form/Checkbox.tsx'
import { Progress } from '#web/ui/mark/Progress.tsx'
import { StateChip } from '#web/ui/mark/StateChip.tsx'
import { RelativeTime } from '#web/ui/mark/RelativeTime.tsx'
import { isSettled, settledOf } from '../../start-progress.ts'
import { isDone } from '../../task-order.ts'
import { taskPolicy } from '../../tasks.policy.ts'
import type { VersionStart, VersionStartItem } from '../../version-starts.contract.ts'
import { startStrings } from './start.strings.ts'
import { taskNumber } from '../task-number.ts'
import { useStartActions } from './use-start-actions.ts'
import styles from './StartChecklist.module.css'

interface StartChecklistProps {
  readonly project: ProjectDetails
  readonly start: VersionStart
  /** For people who may upload. */
  readonly onUpload?: ((trackId: string) => void) | undefined
}

/** The tasks planned for the next version; ticks update live for everybody. */
export function StartChecklist({ project, start, onUpload }: StartChecklistProps) {
  const { number, items, trackId, startedBy, startedAt } = start
  const actions = useStartActions(project.id)
  const settled = settledOf(start).length
  const mayTick = allows(project, taskPolicy['task.edit'])
  return (
    <section className={styles.start} aria-label={text(startStrings.list, { number })}>
      <header className={styles.head}>
        <h2 className={styles.name}>{text(startStrings.list, { number })}</h2>
        <p className={styles.by}>
          {text(startStrings.by, { name: nameOf(project.members, startedBy) })}, <RelativeTime at={startedAt} />
        </p>
      </header>
      <div className={styles.progress}>
        <Progress
          share={items.length === 0 ? 0 : settled / items.length}
          state={settled === items.length ? 'done' : 'going'}
          label={text(startStrings.list, { number })}
        />
        <span className={styles.count}>{text(startStrings.progress, { done: settled, count: items.length })}</span>
      </div>
      <ul className={styles.items}>
        {items.map((item) => (
          <li key={item.position} className={styles.item}>
            <StartItem
              item={item}
              prefix={project.taskPrefix}
              disabled={!mayTick}
              onTick={(ticked) => actions.tick(start, item, ticked)}
            />
          </li>
        ))}
      </ul>
      {allows(project, taskPolicy['version.start']) && (
        <footer className={styles.foot}>
          {onUpload && (
            <Button size="small" icon={Upload} onClick={() => onUpload(trackId)}>
              {text(startStrings.upload, { number })}
            </Button>
          )}
          <Button size="small" tone="quiet" icon={X} onClick={() => actions.cancel(start)}>
            {text(startStrings.cancel, { number })}
          </Button>
        </footer>
      )}
    </section>
  )
}

interface StartItemProps {
  readonly item: VersionStartItem
  readonly prefix: string
  readonly disabled: boolean
  readonly onTick: (ticked: boolean) => void
}

/** A task in state fixed is ticked already. */
function StartItem({ item, prefix, disabled, onTick }: StartItemProps) {
  const { state, taskNumber: number, title } = item
  const done = state !== null && isDone({ state })
  return (
    <>
      <Checkbox className={styles.box} checked={isSettled(item)} disabled={disabled || done} onCheckedChange={onTick}>
        <span className={styles.number}>{taskNumber(prefix, { number })}</span>{' '}
        <span className={styles.title} data-done={isSettled(item)}>
          {title}
        </span>
      </Checkbox>
      {state === null ? (
        <span className={styles.gone}>{startStrings.deleted}</span>
      ) : (
        state !== 'todo' && <StateChip state={state} />
      )}
    </>
  )
}
