import { findRow } from '#web/ui/keys/find-row.ts'

/** Synchronous if possible, so that no key press is lost; otherwise after the next render. */
export function focusTask(taskId: string): void {
  const there = findRow('data-task', taskId)
  if (there) there.focus()
  else requestAnimationFrame(() => findRow('data-task', taskId)?.focus())
}
