import { readdir } from 'node:fs/promises'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { Seconds } from '#shared/units.ts'

export interface LoopLag {
  readonly median: Seconds
  readonly p99: Seconds
  readonly worst: Seconds
}

export interface LoopWatch {
  /** Since the last `read`, or since the start. */
  read(): LoopLag
  stop(): void
}

/** Measures the event loop's lag with a timer of 20 ms. */
export function watchLoop(): LoopWatch {
  const resolution = 20
  const delays = monitorEventLoopDelay({ resolution })
  delays.enable()
  const late = (nanoseconds: number): Seconds =>
    Number.isFinite(nanoseconds) ? Math.max(0, nanoseconds / 1e9 - resolution / 1000) : 0
  return {
    read() {
      const lag =
        delays.count === 0
          ? { median: 0, p99: 0, worst: 0 }
          : { median: late(delays.percentile(50)), p99: late(delays.percentile(99)), worst: late(delays.max) }
      delays.reset()
      return lag
    },
    stop: () => void delays.disable(),
  }
}

export interface ProcessFacts {
  readonly residentBytes: number
  readonly heapBytes: number
  readonly cpuSeconds: Seconds
  /** Seconds since 1970. */
  readonly startedAt: Seconds
  /** Undefined on systems without /proc. */
  readonly openFiles: number | undefined
}

export async function processFacts(): Promise<ProcessFacts> {
  const { rss, heapUsed } = process.memoryUsage()
  const { user, system } = process.cpuUsage()
  const openFiles = await readdir('/proc/self/fd').then(
    (names) => names.length,
    () => undefined,
  )
  return {
    residentBytes: rss,
    heapBytes: heapUsed,
    cpuSeconds: (user + system) / 1e6,
    startedAt: Math.round(Date.now() / 1000 - process.uptime()),
    openFiles,
  }
}
