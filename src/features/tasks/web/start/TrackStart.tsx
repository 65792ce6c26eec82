import { useQuery } from '@tanstack/react-query'
import { ListTodo } from 'lucide-react'
import { useState } from 'react'
import type { ProjectDetails, Track } from '#features/tracks/tracks.contract.ts'
import { allows } from '#shared/roles.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import { isDone } from '../../task-order.ts'
import type { Task } from '../../tasks.contract.ts'
import { taskPolicy } from '../../tasks.policy.ts'
import { startStrings } from './start.strings.ts'
import { StartChecklist } from './StartChecklist.tsx'
import { tasksQuery } from '../tasks.client.ts'
import { useStartActions } from './use-start-actions.ts'
import { startsQuery } from './version-starts.client.ts'

const StartDialog = lazyDialog(() => import('./StartDialog.tsx'))

interface TrackStartProps {
  readonly project: ProjectDetails
  readonly track: Track
  readonly onUpload?: ((trackId: string) => void) | undefined
}

/** The checklist of the track's next version or, for editors, a button to start one. */
export function TrackStart({ project, track, onUpload }: TrackStartProps) {
  const { data: starts } = useQuery(startsQuery(project.id))
  const { data: tasks = [] } = useQuery(tasksQuery(project.id))
  const [asking, setAsking] = useState(false)
  const actions = useStartActions(project.id)
  const start = starts?.find(({ trackId }) => trackId === track.id)
  if (start) return <StartChecklist project={project} start={start} onUpload={onUpload} />
  const open = openTasks(tasks)
  const count = open.filter(({ trackId }) => trackId === track.id).length
  const projectCount = open.filter(({ trackId }) => trackId === null).length
  if (
    !starts ||
    count + projectCount === 0 ||
    track.status === 'final' ||
    !allows(project, taskPolicy['version.start'])
  )
    return null
  const number =
    1 +
    Math.max(0, ...project.trackVersions.filter(({ trackId }) => trackId === track.id).map((version) => version.number))
  return (
    <>
      <Button size="small" icon={ListTodo} busy={actions.isPending} onClick={() => setAsking(true)}>
        {text(startStrings.start, { number })}
      </Button>
      {asking && (
        <StartDialog
          title={track.title}
          number={number}
          count={count}
          projectCount={projectCount}
          onStart={(withProject) => actions.start(track.id, withProject)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

function openTasks(tasks: readonly Task[]): readonly Task[] {
  return tasks.filter((task) => !isDone(task))
}
