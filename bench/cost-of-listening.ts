import { execFile } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { medianOf, processSeconds, residentMegabytes } from './bench-tools.ts'
import type { ListeningCosts } from './growing-arithmetic.ts'
import type { LoadPlan, LoadSeen } from './load-plan.ts'
import { wordsOf, type LoadedProduct } from './load-roughmix.ts'

const ROUNDS = 3
const LISTENERS = 100
const SECONDS = 20

/** The cost of an hour of listening: a hundred listeners at once, each with the page's socket open. */
export async function costOfListening(
  { server, people, tracks }: LoadedProduct,
  folder: string,
): Promise<ListeningCosts> {
  const before = await residentMegabytes(server.pid)
  const rounds: { readonly cpuSecondsAnHour: number; readonly bytesAnHour: number }[] = []
  for (let round = 0; round < ROUNDS; round++) rounds.push(await listened())
  return {
    cpuSecondsAnHour: medianOf(rounds.map((one) => one.cpuSecondsAnHour)),
    bytesAnHour: medianOf(rounds.map((one) => one.bytesAnHour)),
    megabytesAConnection: Math.max(0, (await residentMegabytes(server.pid)) - before) / LISTENERS,
  }

  async function listened(): Promise<{ readonly cpuSecondsAnHour: number; readonly bytesAnHour: number }> {
    const listeners = Array.from({ length: LISTENERS }, (_, i) => ({
      track: tracks[i % tracks.length],
      cookie: people[i % people.length]?.line.cookie() ?? '',
      i,
    })).flatMap(({ track, cookie, i }) =>
      track
        ? [
            {
              streamUrl: track.streamUrl,
              cookie,
              map: track.map,
              live: { url: `${server.url.replace(/^http/, 'ws')}/api/live`, say: wordsOf(track, i % 60) },
            },
          ]
        : [],
    )
    const plan: LoadPlan = { seconds: SECONDS, listeners, uploaders: [], notes: [], noteEveryMs: 1000 }
    const file = join(folder, 'plan.json')
    writeFileSync(file, JSON.stringify(plan))
    const own = await processSeconds(server.pid)
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--disable-warning=ExperimentalWarning', 'bench/load-makers.ts', file],
      { maxBuffer: 1e9 },
    )
    const used = (await processSeconds(server.pid)) - own
    const { bytesHeard }: LoadSeen = JSON.parse(stdout)
    // Calculated from the bytes, because the buffer at the end was fetched as well.
    const bytesAnHour = musicBytesAnHour(plan)
    return { cpuSecondsAnHour: (used * bytesAnHour) / bytesHeard, bytesAnHour }
  }
}

function musicBytesAnHour({ listeners }: LoadPlan): number {
  return (
    listeners.reduce((sum, { map }) => sum + (map.streamBytes * map.sampleRate * 3600) / map.totalFrames, 0) /
    listeners.length
  )
}
