import type { Milliseconds } from '#shared/units.ts'

const leaving = new Set<string>()
/** The server reports the loss of access within two seconds. */
const rememberedMs: Milliseconds = 10_000

/** Runs an action that ends the user's own access, so that the loss is not reported as a surprise. */
export async function whileLeaving<T>(projectId: string, carryOut: () => Promise<T>): Promise<T> {
  leaving.add(projectId)
  try {
    return await carryOut()
  } finally {
    setTimeout(() => leaving.delete(projectId), rememberedMs)
  }
}

/** Whether the user gave up access to this project just now. */
export function isLeaving(projectId: string): boolean {
  return leaving.has(projectId)
}
