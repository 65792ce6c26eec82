import { useSyncExternalStore } from 'react'
import { Listeners } from '#shared/listeners.ts'

/** The server's progress with a subject, by its id, in 0..1. The analysis of a version uses the version's id. */
export interface ProgressStore {
  readonly set: (subject: string, fraction: number) => void
  readonly get: (subject: string) => number | undefined
  readonly clear: () => void
  readonly watch: (listener: () => void) => () => void
}

export function progressStore(): ProgressStore {
  const fractions = new Map<string, number>()
  const listeners = new Listeners()
  return {
    set: (subject, fraction) => {
      fractions.set(subject, Math.min(1, Math.max(0, fraction)))
      listeners.tell()
    },
    get: (subject) => fractions.get(subject),
    clear: () => {
      fractions.clear()
      listeners.tell()
    },
    watch: listeners.add,
  }
}

/** Filled from the live channel. */
export const serverProgress: ProgressStore = progressStore()

/** 0..1, or undefined while unknown. */
export function useServerProgress(subject: string): number | undefined {
  return useSyncExternalStore(serverProgress.watch, () => serverProgress.get(subject))
}
