import { endKept } from './kept-storage.ts'

/** Whose visit it is, for all tabs of this browser. Gone once they have signed out. */
const key = 'roughmix.signed-in'
/** Whose this page is. */
let mine: string | undefined
/** They signed out on this very page, which another one follows. */
let hasSignedOut = false

/**
 * This page shows what is this person's. Where the browser still has another's, their tabs leave and nothing of theirs
 * is kept.
 */
export async function beginVisit(userId: string): Promise<void> {
  const before = readMark()
  mine = userId
  hasSignedOut = false
  if (before === userId) return
  writeMark(userId)
  if (before !== null) await endKept()
}

/** Whoever was here has signed out: every other tab of theirs leaves. This one does so by itself. */
export async function endVisit(): Promise<void> {
  mine = undefined
  hasSignedOut = true
  writeMark(null)
  forgetTab()
  await endKept()
}

const watchers = new Set<() => void>()

/**
 * Whether this page shows a person who has signed out in another tab, or in whose place somebody else has signed in.
 */
export function isVisitOver(): boolean {
  return mine !== undefined && readMark() !== mine
}

/** As `isVisitOver`, before something is asked or taken in: then the page leaves. */
export function hasVisitEnded(): boolean {
  const isOver = isVisitOver()
  if (isOver) for (const leave of watchers) leave()
  return isOver
}

/**
 * Calls as soon as that is so: told by the other tab, or found out when this one asks for something, comes to the
 * front, or back from where the browser had put it to sleep. Returns how to stop.
 */
export function watchVisit(onOver: () => void): () => void {
  const look = (event: Event) => {
    // The browser's Back brings a page as it was when it was left.
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

/** What lasts as long as the tab: places one scrolled to, results of blind tests. */
export function forgetTab(): void {
  try {
    sessionStorage.clear()
  } catch {
    // Where storage is refused there is nothing to forget either.
  }
}

/** Where the browser refuses storage, tabs know nothing of each other. */
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
    // As above.
  }
}
