import { statSync } from 'node:fs'
import { join } from 'node:path'
import { setInterval as every } from 'node:timers/promises'
import type { Milliseconds } from '#shared/units.ts'
import { Chance } from './chance.ts'
import { NoAnswer } from './line.ts'
import { type LoadRequest, startTimetable, tally, within } from './request-load.ts'
import { measure, type Run } from './measure.ts'
import { TrustPerson } from './person.ts'
import { openFiles, residentBytes } from './process-state.ts'
import { connectedTo } from './slow-socket.ts'
import { furnish, type SoakedProject, SoakPerson } from './soak-person.ts'
import { pause, type RunningServer, startServer } from './start-server.ts'

const PEOPLE = 10
const WRITES_PER_SECOND = 5
/** Clients also read. */
const READS_PER_SECOND = 10
const UPLOAD_EVERY_MS = 60_000
const TIMES_AS_MUCH = 10
const OVERLOAD_MS = 30_000
const NORMAL_MS = 10_000
const SAMPLE_MS = 2000
/** During this time a server fills its caches and its heap reaches its size; a shorter run uses its first half. */
const SETTLING_MINUTES = 15
/** Memory is fitted over the lowest sample of each of this many equal parts of the rest. */
const PARTS = 15
const MOST_MB_PER_HOUR = 5
const MOST_FILES = 5
const MOST_WAL_BYTES = 64 * 1024 * 1024
const MOST_DRIFT = 0.2
/** Smaller changes are below the clock's resolution on a shared machine. */
const NO_DRIFT_MS = 5
/** Normal answer time, after the overload. */
const NORMAL_ANSWER_MS = 300

interface Sample {
  readonly at: Milliseconds
  readonly bytes: number
  /** Without the clients' connections, which vary. */
  readonly files: number
  readonly walBytes: number
}

