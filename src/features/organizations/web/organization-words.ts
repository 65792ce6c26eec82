import { FailedRequest } from '#web/api/failed-request.ts'
import { reasonOf } from '#web/api/reason.ts'
import { organizationStrings } from './organizations.strings.ts'

/** What to tell about a refused call, in one sentence; the backend's own where it needs no better one. */
export function organizationWords(error: unknown): string {
  return (error instanceof FailedRequest ? organizationStrings.refusals[error.code] : undefined) ?? reasonOf(error)
}

/** The whole address of an invitation, to be sent to whom it is for. */
export function invitationHref(invitationId: string): string {
  return `${window.location.origin}/invitation/${encodeURIComponent(invitationId)}`
}
