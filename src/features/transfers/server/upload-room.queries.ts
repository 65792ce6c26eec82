import type { ProjectScope } from '#server/scope.ts'
import { roomLeft } from '#features/projects/server/project-quota.queries.ts'
import { spareBytes } from '#server/storage/free-space.ts'
import type { UploadRoom } from '../transfers.contract.ts'

/** The narrowest of all limits. What others take meanwhile is found out when a file begins. */
export async function readUploadRoom(scope: ProjectScope): Promise<UploadRoom> {
  const limits = (await roomLeft(scope)).map(({ whose, bytes }) => ({ limitedBy: whose, freeBytes: bytes }) as const)
  const spare = await spareBytes(scope)
  const all =
    spare === undefined
      ? limits
      : [...limits, { limitedBy: 'server', freeBytes: Math.max(0, Math.floor(spare)) } as const]
  const [least] = all.toSorted((a, b) => a.freeBytes - b.freeBytes)
  return {
    freeBytes: least?.freeBytes ?? null,
    limitedBy: least?.limitedBy ?? null,
    largestFileBytes: largestBytes(scope),
  }
}

export function largestBytes({ config }: Pick<ProjectScope, 'config'>): number {
  return Math.floor(config.MAX_UPLOAD_GB * 1e9)
}
