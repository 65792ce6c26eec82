/** Once the page has nothing better to do; where a browser cannot tell, a moment later. Returns the way to call it off. */
export function whenIdle(task: () => void): () => void {
  if (!('requestIdleCallback' in window)) {
    const timer = setTimeout(task, 1_000)
    return () => clearTimeout(timer)
  }
  const handle = requestIdleCallback(task, { timeout: 5_000 })
  return () => cancelIdleCallback(handle)
}
