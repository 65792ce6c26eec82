import { readFile, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Browser, type CDPSession, type Page } from 'playwright-core'
import { build } from 'vite'
import { startRangeServer, type RangeServer } from '../e2e/range-server.ts'
import { medianOf } from './bench-tools.ts'
import { putRecording } from './drawing-files.ts'
import type { DrawingPage } from './drawing-pages/drawing-page.ts'

/**
 * Our waveform compared with wavesurfer.js and peaks.js in Chromium, interleaved: a two-hour stereo recording at 48 kHz
 * on 1600 pixels, from the first picture through zooming to the same with 500 markers.
 */

declare const drawing: DrawingPage

const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const RATE = 48_000
const FRAMES = RATE * 7200
const WIDTH = 1600
const STEPS = 90
const MARKERS = 500
/** One frame at 60 per second, plus the clock's resolution. */
const TARGET_FRAME_MS = 16.7 + 0.3
const CONTENDERS = ['ours', 'wavesurfer', 'peaks'] as const
type Contender = (typeof CONTENDERS)[number]
const TITLES: Readonly<Record<Contender, string>> = {
  ours: 'Roughmix',
  wavesurfer: 'wavesurfer.js 8.0.1',
  peaks: 'peaks.js 4.0.0',
}

interface Session {
  readonly firstBytes: number
  readonly allBytes: number
  readonly firstDrawMs: number
  readonly zoomFrames: readonly number[]
  readonly markersMs: number
  readonly markedFrames: readonly number[]
  /** CPU time of the page's main thread for one of them, which does not depend on other load. */
  readonly markedWorkMs: number
  readonly megabytes: number
}

const folder = await mkdtemp(join(tmpdir(), 'drawing-'))
const root = 'bench/drawing-pages'
await build({
  root,
  configFile: false,
  logLevel: 'error',
  build: {
    outDir: folder,
    emptyOutDir: true,
    chunkSizeWarningLimit: 5000,
    rolldownOptions: { input: CONTENDERS.map((name) => `${root}/${name}.html`) },
  },
})
const server = await startRangeServer(folder)
try {
  putRecording(server, FRAMES, RATE)
  const sessions: Readonly<Record<Contender, Session[]>> = { ours: [], wavesurfer: [], peaks: [] }
  for (let round = 0; round < ROUNDS; round++)
    for (const name of CONTENDERS) sessions[name].push(await measure(name, server))
  report(sessions)
} finally {
  await server.close()
  await rm(folder, { recursive: true, force: true })
}

/** One run in its own browser, so that runs do not share memory. */
async function measure(name: Contender, server: RangeServer): Promise<Session> {
  server.requests.length = 0
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-background-networking'],
  })
  try {
    // wavesurfer.js writes style elements, which the server's policy forbids.
    const context = await browser.newContext({ viewport: { width: WIDTH, height: 600 }, bypassCSP: true })
    const page = await context.newPage()
    page.on('pageerror', (error) => console.error(`${name}: ${String(error)}`))
    await page.goto(`${server.origin}/${name}.html?rate=${RATE}&frames=${FRAMES}`)
    await page.waitForFunction(() => 'drawing' in globalThis)
    const before = await megabytes(browser)
    const firstDrawMs = await timed(page, () => drawing.begin())
    const firstBytes = bytesOf(server)
    const zoomFrames = await zoomFramesOf(page)
    const markersMs = await page.evaluate(
      async (times) => {
        const start = performance.now()
        await drawing.addMarkers(times)
        return performance.now() - start
      },
      Array.from({ length: MARKERS }, (_, i) => (((i * 7919) % 5000) * 7200) / 5000),
    )
    // One session for both readings, because the count begins with the session.
    const session = await context.newCDPSession(page)
    await session.send('Performance.enable', { timeDomain: 'threadTicks' })
    const workBefore = await mainThreadMs(session)
    const markedFrames = await zoomFramesOf(page)
    const markedWorkMs = ((await mainThreadMs(session)) - workBefore) / markedFrames.length
    return {
      firstBytes,
      allBytes: bytesOf(server),
      firstDrawMs,
      zoomFrames,
      markersMs,
      markedFrames,
      markedWorkMs,
      megabytes: (await megabytes(browser)) - before,
    }
  } finally {
    await browser.close()
  }
}

function timed(page: Page, run: () => Promise<void>): Promise<number> {
  return page.evaluate(
    '(async () => { const start = performance.now(); await ' +
      `(${run.toString()})(); return performance.now() - start })()`,
  )
}

/**
 * Duration of each frame while the view zooms in from the whole to peaks of 256 frames and out again, one step per
 * frame.
 */
