import type { Milliseconds } from '#shared/units.ts'
import { droppedFiles } from './dropped-files.ts'

/** Longer ago it was meant for something that has not come. */
const waitsMs: Milliseconds = 5000

type Take = (files: readonly File[]) => void

let takers = 0
let held: { readonly files: ReturnType<typeof droppedFiles>; readonly at: number } | undefined

/**
 * For the frame of all pages: files that are dropped before the part is there that takes them wait for it. Without
 * this the browser would leave the page and open the file.
 */
export function holdDrops(): () => void {
  const stop = new AbortController()
  const isOurs = (event: DragEvent) =>
    takers === 0 && !event.defaultPrevented && (event.dataTransfer?.types.includes('Files') ?? false)
  window.addEventListener('dragover', (event) => isOurs(event) && event.preventDefault(), { signal: stop.signal })
  window.addEventListener(
    'drop',
    (event) => {
      if (!isOurs(event) || !event.dataTransfer) return
      event.preventDefault()
      held = { files: droppedFiles(event.dataTransfer), at: performance.now() }
    },
    { signal: stop.signal },
  )
  return () => stop.abort()
}

/** For what takes drops on the whole window, while it is there. */
export function takeHeldDrops(take: Take): () => void {
  takers += 1
  const early = held
  held = undefined
  if (early && performance.now() - early.at < waitsMs) void Promise.resolve(early.files).then(take)
  return () => {
    takers -= 1
  }
}
