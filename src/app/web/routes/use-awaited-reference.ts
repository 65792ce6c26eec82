import { useState } from 'react'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'

interface Awaited {
  readonly names: readonly string[]
  /** What was there before. */
  readonly known: readonly string[]
}

export interface AwaitedReference {
  /** A version that came of these files and can be heard. */
  readonly arrived: string | undefined
  readonly wait: (files: readonly File[]) => void
  /** It has joined: from now on it comes and goes like every other. */
  readonly settle: (versionId: string) => void
}

/** Files that were chosen as references, until each can be heard. */
export function useAwaitedReference({ trackVersions }: ProjectDetails): AwaitedReference {
  const [{ names, known }, setAwaited] = useState<Awaited>({ names: [], known: [] })
  const arrived = trackVersions.find(
    ({ id, state, fileName }) => state === 'ready' && names.includes(fileName) && !known.includes(id),
  )
  return {
    arrived: arrived?.id,
    wait: (files) =>
      setAwaited((before) => ({
        names: [...before.names, ...files.map(({ name }) => name)],
        known: [...before.known, ...trackVersions.map(({ id }) => id)],
      })),
    settle: (versionId) => setAwaited((before) => ({ ...before, known: [...before.known, versionId] })),
  }
}
