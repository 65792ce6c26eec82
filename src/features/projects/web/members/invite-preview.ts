import type { InvitePreview } from '#features/projects/projects.contract.ts'
import { hasStatus } from '#web/api/failed-request.ts'
import { projectApi } from '../project-api.ts'

/** Where a link leads, `gone` when nowhere, undefined when nobody can tell. */
export async function readInvitePreview(inviteId: string): Promise<InvitePreview | 'gone' | undefined> {
  try {
    return await projectApi('GET /api/invite/:inviteId', { params: { inviteId } })
  } catch (error) {
    return hasStatus(error, 404) ? 'gone' : undefined
  }
}
