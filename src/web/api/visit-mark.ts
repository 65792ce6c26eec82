import { endKept } from './kept-storage.ts'

/** localStorage key: the user whose visit it is, for all tabs of this browser. Removed at sign-out. */
const key = 'roughmix.signed-in'
/** The user whose data this page shows. */
let mine: string | undefined
/** The user signed out on this page, which then loads another one. */
let hasSignedOut = false

/**
 * Call when this page shows a user's data. If the browser holds another user's visit, their tabs leave and their data
 * is deleted.
 */
export async function beginVisit(userId: string): Promise<void> {
  const before = readMark()
  mine = userId
  hasSignedOut = false
  if (before === userId) return
  writeMark(userId)
  if (before !== null) await endKept()
}

/** Ends the visit at sign-out; every other tab of the user leaves. The calling page navigates away itself. */
export async function endVisit(): Promise<void> {
  mine = undefined
  hasSignedOut = true
  writeMark(null)
  forgetTab()
  await endKept()
}

/** The user whose data this page shows; undefined for guests, and before a session is known. */
export function visitorId(): string | undefined {
  return mine
}

const watchers = new Set<() => void>()

/** Whether this page shows a user who has signed out, or been replaced by another user, in another tab. */
export function isVisitOver(): boolean {
  return mine !== undefined && readMark() !== mine
}

/** Like `isVisitOver`, but also makes the page leave. Call it before a request is sent or an answer is used. */
export function hasVisitEnded(): boolean {
  const isOver = isVisitOver()
  if (isOver) for (const leave of watchers) leave()
  return isOver
}

/**
 * Calls `onOver` when another tab ends the visit, or when this page finds out before a request, on becoming visible, or
 * on return from the back/forward cache. Returns a function that stops watching.
 */
export function watchVisit(onOver: () => void): () => void {
  const look = (event: Event) => {
    // The back button restores a page in the state in which it was left.
    const isBack = event instanceof PageTransitionEvent && event.persisted && hasSignedOut
    if (isBack || isVisitOver()) onOver()
  }
  watchers.add(onOver)
  window.addEventListener('storage', look)
  window.addEventListener('pageshow', look)
  window.addEventListener('focus', look)
  document.addEventListener('visibilitychange', look)
  return () => {
    watchers.delete(onOver)
    window.removeEventListener('storage', look)
    window.removeEventListener('pageshow', look)
    window.removeEventListener('focus', look)
    document.removeEventListener('visibilitychange', look)
  }
}

/** Deletes what is stored for the tab: scroll positions and results of blind tests. */
export function forgetTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    // If storage is refused, there is nothing to delete.
  }
}

/** If the browser refuses storage, tabs cannot learn about each other. */
function readMark(): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return mine ?? null
  }
}

function writeMark(userId: string | null): void {
  try {
    if (userId === null) localStorage.removeItem(key)
    else localStorage.setItem(key, userId)
  } catch {
    // Storage is refused.
  }
}
