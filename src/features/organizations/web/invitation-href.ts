/** The whole address of an invitation, to be sent to whom it is for. */
export function invitationHref(invitationId: string): string {
  return `${window.location.origin}/invitation/${encodeURIComponent(invitationId)}`
}
