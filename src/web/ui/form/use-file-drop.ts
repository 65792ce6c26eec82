import { useEffect, useEffectEvent, useState, type RefObject } from 'react'
import { droppedFiles } from './dropped-files.ts'
import { takeHeldDrops } from './held-drop.ts'

/**
 * Handles files dragged over an element, or over the whole window if `area` is null. Returns whether files hover, and
 * passes on dropped ones. Ignores dragged text and links.
 */
export function useFileDrop(
  area: RefObject<HTMLElement | null> | null,
  onFiles: (files: readonly File[]) => void,
): boolean {
  const [over, setOver] = useState(false)
  const drop = useEffectEvent(onFiles)
  useEffect(() => {
    const target: HTMLElement | Window = area === null ? window : (area.current ?? window)
    // dragenter on a child fires before dragleave on its parent, so the depth never reaches 0 in between.
    let depth = 0
    const take = (files: readonly File[]) => {
      if (files.length > 0) drop(files)
    }
    const handlers = {
      dragenter: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        depth += 1
        setOver(true)
      },
      dragover: (event: DragEvent) => {
        if (!hasFiles(event)) return
        event.preventDefault()
        if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy'
      },
      dragleave: (event: DragEvent) => {
        if (!hasFiles(event)) return
        depth = Math.max(0, depth - 1)
        if (depth === 0) setOver(false)
      },
      drop: (event: DragEvent) => {
        depth = 0
        setOver(false)
        if (!hasFiles(event) || event.defaultPrevented) return
        event.preventDefault()
        const files = event.dataTransfer ? droppedFiles(event.dataTransfer) : []
        if (files instanceof Promise) void files.then(take)
        else take(files)
      },
    }
    const stop = new AbortController()
    const leave = area === null ? takeHeldDrops(take) : undefined
    for (const [name, handler] of Object.entries(handlers)) {
      // The names above are drag events, on elements and on the window alike.
      target.addEventListener(name, handler as EventListener, { signal: stop.signal })
    }
    return () => {
      stop.abort()
      leave?.()
    }
  }, [area])
  return over
}

function hasFiles(event: DragEvent): boolean {
  return event.dataTransfer?.types.includes('Files') ?? false
}
