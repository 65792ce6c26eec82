/** After the list was drawn again: what moves loses its focus on the way. */
export function focusTask(taskId: string): void {
  requestAnimationFrame(() => document.querySelector<HTMLElement>(`[data-task="${CSS.escape(taskId)}"]`)?.focus())
}
