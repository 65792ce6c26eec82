/** At once, so that no key is lost on the way; where it is only about to be drawn, after that. */
export function focusTask(taskId: string): void {
  const find = () => document.querySelector<HTMLElement>(`[data-task="${CSS.escape(taskId)}"]`)
  const there = find()
  if (there) there.focus()
  else requestAnimationFrame(() => find()?.focus())
}
