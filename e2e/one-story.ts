import { beforeEach } from 'vitest'

/**
 * Says that the tests of a file are steps of one story. Where one fails it is not tried again in the middle of what it
 * left, and the rest is not gone through in vain: the whole file gets its other chance, from the start.
 */
export function oneStory(): void {
  const begun = new Set<string>()
  let endedAt: string | undefined
  beforeEach(({ task, onTestFailed }) => {
    if (begun.has(task.id)) endedAt ??= task.name
    begun.add(task.id)
    if (endedAt !== undefined) throw new Error(`The story ended at “${endedAt}”.`)
    onTestFailed(() => void (endedAt ??= task.name))
  })
}
