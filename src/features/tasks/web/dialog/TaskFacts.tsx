import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import type { Task } from '../../tasks.contract.ts'
import { dueWords } from '../list/due-words.ts'
import { taskStrings } from '../tasks.strings.ts'
import styles from './TaskFacts.module.css'

interface TaskFactsProps {
  readonly project: ProjectDetails
  readonly task: Task
}

/** A task's details for people who may only read. */
export function TaskFacts({ project, task }: TaskFactsProps) {
  const { title, description, assigneeId, dueOn, priority, state, trackId } = task
  const facts = [
    [
      taskStrings.assignee,
      project.members.find(({ person }) => person.id === assigneeId)?.person.name ?? taskStrings.nobody,
    ],
    ...(dueOn === null ? [] : [[taskStrings.dueOn, dueWords(dueOn)]]),
    [taskStrings.priority, taskStrings.priorities[priority]],
    [taskStrings.state, taskStrings.states[state]],
    [taskStrings.track, project.tracks.find(({ id }) => id === trackId)?.title ?? taskStrings.noTrack],
  ] as const
  return (
    <>
      <h3 className={styles.title}>{title}</h3>
      {description !== '' && <p className={styles.description}>{description}</p>}
      <dl className={styles.facts}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}
