import { forgetDrafts } from '#web/api/kept-drafts.ts'
import { forgetKept, keepAnew } from '#web/api/kept-storage.ts'
import { endVisit } from '#web/api/visit-mark.ts'
import { changesSession } from '../auth-call.ts'

/** `person`: somebody signed in or up. `nobody`: signed out. `facts`: the same person, with changed data. */
export type SessionChange = 'person' | 'nobody' | 'facts'

const listeners = new Set<(change: SessionChange) => Promise<void>>()

/** For caches of data that belongs to a session. */
export function watchSessionChanges(listener: (change: SessionChange) => Promise<void>): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** Call after a call to `path` has succeeded; resolves when the caches are cleared. */
export async function tellSessionChange(path: string): Promise<void> {
  if (!changesSession(path)) return
  const change = changeBy(path)
  if (change === 'nobody') {
    forgetDrafts()
    await endVisit()
  }
  if (change === 'person') {
    keepAnew()
    await forgetKept()
  }
  await Promise.all([...listeners].map((listener) => listener(change)))
}

function changeBy(path: string): SessionChange {
  if (path === '/sign-out' || path === '/delete-user') return 'nobody'
  return path.startsWith('/sign-') ? 'person' : 'facts'
}
