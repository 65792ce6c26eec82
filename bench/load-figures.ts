import type { Milliseconds, Seconds } from '#shared/units.ts'
import type { LoadSeen } from './load-plan.ts'

/** The latest full run of bench/listener-load.ts. */
export const loadFiguresFile = 'bench/load-figures.json'

export interface LoadFigures {
  readonly at: string
  readonly cores: number
  /** The machine's load before the run; near zero if it was idle. */
  readonly loadBefore: number
  readonly listeners: number
  readonly uploaders: number
  readonly seconds: Seconds
  /** Bounces of Roughmix that were not analysed at the end. */
  readonly waiting: number
  readonly servers: readonly ServerFigures[]
}

export interface ServerFigures {
  readonly name: 'nginx' | 'bare' | 'roughmix'
  readonly tookSeconds: Seconds
  readonly megabytesHeardPerSecond: number
  readonly megabytesSentPerSecond: number
  readonly cpuSecondsPerGb: Seconds
  readonly serverSeconds: Seconds
  /** Of the decoders that analyse uploads. */
  readonly childSeconds: Seconds
  readonly firstByteMs: Quantiles
  readonly rangeMs: Quantiles
  readonly startMs: Quantiles
  readonly uploadSeconds: Quantiles
  readonly uploads: number
  /** Null if there are no sockets. */
  readonly heardMs: Quantiles | null
  readonly notesMissed: number
  readonly starvedListeners: number
  readonly starvedSeconds: Seconds
  readonly listenedHours: number
  readonly failed: number
  readonly peakMegabytes: number
  /** The load makers' share of one core. */
  readonly makersShare: number
}

interface Quantiles {
  readonly p50: number
  readonly p99: number
}

export function summed(
  name: ServerFigures['name'],
  seen: LoadSeen,
  {
    serverSeconds,
    childSeconds,
    peakMegabytes,
  }: Pick<ServerFigures, 'serverSeconds' | 'childSeconds' | 'peakMegabytes'>,
): ServerFigures {
  const { tookSeconds, bytesHeard, bytesSent } = seen
  return {
    name,
    tookSeconds: rounded(tookSeconds),
    megabytesHeardPerSecond: rounded(bytesHeard / 1e6 / tookSeconds),
    megabytesSentPerSecond: rounded(bytesSent / 1e6 / tookSeconds),
    cpuSecondsPerGb: rounded(serverSeconds / ((bytesHeard + bytesSent) / 1e9)),
    serverSeconds: rounded(serverSeconds),
    childSeconds: rounded(childSeconds),
    firstByteMs: quantiles(seen.firstByteMs),
    rangeMs: quantiles(seen.rangeMs),
    startMs: quantiles(seen.startMs),
    uploadSeconds: quantiles(seen.uploadSeconds),
    uploads: seen.uploadSeconds.length,
    heardMs: seen.heardMs.length > 0 ? quantiles(seen.heardMs) : null,
    notesMissed: seen.notesMissed,
    starvedListeners: seen.starvedListeners,
    starvedSeconds: rounded(seen.starvedSeconds),
    listenedHours: rounded(seen.listenedSeconds / 3600),
    failed: seen.failedRanges + seen.failedUploads,
    peakMegabytes,
    makersShare: rounded(seen.makersCpuSeconds / tookSeconds),
  }
}

function quantiles(values: readonly (Milliseconds | Seconds)[]): Quantiles {
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) => rounded(sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0)
  return { p50: at(0.5), p99: at(0.99) }
}

function rounded(value: number): number {
  return Math.round(value * 100) / 100
}

const NAMES = { nginx: 'nginx', bare: 'bare Node', roughmix: 'Roughmix' } as const

/** A row per server, and the ratios: a Markdown table that is also readable in a terminal. */
export function tableOf({
  listeners,
  uploaders,
  servers,
  waiting,
  cores,
  loadBefore,
  at,
}: LoadFigures): readonly string[] {
  const pair = ({ p50, p99 }: Quantiles) => `${p50} / ${p99}`
  const rows = servers.map((one) => {
    const cells = [
      NAMES[one.name],
      `${one.megabytesHeardPerSecond} / ${one.megabytesSentPerSecond}`,
      one.cpuSecondsPerGb,
      one.childSeconds,
      pair(one.firstByteMs),
      pair(one.startMs),
      `${one.starvedListeners} (${one.starvedSeconds} s)`,
      `${one.uploads}: ${pair(one.uploadSeconds)}`,
      one.heardMs ? `${pair(one.heardMs)}, ${one.notesMissed} missed` : '–',
      one.peakMegabytes,
      one.makersShare,
      one.failed,
    ]
    return `| ${cells.join(' | ')} |`
  })
  return [
    `${listeners} listening and ${uploaders} uploading, ${cores} cores, load average before ${loadBefore}, ${at}`,
    '',
    '| server | MB/s heard / sent | CPU-s per GB | CPU-s of decoders | first byte, ms p50 / p99 | press to ' +
      'sound, ms p50 / p99 | starved listeners | uploads: s p50 / p99 | note heard, ms p50 / p99 | peak MB | cores ' +
      'of the load generators | failed |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    '',
    ...(['nginx', 'bare'] as const).flatMap((other) => ratioTo(servers, other)),
    ...(uploaders > 0 ? ['', `${waiting} bounces were still waiting for analysis when the load ended.`] : []),
  ]
}

function ratioTo(servers: readonly ServerFigures[], name: 'nginx' | 'bare'): readonly string[] {
  const [ours, other] = [servers.find((one) => one.name === 'roughmix'), servers.find((one) => one.name === name)]
  if (!ours || !other) return []
  const times = (a: number, b: number) => (b > 0 ? (a / b).toFixed(2) : '–')
  return [
    `Roughmix’s ratio to ${NAMES[name]}: CPU per GB ${times(ours.cpuSecondsPerGb, other.cpuSecondsPerGb)}, first ` +
      `byte p50 ${times(ours.firstByteMs.p50, other.firstByteMs.p50)} and p99 ` +
      `${times(ours.firstByteMs.p99, other.firstByteMs.p99)}, uploads p50 ` +
      `${times(ours.uploadSeconds.p50, other.uploadSeconds.p50)}, memory ` +
      `${times(ours.peakMegabytes, other.peakMegabytes)}.`,
  ]
}
