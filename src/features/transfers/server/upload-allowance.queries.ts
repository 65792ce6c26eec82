import type { ProjectScope } from '#server/scope.ts'
import { quotaLeft } from '#features/projects/server/project-quota.queries.ts'
import { spareBytes } from '#server/storage/free-space.ts'
import type { UploadAllowance } from '../transfers.contract.ts'

/** The narrowest of all limits. What others take meanwhile is found out when a file begins. */
export async function readUploadAllowance(scope: ProjectScope): Promise<UploadAllowance> {
  const limits = (await quotaLeft(scope)).map(({ whose, bytes }) => ({ limitedBy: whose, freeBytes: bytes }) as const)
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
