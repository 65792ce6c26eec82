import { queryOptions } from '@tanstack/react-query'
import { client } from '#web/api/api-client.ts'
import type { approvalRoutes } from '../approvals.contract.ts'

export const approvalApi = client<typeof approvalRoutes>()

/** The prefix of every key of a project's approvals. */
export const approvalsKey = (projectId: string) => ['project', projectId, 'approvals'] as const

export const trackApprovalsQuery = (projectId: string, trackId: string) =>
  queryOptions({
    queryKey: [...approvalsKey(projectId), 'track', trackId],
    queryFn: ({ signal }) =>
      approvalApi('GET /api/projects/:projectId/tracks/:trackId/approvals', { params: { projectId, trackId }, signal }),
  })

/** Verdicts on the current version of each track. */
export const projectApprovalsQuery = (projectId: string) =>
  queryOptions({
    queryKey: [...approvalsKey(projectId), 'tracks'],
    queryFn: async ({ signal }) =>
      (await approvalApi('GET /api/projects/:projectId/approvals', { params: { projectId }, signal })).items,
  })

/** Approvals that wait for the user, over all projects. */
export const waitingQuery = queryOptions({
  queryKey: ['approvals-waiting'],
  queryFn: async ({ signal }) => (await approvalApi('GET /api/approvals/waiting', { signal })).items,
})
