import { useState } from 'react'
import { usePageKeys } from '#web/ui/keys/use-page-keys.ts'
import { BottomSheet } from '#web/ui/overlay/BottomSheet.tsx'
import { PageSide } from '#web/ui/page/PageWithSide.tsx'
import { phoneQuery, useMedia } from '#web/ui/use-media.ts'
import { taskNumber } from '../task-number.ts'
import { taskStrings } from '../tasks.strings.ts'
import TaskPanel, { type TaskPanelProps } from './TaskPanel.tsx'
import styles from './TaskSide.module.css'
import { taskPanelStrings } from './task-panel.strings.ts'

/** A task's panel beside the page; on a phone a sheet over it. */
export default function TaskSide(props: Omit<TaskPanelProps, 'isInSheet'>) {
  const { project, task, onClose } = props
  const isPhone = useMedia(phoneQuery)
  const [height, setHeight] = useState<'half' | 'full'>('full')
  usePageKeys([{ keys: ['Escape'], label: taskPanelStrings.closeKey, group: taskStrings.group, run: onClose }])
  const label = taskNumber(project.taskPrefix, task)
  return (
    <PageSide>
      {isPhone ? (
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