void measure('r18', async (run) => {
  const { short, minutes, say } = run
  const dataDir = join(run.folder, 'data')
  const server = await startServer({ dataDir })
  run.afterwards(() => server.kill('group'))
  const people = await settleIn(run, server)
  const listeners = (await Promise.all(people.map((person) => person.listen(2)))).flat()
  const wrong: string[] = []

  const samples: Sample[] = []
  const sampling = every(SAMPLE_MS, undefined, { ref: false })
  void (async () => {
    for await (const _ of sampling) {
      samples.push(sampleOf(server, dataDir))
      for (const person of people) person.forgetHeard()
    }
  })()
  const work = startWork(people, 1)
  const uploads = startUploads(people, UPLOAD_EVERY_MS)
  const startedAt = performance.now()
  const endAt = startedAt + minutes * 60_000
  while (performance.now() < endAt) {
    await pause(Math.min(60_000, endAt - performance.now()))
    const latest = samples.at(-1)
    say(
      `${((performance.now() - startedAt) / 60_000).toFixed(0)} of ${minutes} minutes: ${work.asked().length} ` +
        `requests, ${((latest?.bytes ?? 0) / 1e6).toFixed(0)} MB, ${latest?.files} files, WAL ` +
        `${((latest?.walBytes ?? 0) / 1e6).toFixed(1)} MB`,
    )
  }
  const asked = [...work.asked()]
  const lived = [...samples]
  const half = startedAt + minutes * 30_000
  const settled = lived.filter(({ at }) => at >= Math.min(half, startedAt + SETTLING_MINUTES * 60_000))
  const slope = megabytesPerHour(settled)
  const [filesThen, filesNow] = [
    middle(lived.slice(0, PARTS).map(({ files }) => files)),
    middle(lived.slice(-PARTS).map(({ files }) => files)),
  ]
  const walMost = Math.max(...lived.map(({ walBytes }) => walBytes))
  const [early, late] = [
    asked.filter(({ startedAt: at }) => at < half && at >= startedAt + minutes * 6000),
    asked.filter(({ startedAt: at }) => at >= half),
  ].map((some) => within(some, 0.99))
  const drift = (late ?? 0) / (early ?? 1) - 1
  if (!short && slope > MOST_MB_PER_HOUR) wrong.push(`memory grew by ${slope.toFixed(1)} MB/h`)
  if (Math.abs(filesNow - filesThen) > MOST_FILES) wrong.push(`${filesThen} open files became ${filesNow}`)
  if (walMost > MOST_WAL_BYTES) wrong.push(`the WAL had ${(walMost / 1e6).toFixed(0)} MB`)
  if (!short && drift > MOST_DRIFT && (late ?? 0) - (early ?? 0) > NO_DRIFT_MS)
    wrong.push(`p99 drifted from ${early?.toFixed(0)} to ${late?.toFixed(0)} ms`)
  if (asked.some(({ status }) => status !== 200)) wrong.push(`answers were ${tally(asked)}`)

  const storm = await overload(run, people)
  const refused = storm.asked.filter(({ status }) => status !== 200)
  const rude = refused.filter(({ status, retryAfter }) => !((status === 429 || status === 503) && retryAfter !== null))
  if (rude.length > 0) wrong.push(`under ${TIMES_AS_MUCH} times as much answers were ${tally(rude)}`)
  await pause(NORMAL_MS + 5000)
  const after = work.asked().filter(({ startedAt: at }) => at >= storm.overAt)
  const unusual = after.filter(
    ({ status, tookMs }) => status !== 200 || tookMs > Math.max(NORMAL_ANSWER_MS, 2 * within(asked, 0.99)),
  )
  const normalMs = Math.max(0, ...unusual.map(({ startedAt: at, tookMs }) => at + tookMs - storm.overAt))
  if (after.length === 0 || normalMs > NORMAL_MS) wrong.push(`normal ${normalMs.toFixed(0)} ms after the storm`)
  await work.end()
  const uploaded = await uploads.end()
  for (const listener of listeners) listener.send({ type: 'ping' })
  const deaf = (
    await Promise.all(
      listeners.map((listener) =>
        listener.until('pong').then(
          () => false,
          () => true,
        ),
      ),
    )
  ).filter(Boolean).length
  if (deaf > 0) wrong.push(`${deaf} of ${listeners.length} live connections were gone`)
  for (const listener of listeners) listener.close()
  await server.stop()
  return {
    figure:
      `${minutes} minutes: ${asked.length} requests (${tally(asked)}), ${uploaded} uploads; ` +
      `memory ${((lived.at(0)?.bytes ?? 0) / 1e6).toFixed(0)}, then ` +
      `${((settled.at(0)?.bytes ?? 0) / 1e6).toFixed(0)}, at last ${((lived.at(-1)?.bytes ?? 0) / 1e6).toFixed(0)} ` +
      `MB, a line through the lowest sample of each ${PARTS}th of the last ` +
      `${Math.max(minutes / 2, minutes - SETTLING_MINUTES)} minutes rises by ${slope.toFixed(1)} MB/h; ` +
      `open files ${filesThen} and ${filesNow}, WAL at most ${(walMost / 1e6).toFixed(1)} MB, p99 ` +
      `${early?.toFixed(0)} and ${late?.toFixed(0)} ms; ` +
      `${TIMES_AS_MUCH} times as much for ${stormMs(short) / 1000} s: ${tally(storm.asked)}, p99 ` +
      `${within(storm.asked, 0.99).toFixed(0)} ms, normal after ${(normalMs / 1000).toFixed(1)} s`,
    wrong,
  }
})

/** Ten users in five projects, two in each. */
async function settleIn({ chance, seed }: Run, server: RunningServer): Promise<readonly SoakPerson[]> {
  const people: SoakPerson[] = []
  let shared: { readonly owner: TrustPerson; readonly project: SoakedProject } | undefined
  for (let n = 0; n < PEOPLE; n++) {
    const person = await TrustPerson.signUp(() => server.url, `person${n}`)
    if (n % 2 === 0) shared = { owner: person, project: await furnish(person, chance) }
    else await shared?.owner.invite(shared.project.id, person)
    if (shared)
      people.push(
        new SoakPerson({ person, project: shared.project, url: server.url, chance: new Chance(`${seed} ${n}`) }),
      )
  }
  return people
}

