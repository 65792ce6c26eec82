import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { BrowserContext, CDPSession } from 'playwright-core'
import type { Milliseconds } from '#shared/units.ts'
import { launchBrowser } from '../e2e/browser.ts'
import { freePort, medianOf, startNode } from './bench-tools.ts'
import { farLine } from './distant-line.ts'

/**
 * What a phone waits for: the built pages opened over 1.6 Mbit/s with a round trip of 150 ms, for the first time and
 * again, and with a processor four times slower. Names as arguments measure these pages alone; `--files` lists what
 * came and when. Needs `vite build`.
 */
const LINE = { bitsPerSecond: 1.6e6, roundTripMs: 150 }
const PHONE = { width: 390, height: 844 }
const ROUNDS = Number(process.env['ROUNDS'] ?? 3)
const MOST_SHIFT = 0.05
const MOST_FILES = 14
const MOST_KB = 220
const MOST_TASK_MS = 200
const WARM_MS = 1000
const SLOW_PROCESSOR = 4
/** After this nothing moves any more. */
const SETTLE_MS = 2500

interface Paths {
  readonly cookie: string
  readonly project: string
  readonly track: string
  readonly manyTracks: string
  readonly manyNotes: string
  readonly guest: string
}

interface Case {
  readonly name: string
  readonly path: string
  /** There once it can be used. */
  readonly usable: string
  /** Of the largest paint, or of what can be used where the processor is slow. */
  readonly targetMs: Milliseconds
  readonly isGuest?: boolean
  readonly slowdown?: number
}

/** What the page saw of itself. */
interface Seen {
  readonly firstPaint: Milliseconds
  readonly largestPaint: Milliseconds
  readonly largest: string
  readonly usable: Milliseconds
  readonly longestTask: Milliseconds
  readonly shift: number
  readonly shifted: readonly string[]
}

interface Opening extends Seen {
  /** Until the largest paint, by kind. */
  readonly files: Readonly<Record<string, number>>
  readonly kilobytes: number
  readonly allFiles: number
  readonly allKilobytes: number
}

