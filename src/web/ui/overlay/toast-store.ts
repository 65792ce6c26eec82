import { Listeners } from '#shared/listeners.ts'

/** A one-line message, with an undo action if there is one. */
export interface ToastRequest {
  readonly text: string
  /** Screen readers announce errors at once; other tones wait for a pause. */
  readonly tone?: 'done' | 'plain' | 'error'
  readonly undo?: () => void
  /** Replaces Undo, for example "Resume". */
  readonly action?: { readonly label: string; readonly onSelect: () => void }
}

export interface ToastShown extends ToastRequest {
  readonly id: number
}

/** At most three at once; the oldest is removed. */
const mostShown = 3

let shown: readonly ToastShown[] = []
let lastId = 0
const listeners = new Listeners()

/** Shows a message at the foot of the window. Returns a function that removes it. */
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

/** Whether any toast has been shown on this page. */
export function hasToasted(): boolean {
  return lastId > 0
}

export const watchToasts = listeners.add

function change(next: readonly ToastShown[]): void {
  shown = next
  listeners.tell()
}
