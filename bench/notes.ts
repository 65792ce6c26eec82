import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { launchBrowser } from '../e2e/browser.ts'
import { medianOf, startNode } from './bench-tools.ts'

/**
 * A track with 10,000 notes (in a project with 2,000 tasks) compared with one with 100: time of a page of the list,
 * time until the track's page shows its notes, frame times while the panel and the tasks scroll and the lane zooms, and
 * time per typed letter. Needs `vite build`.
 */
const TARGET_RATIO = 2
const TARGET_FRAME_MS = 50
const TARGET_TASK_MS = 200
const ROUNDS = Number(process.env['ROUNDS'] ?? 5)

interface Place {
  readonly name: string
  readonly url: string
  readonly cookie: string
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
  readonly notes: number
}

const folder = await mkdtemp(join(tmpdir(), 'roughmix-bench-notes-'))
const started = await startNode('bench/notes-server.ts', folder)
const browser = await launchBrowser()
let failed = false
try {
  const [few, many] = JSON.parse(started.url) as [Place, Place]
  const pages = { few: [] as number[], many: [] as number[], last: [] as number[] }
  const lastCursor = await cursorOfLastPage(many)
  for (const place of [few, many]) await pageTime(place)
  for (let round = 0; round < ROUNDS * 4; round++) {
    pages.few.push(await pageTime(few))
    pages.many.push(await pageTime(many))
    pages.last.push(await pageTime(many, lastCursor))
  }
  const [base, first, last] = [medianOf(pages.few), medianOf(pages.many), medianOf(pages.last)]
  report(
    `a page of 100 of ${many.notes} notes: ${first.toFixed(1)} ms, the last page ${last.toFixed(1)} ms, of ` +
      `${few.notes} notes ${base.toFixed(1)} ms`,
    Math.max(first, last) / base,
    TARGET_RATIO,
    '×',
    'ratio ',
  )
  for (const place of [few, many]) await inBrowser(place)
} finally {
  await browser.close()
  await started.stop()
  await rm(folder, { recursive: true, force: true })
}
process.exit(failed ? 1 : 0)

function report(what: string, value: number, target: number | undefined, unit: string, word = ''): void {
  const met = target === undefined || value <= target
  failed ||= !met
  console.log(
    `${what}, ${word}${value.toFixed(unit === '×' ? 2 : 0)} ` +
      `${unit}${target === undefined ? '' : ` (target ${target} ${unit}${met ? '' : ', missed'})`}`,
  )
}

async function pageTime({ url, cookie, projectId, trackId, versionId }: Place, cursor?: string): Promise<number> {
  const startedAt = performance.now()
  const query = `version=${versionId}&limit=100${cursor === undefined ? '' : `&cursor=${cursor}`}`
  const answer = await fetch(`${url}/api/projects/${projectId}/tracks/${trackId}/notes?${query}`, {
    headers: { cookie },
  })
  const { items }: { items: unknown[] } = await answer.json()
  if (items.length !== 100) throw new Error(`a page of ${items.length}`)
  return performance.now() - startedAt
}

async function cursorOfLastPage({ url, cookie, projectId, trackId, versionId, notes }: Place): Promise<string> {
  let cursor = ''
  for (let read = 0; read + 100 < notes; read += 100) {
    const query = `version=${versionId}&limit=100${cursor === '' ? '' : `&cursor=${cursor}`}`
    const answer = await fetch(`${url}/api/projects/${projectId}/tracks/${trackId}/notes?${query}`, {
      headers: { cookie },
    })
    cursor = ((await answer.json()) as { nextCursor: string }).nextCursor
  }
  return cursor
}