interface Work {
  asked(): readonly LoadRequest[]
  end(): Promise<void>
}

function startWork(people: readonly SoakPerson[], times: number): Work {
  const nobody = () => Promise.reject(new Error('nobody is there'))
  const writes = startTimetable({
    perSecond: WRITES_PER_SECOND * times,
    ask: (n) => people[n % people.length]?.write() ?? nobody(),
  })
  const reads = startTimetable({
    perSecond: READS_PER_SECOND * times,
    ask: (n) => people[n % people.length]?.look() ?? nobody(),
  })
  return {
    asked: () => [...writes.asked, ...reads.asked],
    end: async () => void (await Promise.all([writes.end(), reads.end()])),
  }
}

/** In sequence; those told to retry do. Returns the number of uploads. */
function startUploads(people: readonly SoakPerson[], everyMs: Milliseconds): { end(): Promise<number> } {
  const over = new AbortController()
  let sent = 0
  const sending = (async () => {
    for (let n = 0; !over.signal.aborted; n++) {
      const nextAt = performance.now() + everyMs
      await people[n % people.length]?.upload().then(
        () => sent++,
        (error: unknown) => {
          if (!(error instanceof NoAnswer)) throw error
        },
      )
      while (!over.signal.aborted && performance.now() < nextAt) await pause(Math.min(200, everyMs))
    }
  })()
  return {
    async end() {
      over.abort()
      await sending
      return sent
    },
  }
}

/** Ten times the usual load on top; afterwards all tabs except the first are closed. */
async function overload(
  { short, say }: Run,
  people: readonly SoakPerson[],
): Promise<{ readonly asked: readonly LoadRequest[]; readonly overAt: Milliseconds }> {
  const listeners = (await Promise.all(people.map((person) => person.hang(2 * (TIMES_AS_MUCH - 1))))).flat()
  const work = startWork(people, TIMES_AS_MUCH)
  const uploads = startUploads(people, UPLOAD_EVERY_MS / TIMES_AS_MUCH)
  await pause(stormMs(short))
  const overAt = performance.now()
  await work.end()
  await uploads.end()
  for (const listener of listeners) listener.close()
  say(`${TIMES_AS_MUCH} times as much: ${tally(work.asked())}, p99 ${within(work.asked(), 0.99).toFixed(0)} ms`)
  return { asked: work.asked(), overAt }
}

function stormMs(short: boolean): Milliseconds {
  return short ? OVERLOAD_MS / 3 : OVERLOAD_MS
}

function sampleOf({ pid, port }: RunningServer, dataDir: string): Sample {
  return {
    at: performance.now(),
    bytes: residentBytes(pid),
    files: openFiles(pid) - connectedTo(port).size,
    walBytes: statSync(join(dataDir, 'roughmix.sqlite-wal'), { throwIfNoEntry: false })?.size ?? 0,
  }
}

/**
 * Growth of memory: the least-squares line through the lowest sample of each part. Garbage hides a slow leak, and the
 * lowest samples contain the least of it.
 */
function megabytesPerHour(samples: readonly Sample[]): number {
  const from = samples[0]?.at ?? 0
  const partMs = ((samples.at(-1)?.at ?? 0) - from + 1) / PARTS
  const parts = Map.groupBy(samples, ({ at }) => Math.floor((at - from) / partMs))
  const lowest = [...parts.values()].map((part) => part.reduce((least, one) => (one.bytes < least.bytes ? one : least)))
  const mean = (numbers: readonly number[]) => numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const [meanAt, meanBytes] = [mean(lowest.map(({ at }) => at)), mean(lowest.map(({ bytes }) => bytes))]
  const rise =
    lowest.reduce((sum, { at, bytes }) => sum + (at - meanAt) * (bytes - meanBytes), 0) /
    lowest.reduce((sum, { at }) => sum + (at - meanAt) ** 2, 0)
  return (rise * 3_600_000) / 1e6
}

function middle(numbers: readonly number[]): number {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? 0
}
