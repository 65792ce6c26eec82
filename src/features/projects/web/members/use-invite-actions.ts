import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useInviteWords } from '#features/organizations/web/members/use-invite-words.ts'
import type { Invite } from '#features/projects/projects.contract.ts'
import { FailedRequest } from '#web/api/failed-request.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { memberStrings } from './members.strings.ts'
import { projectApi } from '../project-api.ts'
import { invitesQuery } from '../projects.client.ts'
import type { InviteTerms } from './standing-invite.ts'

interface SentInvites {
  readonly made: readonly Invite[]
  /** Addresses that the server refused, with reasons. */
  readonly refused: readonly { readonly email: string; readonly reason: string }[]
}

/** Mails a link to each address; a refusal does not stop the others. */
export function useSendInvites(projectId: string) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async ({
      addresses,
      ...terms
    }: InviteTerms & { readonly addresses: readonly string[] }): Promise<SentInvites> => {
      const made: Invite[] = []
      const refused: { email: string; reason: string }[] = []
      // In sequence: the list shows them in order, and the server counts them one by one.
      for (const email of addresses) {
        try {
          const body = { ...terms, maxUses: 1, email }
          made.push(await projectApi('POST /api/projects/:projectId/invites', { params: { projectId }, body }))
        } catch (error) {
          refused.push({
            email,
            reason: error instanceof FailedRequest ? (error.inputErrors['email'] ?? reasonOf(error)) : reasonOf(error),
          })
        }
      }
      return { made, refused }
    },
    onSettled: () => queries.invalidateQueries({ queryKey: invitesQuery(projectId).queryKey }),
  })
}

/** Mails a pending invite again. */
export function useResendInvite(projectId: string): (invite: Invite) => void {
  const words = useInviteWords()
  const { mutate } = useMutation({
    mutationFn: ({ id: inviteId }: Invite) =>
      projectApi('POST /api/projects/:projectId/invites/:inviteId/resend', { params: { projectId, inviteId } }),
    onSuccess: ({ email }) =>
      void toast({ text: words.again(email ?? '', text(memberStrings.resent, { email: email ?? '' })) }),
    onError: (error) =>
      void toast({ tone: 'error', text: text(memberStrings.inviteFailed, { reason: reasonOf(error) }) }),
  })
  return (invite) => mutate(invite)
}

/** Revokes at once; the toast has an undo. */
export function useRevokeInvite(projectId: string): (invite: Invite) => void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ invite, back }: { readonly invite: Invite; readonly back: boolean }): Promise<unknown> => {
      const params = { projectId, inviteId: invite.id }
      return back
        ? projectApi('POST /api/projects/:projectId/invites/:inviteId/restore', { params })
        : projectApi('DELETE /api/projects/:projectId/invites/:inviteId', { params })
    },
    onSuccess: (_, { invite, back }) => {
      toast(
        back
          ? { text: memberStrings.revokeUndone }
          : { text: memberStrings.revoked, undo: () => mutate({ invite, back: true }) },
      )
      return queries.invalidateQueries({ queryKey: invitesQuery(projectId).queryKey })
    },
    onError: (error) => toast({ tone: 'error', text: text(memberStrings.inviteFailed, { reason: reasonOf(error) }) }),
  })
  return (invite) => mutate({ invite, back: false })
}

/** Lets in, or declines, somebody who asks to use an invite that was made for another address. */
export function useAnswerRequest(projectId: string): (answer: { invite: Invite; letIn: boolean }) => void {
  const queries = useQueryClient()
  const { mutate } = useMutation({
    mutationFn: ({ invite, letIn }: { readonly invite: Invite; readonly letIn: boolean }) => {
      const params = { projectId, inviteId: invite.id }
      return letIn
        ? projectApi('POST /api/projects/:projectId/invites/:inviteId/admit', {
            params,
            body: { userId: invite.askedBy?.id ?? '' },
          })
        : projectApi('DELETE /api/projects/:projectId/invites/:inviteId/request', { params })
    },
    onSuccess: (_, { invite, letIn }) => {
      const name = invite.askedBy?.name ?? ''
      toast({ text: text(letIn ? memberStrings.wasLetIn : memberStrings.wasDeclined, { name }) })
    },
    onError: (error) => toast({ tone: 'error', text: text(memberStrings.inviteFailed, { reason: reasonOf(error) }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: invitesQuery(projectId).queryKey }),
  })
  return (answer) => mutate(answer)
}

/** If the page may not write to the clipboard, the link can still be selected. */
export async function copyLink(url: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(url)
    toast({ text: memberStrings.copied })
  } catch {
    toast({ tone: 'error', text: memberStrings.copyFailed })
  }
}