async function inBrowser(place: Place): Promise<void> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  await context.addCookies(
    place.cookie.split('; ').map((pair) => ({
      name: pair.slice(0, pair.indexOf('=')),
      value: pair.slice(pair.indexOf('=') + 1),
      url: place.url,
    })),
  )
  const opened: number[] = []
  const complete: number[] = []
  const blocked: number[] = []
  let page = await context.newPage()
  for (let round = 0; round < ROUNDS; round++) {
    await page.close()
    page = await context.newPage()
    await page.addInitScript(() => {
      const longest = { ms: 0 }
      Object.assign(window, { longestTask: longest })
      new PerformanceObserver((list) => {
        for (const { duration } of list.getEntries()) longest.ms = Math.max(longest.ms, duration)
      }).observe({ type: 'longtask', buffered: true })
    })
    const startedAt = performance.now()
    await page.goto(`${place.url}/?projectId=${place.projectId}&trackId=${place.trackId}`)
    await page.locator('[data-note]').first().waitFor()
    opened.push(performance.now() - startedAt)
    await page
      .getByRole('group', { name: 'Which notes' })
      .getByRole('button', { name: new RegExp(`^All ?${place.notes}$`) })
      .waitFor({ timeout: 60_000 })
    complete.push(performance.now() - startedAt)
    blocked.push(await page.evaluate(() => (window as unknown as { longestTask: { ms: number } }).longestTask.ms))
  }
  report(`${place.notes} notes: the track page shows notes`, medianOf(opened), undefined, 'ms')
  report(`${place.notes} notes: all of them are there`, medianOf(complete), undefined, 'ms')
  report(`${place.notes} notes: the longest task meanwhile`, medianOf(blocked), TARGET_TASK_MS, 'ms')
  await page.getByRole('group', { name: 'Which notes' }).getByRole('button', { name: 'All' }).click()
  report(
    `${place.notes} notes: scrolling the panel, p95 of frames`,
    p95(await scrollFrames(page, page.locator('[data-note]').first())),
    TARGET_FRAME_MS,
    'ms',
  )
  report(`${place.notes} notes: zooming the wave, p95 of frames`, p95(await zoomFrames(page)), TARGET_FRAME_MS, 'ms')
  report(`${place.notes} notes: a letter typed into a note`, await letterTime(page), TARGET_FRAME_MS, 'ms')
  console.log(
    `${place.notes} notes: ${await page.locator('[data-note]').count()} cards and ` +
      `${await page.getByRole('group', { name: 'Markers' }).getByRole('button').count()} markers in the page`,
  )
  await page.goto(`${place.url}/?projectId=${place.projectId}&tab=tasks`)
  for (const view of ['List', 'Board']) {
    await page.getByRole('radio', { name: view }).check()
    await page.locator('[data-task]').first().waitFor()
    report(
      `${place.notes / 5} tasks: scrolling the ${view.toLowerCase()}, p95 of frames`,
      p95(await scrollFrames(page, page.locator('[data-task]').first())),
      TARGET_FRAME_MS,
      'ms',
    )
  }
  await context.close()
}

/** Scrolls a list by wheel for four seconds; returns the duration of each frame. */
async function scrollFrames(page: Page, over: Locator): Promise<readonly number[]> {
  await over.hover()
  const frames = watchFrames(page, 4000)
  for (let turn = 0; turn < 80; turn++) {
    await page.mouse.wheel(0, 300)
    await page.waitForTimeout(40)
  }
  return frames
}

async function zoomFrames(page: Page): Promise<readonly number[]> {
  await page
    .getByRole('slider', { name: /, version/ })
    .last()
    .hover()
  const frames = watchFrames(page, 2000)
  await page.keyboard.down('Control')
  for (let turn = 0; turn < 40; turn++) {
    await page.mouse.wheel(0, turn < 20 ? -60 : 60)
    await page.waitForTimeout(40)
  }
  await page.keyboard.up('Control')
  return frames
}

/** From the key press to the next frame. */
async function letterTime(page: Page): Promise<number> {
  await page.getByRole('textbox', { name: /^New note/ }).fill('a')
  await page.evaluate(() => {
    const times: number[] = []
    Object.assign(window, { letterTimes: times })
    document.addEventListener('keydown', ({ timeStamp }) =>
      requestAnimationFrame(() => setTimeout(() => times.push(performance.now() - timeStamp))),
    )
  })
  for (let i = 0; i < 15; i++) {
    await page.keyboard.press('b')
    await page.waitForTimeout(100)
  }
  return medianOf(await page.evaluate(() => (window as unknown as { letterTimes: number[] }).letterTimes))
}

function watchFrames(page: Page, ms: number): Promise<readonly number[]> {
  return page.evaluate(
    (ms) =>
      new Promise<number[]>((resolve) => {
        const frames: number[] = []
        const startedAt = performance.now()
        let before = startedAt
        const frame = (now: number) => {
          frames.push(now - before)
          before = now
          if (now - startedAt < ms) requestAnimationFrame(frame)
          else resolve(frames.slice(1))
        }
        requestAnimationFrame(frame)
      }),
    ms,
  )
}

function p95(frames: readonly number[]): number {
  return [...frames].sort((a, b) => a - b)[Math.floor(frames.length * 0.95)] ?? Number.NaN
}
