import { useState } from 'react'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { BottomSheet } from '#web/ui/overlay/BottomSheet.tsx'
import { PageSide } from '#web/ui/page/PageWithSide.tsx'
import { phoneQuery, sideSheetQuery, useMedia } from '#web/ui/use-media.ts'
import { taskNumber } from '../task-number.ts'
import { taskStrings } from '../tasks.strings.ts'
import TaskPanel, { type TaskPanelProps } from './TaskPanel.tsx'
import styles from './TaskSide.module.css'
import { taskPanelStrings } from './task-panel.strings.ts'

/** A task's panel beside the page; a sheet over it where it is too narrow, and on a phone all of it. */
export default function TaskSide(props: Omit<TaskPanelProps, 'isInSheet'>) {
  const { project, task, onClose } = props
  const isSheet = useMedia(sideSheetQuery)
  const isSmall = useMedia(`${phoneQuery}, (max-height: 600px)`)
  // The window may become smaller while it is open.
  const [chosen, setHeight] = useState<'half' | 'full'>()
  const height = chosen ?? (isSmall ? 'full' : 'half')
  usePageKeys([{ keys: ['Escape'], label: taskPanelStrings.closeKey, group: taskStrings.group, run: onClose }])
  const label = taskNumber(project.taskPrefix, task)
  return (
    <PageSide>
      {isSheet ? (
        <BottomSheet
          label={label}
          height={height}
          onHeight={(next) => (next === 'closed' ? onClose() : setHeight(next))}
          closed={null}
        >
          <TaskPanel {...props} isInSheet />
        </BottomSheet>
      ) : (
        <aside className={styles.side} aria-label={label}>
          <TaskPanel {...props} />
        </aside>
      )}
    </PageSide>
  )
}

/** The same in the place of its list. */
export function TaskInPlace(props: TaskPanelProps) {
  return <TaskPanel {...props} />
}
