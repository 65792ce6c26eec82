import { draftKey } from './kept-drafts.ts'
import { isVisitOver, visitorId } from './visit-mark.ts'

/** For browsers that refuse storage: it lasts as long as the page. */
const onPage = new Map<string, string>()

/** What was typed in a place, such as `task.{projectId}`, and neither sent nor discarded. */
export function readUnsent(place: string, userId = visitorId()): string | undefined {
  const key = draftKey(userId ?? '', place)
  try {
    return localStorage.getItem(key) ?? onPage.get(key)
  } catch {
    return onPage.get(key)
  }
}

/** Stores it in this browser until its user signs out; undefined deletes it. */
export function keepUnsent(place: string, words: string | undefined, userId = visitorId()): void {
  if (isVisitOver()) return
  const key = draftKey(userId ?? '', place)
  if (words === undefined) onPage.delete(key)
  else onPage.set(key, words)
  try {
    if (words === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, words)
  } catch {
    // Storage is refused or full.
  }
}
