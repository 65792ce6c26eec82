import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import type { Harness } from '../e2e/player-harness/harness.ts'
import { openStage, type PlayableForPage } from '../e2e/player-page.ts'
import { farLine } from './far-line.ts'
import { putLongFlac } from './long-flac.ts'

/** Start, seek and memory of an hour and of two of 48 kHz stereo at 1.5 Mbit/s (as 24-bit music in FLAC), in Chromium behind lines of two kinds. */

declare const harness: Harness

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const LINES = [
  { name: '50 Mbit/s, 40 ms', bitsPerSecond: 50e6, roundTripMs: 40, startMs: 350, seekMs: 100 },
  { name: '5 Mbit/s, 80 ms', bitsPerSecond: 5e6, roundTripMs: 80, startMs: 600, seekMs: 250 },
]
const STEMS = 5
const STEMS_MB = 100

// Each measurement closes its own page.
const stage = await openStage(() => undefined)
try {
  const songs = [putLongFlac(stage.server, '60 min', 3600, 16), putLongFlac(stage.server, '2 h', 7200, 16)]
  for (const { name, startMs, seekMs, ...facts } of LINES) {
    const line = await farLine(Number(new URL(stage.server.origin).port), facts)
    for (const song of songs) {
      const times: { start: number; seek: number }[] = []
      for (let round = 0; round < ROUNDS; round++) times.push(await startAndSeek(line.origin, song))
      report(`${name}, ${song.title}: start`, times.map(({ start }) => start), startMs)
      report(`${name}, ${song.title}: seek`, times.map(({ seek }) => seek), seekMs)
    }
    await line.stop()
  }
  const grown = await memoryOf(Array.from({ length: STEMS }, (_, stem) => putLongFlac(stage.server, `stem ${stem + 1}`, 3600, 16)))
  console.log(`${STEMS} stems of 60 min, playing for 20 s: the renderer grows by ${grown.toFixed(0)} MB · target ${STEMS_MB} MB: ${grown <= STEMS_MB ? 'met' : 'missed'}`)
  const one = await memoryOf(songs.slice(1))
  console.log(`one of 2 h, playing for 20 s: the renderer grows by ${one.toFixed(0)} MB · target ${STEMS_MB} MB: ${one <= STEMS_MB ? 'met' : 'missed'}`)
} finally {
  await stage.close()
}

function report(what: string, times: readonly number[], target: number): void {
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  console.log(`${what}: median ${median.toFixed(0)} ms (${sorted[0]?.toFixed(0)}–${sorted.at(-1)?.toFixed(0)}) of ${times.length} · target ${target} ms: ${median <= target ? 'met' : 'missed'}`)
}

/** From the press until the playhead moves, index, audio context and all; then from a jump far ahead until it moves there. */
async function startAndSeek(origin: string, song: PlayableForPage): Promise<{ start: number; seek: number }> {
  const page = await stage.openPage()
  await page.goto(`${origin}/`)
  await page.evaluate((song) => {
    document.querySelector('#play')?.addEventListener('pointerdown', () => {
      performance.mark('pressed')
      harness.player.load(song)
      harness.player.play()
    })
  }, song)
  await page.click('#play')
  const start = await page.evaluate(async () => {
    while (harness.player.position() <= 0) await new Promise(requestAnimationFrame)
    return performance.now() - (performance.getEntriesByName('pressed')[0]?.startTime ?? 0)
  })
  await page.waitForFunction(() => harness.player.position() > 3)
  const seek = await page.evaluate(async (to) => {
    const start = performance.now()
    harness.player.seek(to)
    while (harness.player.position() <= to) await new Promise(requestAnimationFrame)
    return performance.now() - start
  }, song.durationSeconds * 0.8)
  await page.context().close()
  return { start, seek }
}

/** How many MB the page's process grows by while these play together. */
async function memoryOf(songs: readonly PlayableForPage[]): Promise<number> {
  // The recorder keeps every sample it hears.
  const page = await stage.openPage('', false)
  const before = await rendererMegabytes(page)
  await page.evaluate((songs) => {
    document.querySelector('#play')?.addEventListener('pointerdown', () =>
      harness.player.loadDeck({ sources: songs.map((playable) => ({ playable, offset: 0, gain: 0 })), ear: { kind: 'source', source: 0 } }, { play: true }))
  }, songs)
  await page.click('#play')
  await page.waitForFunction(() => harness.player.position() > 20, undefined, { timeout: 90_000 })
  const after = await rendererMegabytes(page)
  await page.context().close()
  return after - before
}

/** Resident memory of the largest renderer: the page's own, its worker and its audio thread. */
async function rendererMegabytes(page: Page): Promise<number> {
  const session = await page.context().browser()?.newBrowserCDPSession()
  const { processInfo = [] } = (await session?.send('SystemInfo.getProcessInfo')) ?? {}
  await session?.detach()
  const sizes = processInfo.filter(({ type }) => type === 'renderer').map(({ id }) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${id}/status`, 'utf8'))?.[1] ?? 0) / 1024)
  return Math.max(...sizes)
}
