import { queryOptions } from '@tanstack/react-query'
import { allPages } from '#web/api/all-pages.ts'
import { staleTimes } from '#web/api/stale-times.ts'
import { projectApi } from './project-api.ts'

/** The prefix of every list of projects. */
export const projectListsKey = ['projects'] as const

export type ProjectShelf = 'active' | 'archived'

/** Not paged, because the browser sorts and searches it. */
export const projectsQuery = (state: ProjectShelf) =>
  queryOptions({
    queryKey: [...projectListsKey, state],
    queryFn: ({ signal }) =>
      allPages((cursor) => projectApi('GET /api/projects', { query: { state, limit: 200, cursor }, signal })),
    staleTime: staleTimes.settled,
  })

/** Of an organization, or of the user's own projects. Summing files is work, so it is not asked often. */
export const storageQuery = (organizationId: string | undefined) =>
  queryOptions({
    queryKey: ['storage', organizationId ?? null],
    queryFn: ({ signal }) =>
      projectApi('GET /api/storage', { query: { ...(organizationId && { organizationId }) }, signal }),
    staleTime: staleTimes.settled,
  })

/** The prefix of every organization's delivery targets. */
export const organizationTargetsKey = ['organization-targets'] as const

export const organizationTargetsQuery = (organizationId: string) =>
  queryOptions({
    queryKey: [...organizationTargetsKey, organizationId],
    queryFn: ({ signal }) =>
      projectApi('GET /api/organizations/:organizationId/targets', { params: { organizationId }, signal }),
  })

export const membersQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'members'],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        projectApi('GET /api/projects/:projectId/members', {
          params: { projectId },
          query: { limit: 200, cursor },
          signal,
        }),
      ),
  })

/** The prefix of every list of people with access to a project; a change of an organization makes them stale. */
export const projectPeopleKey = ['project-people'] as const

export const projectPeopleQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...projectPeopleKey, projectId],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        projectApi('GET /api/projects/:projectId/people', {
          params: { projectId },
          query: { limit: 500, cursor },
          signal,
        }),
      ),
  })

/** Links are secrets: fetched on demand and never stored on disk. */
export const invitesQuery = (projectId: string) =>
  queryOptions({
    queryKey: ['project', projectId, 'invites'],
    queryFn: ({ signal }) =>
      allPages((cursor) =>
        projectApi('GET /api/projects/:projectId/invites', {
          params: { projectId },
          query: { limit: 200, cursor },
          signal,
        }),
      ),
    meta: { private: true },
  })