const folder = await mkdtemp(join(tmpdir(), 'roughmix-bench-paint-'))
const port = await freePort()
const line = await farLine(port, LINE)
const product = await startNode('bench/first-paint-server.ts', folder, String(port), line.origin)
const browser = await launchBrowser()
let failed = false
try {
  const named = process.argv.slice(2).filter((word) => !word.startsWith('--'))
  const paths: Paths = JSON.parse(product.url)
  for (const one of casesOf(paths))
    if (named.length === 0 || named.some((name) => one.name.includes(name))) await measure(one, paths)
} finally {
  await browser.close()
  await product.stop()
  await line.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

function casesOf({ project, track, manyTracks, manyNotes, guest }: Paths): readonly Case[] {
  const wave = 'h1 ~ * canvas, [role="slider"]'
  const rows = 'main li a[href*="trackId="]'
  return [
    { name: 'track', path: track, usable: wave, targetMs: 2000 },
    { name: 'project', path: project, usable: rows, targetMs: 2000 },
    { name: 'guest', path: guest, usable: wave, targetMs: 2000, isGuest: true },
    { name: 'sign-in', path: '/login', usable: 'form input', targetMs: 1500, isGuest: true },
    { name: 'track, slow processor', path: track, usable: wave, targetMs: 3000, slowdown: SLOW_PROCESSOR },
    { name: '200 tracks', path: manyTracks, usable: rows, targetMs: 3000 },
    { name: '40 versions, 2000 notes', path: manyNotes, usable: '[data-note]', targetMs: 3000 },
  ]
}

async function measure(one: Case, { cookie }: Paths): Promise<void> {
  const [cold, warm]: [Opening[], Opening[]] = [[], []]
  for (let round = 0; round < ROUNDS; round++) {
    const context = await browser.newContext({ viewport: PHONE, deviceScaleFactor: 2, isMobile: true, hasTouch: true })
    if (!one.isGuest) await context.addCookies(cookiesOf(cookie))
    cold.push(await open(context, one))
    warm.push(await open(context, one))
    await context.close()
  }
  report(`${one.name}, cold`, cold, one.targetMs, one)
  report(`${one.name}, warm`, warm, WARM_MS, one)
}

function cookiesOf(header: string) {
  return header.split('; ').map((pair) => ({
    name: pair.slice(0, pair.indexOf('=')),
    value: pair.slice(pair.indexOf('=') + 1),
    url: line.origin,
  }))
}

async function open(context: BrowserContext, { path, usable, slowdown }: Case): Promise<Opening> {
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  const files = await watchFiles(session)
  if (slowdown !== undefined) await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  await page.addInitScript(watchPage, usable)
  await page.goto(line.origin + path, { waitUntil: 'commit' })
  await page.waitForFunction(() => window.seen.usable > 0, null, { timeout: 60_000 })
  await page.waitForTimeout(SETTLE_MS * (slowdown ?? 1))
  const seen = await page.evaluate(() => ({ ...window.seen, origin: performance.timeOrigin }))
  await page.close()
  const until = seen.origin + seen.largestPaint
  if (process.argv.includes('--files'))
    for (const { kind, url, bytes, askedAt, at } of files)
      console.log(
        `  ${(askedAt - seen.origin).toFixed(0)}–${(at - seen.origin).toFixed(0)} ms ${kind} ${bytes} ` +
          url.replace(line.origin, ''),
      )
  const early = files.filter(({ at }) => at <= until)
  const kinds = [...new Set(early.map(({ kind }) => kind))]
  return {
    ...seen,
    files: Object.fromEntries(kinds.map((kind) => [kind, early.filter((file) => file.kind === kind).length])),
    kilobytes: kilobytesOf(early),
    allFiles: files.length,
    allKilobytes: kilobytesOf(files),
  }
}

interface LoadedFile {
  readonly kind: string
  readonly url: string
  readonly bytes: number
  readonly askedAt: Milliseconds
  /** When its last byte was there, in ms since the epoch. */
  readonly at: Milliseconds
}

/** What came over the line; grows while the page loads. */
async function watchFiles(session: CDPSession): Promise<LoadedFile[]> {
  const files: LoadedFile[] = []
  const asked = new Map<
    string,
    { readonly kind: string; readonly url: string; readonly askedAt: number; isKept: boolean }
  >()
  await session.send('Network.enable')
  session.on('Network.requestWillBeSent', ({ requestId, type = 'Other', request: { url } }) =>
    asked.set(requestId, { kind: url.includes('/api/') ? 'API' : type, url, askedAt: Date.now(), isKept: false }),
  )
  session.on('Network.requestServedFromCache', ({ requestId }) => {
    const one = asked.get(requestId)
    if (one) one.isKept = true
  })
  session.on('Network.responseReceived', ({ requestId, response }) => {
    const one = asked.get(requestId)
    if (one && (response.fromDiskCache || response.fromServiceWorker)) one.isKept = true
  })
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const one = asked.get(requestId)
    if (one && !one.isKept) files.push({ ...one, bytes: encodedDataLength, at: Date.now() })
  })
  return files
}

function kilobytesOf(files: readonly LoadedFile[]): number {
  return files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000
}

declare global {
  interface Window {
    seen: Seen
  }
}

interface Moved {
  readonly node: Node | null
  readonly previousRect: DOMRectReadOnly
  readonly currentRect: DOMRectReadOnly
}

