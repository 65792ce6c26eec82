import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'

/** The project to invite people to: its page shows the dialog. */
let requested: string | null = null
const listeners = new Listeners()

export function requestInvite(projectId: string | null): void {
  requested = projectId
  listeners.tell()
}

export function useInviteRequested(): string | null {
  return useSyncExternalStore(listeners.add, () => requested)
}
