import type { Seconds } from '#shared/units.ts'

export interface Playhead {
  readonly position: () => Seconds
  readonly isMoving: () => boolean
  /** Notifies when it may have begun to move, or jumped. */
  readonly subscribe: (listener: () => void) => () => void
}

/**
 * Calls `draw` with the position at once, in every frame while it moves, and after jumps. Returns a function that stops
 * it.
 */
export function followPlayhead(
  { position, isMoving, subscribe }: Playhead,
  draw: (position: Seconds) => void,
): () => void {
  let frame = 0
  const step = (): void => {
    draw(position())
    frame = isMoving() ? requestAnimationFrame(step) : 0
  }
  const stop = subscribe(() => {
    if (frame === 0) frame = requestAnimationFrame(step)
  })
  step()
  return () => {
    stop()
    cancelAnimationFrame(frame)
  }
}
