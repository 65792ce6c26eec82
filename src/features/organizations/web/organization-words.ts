import { FailedRequest } from '#web/api/failed-request.ts'
import { reasonOf } from '#web/api/reason.ts'
import { organizationStrings } from './organizations.strings.ts'

/** The reason for a refused call in one sentence; the backend's own message if it is good enough. */
export function organizationWords(error: unknown): string {
  return (error instanceof FailedRequest ? organizationStrings.refusals[error.code] : undefined) ?? reasonOf(error)
}

/** The full URL of an invitation, to send to its recipient. */
export function invitationHref(invitationId: string): string {
  return `${window.location.origin}/invitation/${encodeURIComponent(invitationId)}`
}