/** Runs in the page before anything else. */
function watchPage(usable: string): void {
  const seen = { firstPaint: 0, largestPaint: 0, largest: '', usable: 0, longestTask: 0, shift: 0, shifted: [''] }
  seen.shifted = []
  Object.assign(window, { seen })
  const nameOf = (node: Node | null | undefined) =>
    node instanceof Element ? `${node.tagName.toLowerCase()}.${node.getAttribute('class')?.split(' ')[0] ?? ''}` : '?'
  const boxOf = ({ x, y, width, height }: DOMRectReadOnly) => [x, y, width, height].map(Math.round).join(' ')
  const nameOfMoved = ({ node, previousRect, currentRect }: Moved) =>
    `${nameOf(node)} from ${boxOf(previousRect)} to ${boxOf(currentRect)}`
  const watch = (type: string, take: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(take)).observe({ type, buffered: true })
  watch('paint', ({ name, startTime }) => {
    if (name === 'first-contentful-paint') seen.firstPaint = startTime
  })
  watch('largest-contentful-paint', (entry) => {
    seen.largestPaint = entry.startTime
    const { element } = entry as PerformanceEntry & { readonly element: Element | null }
    seen.largest = `${nameOf(element)} “${element?.textContent?.slice(0, 30)}”`
  })
  watch('longtask', ({ duration }) => {
    seen.longestTask = Math.max(seen.longestTask, duration)
  })
  watch('layout-shift', (entry) => {
    const { value, sources } = entry as PerformanceEntry & {
      readonly value: number
      readonly sources: readonly Moved[]
    }
    seen.shift += value
    seen.shifted.push(`${value.toFixed(3)} at ${entry.startTime.toFixed(0)}: ${sources.map(nameOfMoved).join(', ')}`)
  })
  const look = () => {
    if (document.querySelector(usable)) seen.usable = performance.now()
    else requestAnimationFrame(look)
  }
  look()
}

function report(name: string, openings: readonly Opening[], targetMs: Milliseconds, { slowdown }: Case): void {
  const median = (of: (opening: Opening) => number) => medianOf(openings.map(of))
  const largest = median(({ largestPaint }) => largestPaint)
  const [usable, shift, task] = [
    median((one) => one.usable),
    median((one) => one.shift),
    median((one) => one.longestTask),
  ]
  const [last] = openings
  const isCold = name.endsWith('cold')
  const byKind = Object.entries(last?.files ?? {}).map(([kind, count]) => `${count} ${kind}`)
  const scripts = median(({ files }) => files['Script'] ?? 0)
  const kilobytes = median((one) => one.kilobytes)
  const misses = [
    ...(Math.max(largest, usable) > targetMs ? [`${targetMs} ms`] : []),
    ...(shift > MOST_SHIFT ? [`shift ${MOST_SHIFT}`] : []),
    ...(task > MOST_TASK_MS ? [`task ${MOST_TASK_MS} ms`] : []),
    ...(isCold && name === 'track, cold' && scripts > MOST_FILES ? [`${MOST_FILES} scripts`] : []),
    ...(isCold && name === 'track, cold' && kilobytes > MOST_KB ? [`${MOST_KB} kB`] : []),
  ]
  failed ||= misses.length > 0
  const each = openings.map((one) => one.largestPaint.toFixed(0)).join(', ')
  console.log(
    `${name}: largest paint ${largest.toFixed(0)} ms (${each}), ` +
      `first ${median((one) => one.firstPaint).toFixed(0)}, usable ${usable.toFixed(0)}, longest task ` +
      `${task.toFixed(0)} ms${slowdown === undefined ? '' : ` at 1/${slowdown}`}, shift ${shift.toFixed(3)}; ` +
      `${kilobytes.toFixed(0)} kB until then, ${median((one) => one.allKilobytes).toFixed(0)} kB in ` +
      `${median((one) => one.allFiles)} files in all · target ${targetMs} ms: ` +
      `${misses.length === 0 ? 'met' : `missed (${misses.join(', ')})`}`,
  )
  console.log(`  until then ${byKind.join(', ')}; largest: ${last?.largest}`)
  for (const words of last?.shifted ?? []) if (shift > MOST_SHIFT) console.log(`  moved ${words}`)
}
