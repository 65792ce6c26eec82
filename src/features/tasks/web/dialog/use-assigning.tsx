import { useState, type ReactNode } from 'react'
import type { Membership } from '#features/projects/projects.contract.ts'
import { text } from '#web/i18n/text.ts'
import { lazyDialog } from '#web/ui/page/lazy-part.tsx'
import type { Task } from '../../tasks.contract.ts'
import { taskNumber } from '../task-number.ts'
import { taskStrings } from '../tasks.strings.ts'
import type { TaskActions } from '../use-task-actions.ts'

const AssignDialog = lazyDialog(() => import('./AssignDialog.tsx'))

interface Assigning {
  readonly ask: (tasks: readonly Task[]) => void
  /** Project of the tasks in question. */
  readonly projectId: string | undefined
  readonly dialog: (members: readonly Membership[], prefix: string) => ReactNode
}

/** The dialog that assigns one task, or several of one project. */
export function useAssigning(actions: TaskActions): Assigning {
  const [asked, setAsked] = useState<readonly Task[]>([])
  const [first] = asked
  const isSame = asked.every(({ assigneeId }) => assigneeId === first?.assigneeId)
  return {
    // Members differ between projects, so only tasks of the first one's project are assigned.
    ask: (tasks) => setAsked(tasks.filter(({ projectId }) => projectId === tasks[0]?.projectId)),
    projectId: first?.projectId,
    dialog: (members, prefix) =>
      first && (
        <AssignDialog
          title={text(taskStrings.assignTitle, {
            number:
              asked.length === 1
                ? prefix === ''
                  ? first.title
                  : taskNumber(prefix, first)
                : text(taskStrings.several, { count: asked.length }),
          })}
          members={members}
          assigneeId={isSame ? first.assigneeId : undefined}
          onAssign={(assigneeId) => actions.changeAll(asked, { assigneeId })}
          onClose={() => setAsked([])}
        />
      ),
  }
}
