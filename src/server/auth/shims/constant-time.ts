import { setTimeout as pause } from 'node:timers/promises'
import type { Milliseconds } from '#shared/units.ts'

/** Answers no sooner than after `floorMs`, whatever the work found. A refusal waits as well. */
export async function inConstantTime<T>(floorMs: Milliseconds, work: () => Promise<T>): Promise<T> {
  const floor = pause(floorMs)
  try {
    return await work()
  } finally {
    await floor
  }
}
