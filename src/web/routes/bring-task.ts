/** A list of tasks that is not there by then will not come. */
const longestWaitMs = 10_000

/** Moves the focus to a task as soon as it stands on the page. */
export function bringTask(taskId: string): void {
  const find = () => document.querySelector<HTMLElement>(`[data-task="${CSS.escape(taskId)}"]`)
  const stop = new AbortController()
  const look = () => {
    const task = find()
    if (!task || stop.signal.aborted) return
    stop.abort()
    task.scrollIntoView({ block: 'center' })
    task.focus()
  }
  const observer = new MutationObserver(look)
  stop.signal.addEventListener('abort', () => observer.disconnect())
  observer.observe(document.body, { childList: true, subtree: true })
  setTimeout(() => stop.abort(), longestWaitMs)
  look()
}
