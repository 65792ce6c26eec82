import { findRow } from '#web/ui/keys/find-row.ts'

/** The panel with the task may still have to load its code. */
const mostFrames = 60

/** Synchronous if possible, so that no key press is lost; otherwise as soon as it is rendered. */
export function focusTask(taskId: string, frames = mostFrames): void {
  const there = findRow('data-task', taskId)
  if (there) there.focus()
  else if (frames > 0) requestAnimationFrame(() => focusTask(taskId, frames - 1))
}
