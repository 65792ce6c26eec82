import { queryOptions } from '@tanstack/react-query'
import type { Invite } from '#features/projects/projects.contract.ts'
import { projectApi } from '../project-api.ts'
import { invitesQuery } from '../projects.client.ts'

const HOUR_MS = 3_600_000

export interface InviteTerms {
  readonly role: 'editor' | 'commenter' | 'listener'
  readonly mayDownload: boolean
  readonly expiresInHours: number
  readonly maxUses: number | null
}

/**
 * The user's link to the project on these terms. It is created the first time and the same again while at least half
 * of its time is left, so that Invite followed by Copy does not fill the list with links.
 */
export const standingInviteQuery = (projectId: string, userId: string, terms: InviteTerms) =>
  queryOptions({
    // Not of the list of invites: what changes that must not create another under the user's hands.
    queryKey: ['standing invite', projectId, userId, terms],
    queryFn: async ({ client }): Promise<Invite> => {
      const invites = await client.fetchQuery({ ...invitesQuery(projectId), staleTime: 0 })
      const before = invites.find(
        (invite) =>
          invite.email === null &&
          invite.createdBy?.id === userId &&
          invite.role === terms.role &&
          invite.mayDownload === terms.mayDownload &&
          invite.maxUses === terms.maxUses &&
          invite.expiresAt - Date.now() > (terms.expiresInHours / 2) * HOUR_MS &&
          invite.expiresAt - Date.now() <= terms.expiresInHours * HOUR_MS,
      )
      if (before) return before
      const invite = await projectApi('POST /api/projects/:projectId/invites', { params: { projectId }, body: terms })
      client.setQueryData(invitesQuery(projectId).queryKey, [invite, ...invites])
      return invite
    },
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    meta: { private: true },
  })
