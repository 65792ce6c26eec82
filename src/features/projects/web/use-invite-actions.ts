import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Invite } from '#features/projects/projects.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/toast-store.ts'
import { memberStrings } from './members.strings.ts'
import { projectApi } from './project-api.ts'
import { invitesQuery } from './projects.queries.ts'

export interface NewInvite {
  readonly role: 'editor' | 'commenter' | 'listener'
  readonly mayDownload: boolean
  readonly expiresInHours: number
  readonly maxUses: number | null
  readonly email?: string
}

export function useMakeInvite(projectId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (body: NewInvite) => projectApi('POST /api/projects/:projectId/invites', { params: { projectId }, body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: invitesQuery(projectId).queryKey }),
  })
}

/** Revokes at once; the toast takes it back. */
export function useRevokeInvite(projectId: string): (invite: Invite) => void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ invite, back }: { readonly invite: Invite, readonly back: boolean }): Promise<unknown> => {
      const params = { projectId, inviteId: invite.id }
      return back ? projectApi('POST /api/projects/:projectId/invites/:inviteId/restore', { params }) : projectApi('DELETE /api/projects/:projectId/invites/:inviteId', { params })
    },
    onSuccess: (_, { invite, back }) => {
      toast(back ? { text: memberStrings.revokeUndone } : { text: memberStrings.revoked, undo: () => mutate({ invite, back: true }) })
      return queries.invalidateQueries({ queryKey: invitesQuery(projectId).queryKey })
    },
    onError: (error) => toast({ tone: 'error', text: text(memberStrings.inviteFailed, { reason: reasonOf(error) }) }),
  })
  return (invite) => mutate({ invite, back: false })
}

/** Where the page may not write to the clipboard the link stays selectable. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast({ text: memberStrings.copied })
  } catch {
    toast({ tone: 'error', text: memberStrings.copyFailed })
  }
}