function zoomFramesOf(page: Page): Promise<readonly number[]> {
  const widest = FRAMES / WIDTH
  const scales = Array.from(
    { length: STEPS * 2 },
    (_, i) => widest * (256 / widest) ** ((i < STEPS ? i : 2 * STEPS - 1 - i) / (STEPS - 1)),
  )
  return page.evaluate(async (scales) => {
    const frame = (): Promise<number> => new Promise(requestAnimationFrame)
    const times: number[] = []
    await frame()
    let before = await frame()
    for (const scale of scales) {
      drawing.zoom(scale)
      const now = await frame()
      times.push(now - before)
      before = now
    }
    return times
  }, scales)
}

async function mainThreadMs(session: CDPSession): Promise<number> {
  const { metrics } = await session.send('Performance.getMetrics')
  return (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN) * 1000
}

function bytesOf(server: RangeServer): number {
  return server.requests.reduce((sum, { start, end }) => sum + end - start, 0)
}

/** Memory of the page and GPU processes in MB (Linux). */
async function megabytes(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  const held = await Promise.all(
    processInfo.filter(({ type }) => type === 'renderer' || type === 'GPU').map(({ id }) => residentMegabytes(id)),
  )
  return held.reduce((sum, one) => sum + one, 0)
}

async function residentMegabytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
}

function report(sessions: Readonly<Record<Contender, readonly Session[]>>): void {
  const figures = CONTENDERS.map((name) => summary(sessions[name]))
  const rows: readonly (readonly [string, (one: Summary) => string])[] = [
    ['first download, MB', (one) => (one.firstBytes / 1e6).toFixed(2)],
    ['whole session, MB', (one) => (one.allBytes / 1e6).toFixed(2)],
    ['first draw, ms', (one) => one.firstDrawMs.toFixed(0)],
    ['zoom frame median / p95, ms', (one) => `${one.zoomMedian.toFixed(1)} / ${one.zoomTail.toFixed(1)}`],
    [`${MARKERS} markers, ms`, (one) => one.markersMs.toFixed(0)],
    ['zoom frame with them, ms', (one) => `${one.markedMedian.toFixed(1)} / ${one.markedTail.toFixed(1)}`],
    ['work in such a frame, ms', (one) => one.markedWorkMs.toFixed(1)],
    ['memory, MB', (one) => `+${one.megabytes.toFixed(0)}`],
  ]
  console.log(`2 h stereo on ${WIDTH} px, medians of ${ROUNDS} interleaved rounds`)
  console.log(''.padEnd(30) + CONTENDERS.map((name) => TITLES[name].padStart(22)).join(''))
  for (const [what, show] of rows) console.log(what.padEnd(30) + figures.map((one) => show(one).padStart(22)).join(''))
  const [ours, ...others] = figures
  if (!ours) return
  others.forEach((other, i) => {
    const against = TITLES[CONTENDERS[i + 1] ?? 'peaks']
    console.log(
      `against ${against}: ratio of first download ${ratio(ours.firstBytes, other.firstBytes)}, first draw ` +
        `${ratio(ours.firstDrawMs, other.firstDrawMs)}, zoom frame p95 ${ratio(ours.zoomTail, other.zoomTail)}, ` +
        `with markers ${ratio(ours.markedTail, other.markedTail)}, work ` +
        `${ratio(ours.markedWorkMs, other.markedWorkMs)}, memory ${ratio(ours.megabytes, other.megabytes)}`,
    )
  })
  const isMet = Math.max(ours.zoomTail, ours.markedTail) <= TARGET_FRAME_MS
  console.log(
    `zoom frame p95, alone and with ${MARKERS} markers: ${ours.zoomTail.toFixed(1)} and ` +
      `${ours.markedTail.toFixed(1)} ms · target 16.7 ms: ${isMet ? 'met' : 'missed'}`,
  )
}

type Summary = ReturnType<typeof summary>

function summary(sessions: readonly Session[]) {
  const median = (pick: (session: Session) => number): number => medianOf(sessions.map(pick))
  return {
    firstBytes: median(({ firstBytes }) => firstBytes),
    allBytes: median(({ allBytes }) => allBytes),
    firstDrawMs: median(({ firstDrawMs }) => firstDrawMs),
    zoomMedian: median(({ zoomFrames }) => medianOf(zoomFrames)),
    zoomTail: median(({ zoomFrames }) => tailOf(zoomFrames)),
    markersMs: median(({ markersMs }) => markersMs),
    markedMedian: median(({ markedFrames }) => medianOf(markedFrames)),
    markedTail: median(({ markedFrames }) => tailOf(markedFrames)),
    markedWorkMs: median(({ markedWorkMs }) => markedWorkMs),
    megabytes: median(({ megabytes }) => megabytes),
  }
}

/** The 95th percentile. */
function tailOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? Number.NaN
}

function ratio(ours: number, theirs: number): string {
  return (ours / theirs).toFixed(3)
}
