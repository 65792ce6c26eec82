import { Listeners } from '#shared/listeners.ts'

/** One line that something happened, with a way back where there is one. */
export interface ToastRequest {
  readonly text: string
  /** Errors are read out at once; the rest waits for a pause. */
  readonly tone?: 'done' | 'plain' | 'error'
  readonly undo?: () => void
  /** Another verb in Undo's place: "Resume". */
  readonly action?: { readonly label: string; readonly onSelect: () => void }
}

export interface ToastShown extends ToastRequest {
  readonly id: number
}

/** More than three at once is noise: the oldest gives way. */
const mostShown = 3

let shown: readonly ToastShown[] = []
let lastId = 0
const listeners = new Listeners()

/** Says something at the foot of the window. Returns the way to take it back. */
export function toast(request: ToastRequest): () => void {
  lastId += 1
  const id = lastId
  change([...shown.filter((other) => other.text !== request.text), { ...request, id }].slice(-mostShown))
  return () => dismissToast(id)
}

export function dismissToast(id: number): void {
  if (shown.some((one) => one.id === id)) change(shown.filter((one) => one.id !== id))
}

export function shownToasts(): readonly ToastShown[] {
  return shown
}

/** Whether anything was ever said on this page. */
export function hasToasted(): boolean {
  return lastId > 0
}

export const watchToasts = listeners.add

function change(next: readonly ToastShown[]): void {
  shown = next
  listeners.tell()
}
