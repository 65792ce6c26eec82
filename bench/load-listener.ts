import { Agent, get } from 'node:http'
import type { Milliseconds, Seconds } from '#shared/units.ts'
import { BandwidthEstimator } from '#web/player/read/bandwidth-estimator.ts'
import { musicBytesPerSecond, planBuffering } from '#web/player/read/buffering-plan.ts'
import type { ListenerPlan } from './load-plan.ts'

export interface ListenerFigures {
  readonly firstByteMs: Milliseconds[]
  readonly rangeMs: Milliseconds[]
  readonly starts: Milliseconds[]
  bytes: number
  failed: number
  starved: Seconds
  /** How often the music stopped because of missing bytes. */
  stops: number
  heard: Seconds
}

const FIRST_PIECE: Seconds = 0.5
const TRY_AGAIN_MS = 500

/**
 * Listens until `isOver`, with the player's own plan for buffering and request sizes; a piece counts only when
 * complete.
 */
export async function listen(
  { streamUrl, cookie, map }: ListenerPlan,
  startShare: number,
  isOver: () => boolean,
): Promise<ListenerFigures> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const line = new BandwidthEstimator()
  const seen: ListenerFigures = {
    firstByteMs: [],
    rangeMs: [],
    starts: [],
    bytes: 0,
    failed: 0,
    starved: 0,
    stops: 0,
    heard: 0,
  }
  const blocks = { ...map, blockFrames: 4096, blocks: Math.ceil(map.totalFrames / 4096), byteStart: () => 0 }
  const bytesPerSecond = musicBytesPerSecond(map)
  const length = map.totalFrames / map.sampleRate
  let at = startShare * length
  let piece = FIRST_PIECE
  let fetched: Seconds = 0
  let playingSince: Milliseconds | undefined
  const pressedAt = performance.now()
  while (!isOver()) {
    const { limit, piece: longest } = planBuffering(blocks, line.facts, 1)
    const ahead = playingSince === undefined ? 0 : fetched - heardSince(playingSince, seen.starved)
    const room = limit / map.sampleRate - ahead - piece
    if (room < 0) {
      await rest(-room * 1000)
      continue
    }
    const end = Math.min(length, at + piece)
    const range = await read(
      streamUrl,
      cookie,
      agent,
      Math.floor(at * bytesPerSecond),
      Math.max(Math.floor(end * bytesPerSecond), Math.floor(at * bytesPerSecond) + 1),
    )
    if (!range) {
      seen.failed += 1
      await rest(TRY_AGAIN_MS)
      continue
    }
    line.note(range)
    seen.bytes += range.bytes
    seen.firstByteMs.push(range.firstByteAt - range.askedAt)
    seen.rangeMs.push(range.lastByteAt - range.askedAt)
    if (playingSince === undefined) {
      playingSince = performance.now()
      seen.starts.push(playingSince - pressedAt)
    } else noteSilence(seen, fetched - heardSince(playingSince, seen.starved))
    fetched += end - at
    at = end >= length ? 0 : end
    piece = Math.min(piece * 2, longest / map.sampleRate)
  }
  if (playingSince !== undefined) seen.heard = heardSince(playingSince, seen.starved)
  agent.destroy()
  return seen
}

function heardSince(playingSince: Milliseconds, starved: Seconds): Seconds {
  return (performance.now() - playingSince) / 1000 - starved
}

/** Silence from the end of the buffer until the piece that has arrived now. */
function noteSilence(seen: ListenerFigures, ahead: Seconds): void {
  if (ahead >= 0) return
  seen.starved -= ahead
  seen.stops += 1
}

interface Range {
  readonly askedAt: Milliseconds
  readonly firstByteAt: Milliseconds
  readonly lastByteAt: Milliseconds
  readonly bytes: number
}

function read(url: string, cookie: string, agent: Agent, start: number, end: number): Promise<Range | undefined> {
  const askedAt = performance.now()
  return new Promise((resolve) => {
    const none = () => resolve(undefined)
    get(url, { agent, headers: { cookie, range: `bytes=${start}-${end - 1}` } }, (answer) => {
      const firstByteAt = performance.now()
      let bytes = 0
      answer.on('data', (chunk: Buffer) => (bytes += chunk.byteLength))
      answer.on('end', () =>
        answer.statusCode === 206 && bytes === end - start
          ? resolve({ askedAt, firstByteAt, lastByteAt: performance.now(), bytes })
          : none(),
      )
      answer.on('error', none)
    }).on('error', none)
  })
}

function rest(ms: Milliseconds): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}
