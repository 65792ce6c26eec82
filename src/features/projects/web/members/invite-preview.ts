import type { InvitePreview } from '#features/projects/projects.contract.ts'
import { hasStatus } from '#web/api/failed-request.ts'
import { projectApi } from '../project-api.ts'

/** What an invite leads to, `gone` if it is not valid, undefined if the server cannot be reached. */
export async function readInvitePreview(inviteId: string): Promise<InvitePreview | 'gone' | undefined> {
  try {
    return await projectApi('GET /api/invite/:inviteId', { params: { inviteId } })
  } catch (error) {
    return hasStatus(error, 404) ? 'gone' : undefined
  }
}
