import { queryOptions } from '@tanstack/react-query'
import type { organizationRoutes } from '#features/organizations/organizations.contract.ts'
import { allPages } from '#web/api/all-pages.ts'
import { client } from '#web/api/api-client.ts'
import { staleTimes } from '#web/api/stale-times.ts'
import { listInvitations } from './organization-call.ts'

export const organizationApi = client<typeof organizationRoutes>()

const limit = 200

/** The user's organizations, by name. */
export const organizationsQuery = queryOptions({
  queryKey: ['organizations'],
  queryFn: ({ signal }) =>
    allPages((cursor) => organizationApi('GET /api/organizations', { query: { limit, cursor }, signal })),
  staleTime: staleTimes.settled,
})

/** The prefix of every key of one organization. */
export const organizationKey = (organizationId: string) => ['organization', organizationId] as const

export const organizationQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'facts'],
    queryFn: ({ signal }) =>
      organizationApi('GET /api/organizations/:organizationId', { params: { organizationId }, signal }),
  })

export const organizationMembersQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'members'],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        organizationApi('GET /api/organizations/:organizationId/members', {
          params: { organizationId },
          query: { limit, cursor },
          signal,
        }),
      ),
  })

export const organizationTeamsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'teams'],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        organizationApi('GET /api/organizations/:organizationId/teams', {
          params: { organizationId },
          query: { limit, cursor },
          signal,
        }),
      ),
  })

export const organizationProjectsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'projects'],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        organizationApi('GET /api/organizations/:organizationId/projects', {
          params: { organizationId },
          query: { limit, cursor },
          signal,
        }),
      ),
  })

/** Ids of invitations are secrets: fetched on demand and never stored on disk. */
export const invitationsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationKey(organizationId), 'invitations'],
    queryFn: ({ signal }) => listInvitations(organizationId, signal),
    meta: { private: true },
  })
