import { findRow } from '#web/ui/keys/find-row.ts'

/** At once, so that no key is lost on the way; where it is only about to be drawn, after that. */
export function focusTask(taskId: string): void {
  const there = findRow('data-task', taskId)
  if (there) there.focus()
  else requestAnimationFrame(() => findRow('data-task', taskId)?.focus())
}
