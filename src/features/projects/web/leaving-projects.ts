import type { Milliseconds } from '#shared/units.ts'

const leaving = new Set<string>()
/** The server tells of the loss within two seconds. */
const rememberedMs: Milliseconds = 10_000

/** Carries out what ends one's own access, so that losing it surprises nobody. */
export async function whileLeaving<T>(projectId: string, carryOut: () => Promise<T>): Promise<T> {
  leaving.add(projectId)
  try {
    return await carryOut()
  } finally {
    setTimeout(() => leaving.delete(projectId), rememberedMs)
  }
}

/** Whether the person gave this project up by themselves just now. */
export function isLeaving(projectId: string): boolean {
  return leaving.has(projectId)
}
