import { launchBrowser } from '../e2e/browser.ts'
import type { Harness } from '../e2e/player-harness/harness.ts'
import { openStage, type PlayableForPage } from '../e2e/player-page.ts'
import { farLine } from './distant-line.ts'
import { putLongFlac } from './long-flac.ts'
import { openPlainPage } from './bare-chromium.ts'

/**
 * Start, seek and memory for one and two hours of 48 kHz stereo at 1.5 Mbit/s (like 24-bit music in FLAC), in Chromium
 * on two simulated networks.
 */

declare const harness: Harness

const ROUNDS = Number(process.env['ROUNDS'] ?? 5)
const LINES = [
  { name: '50 Mbit/s, 40 ms', bitsPerSecond: 50e6, roundTripMs: 40, startMs: 350, seekMs: 70 },
  { name: '5 Mbit/s, 80 ms', bitsPerSecond: 5e6, roundTripMs: 80, startMs: 600, seekMs: 250 },
]
/** Fractions of a song, none at the start of a block. */
const SEEKS = [0.8037, 0.1012, 0.5508]
const STEMS = 5
const MEMORY_MB = 100
const MEMORY_SECONDS = 40
const LOOK_MS = 250

// Each measurement closes its own page.
const stage = await openStage(() => undefined, launchBrowser({ isTouched: false }))
try {
  const songs = [putLongFlac(stage.server, '60 min', 3600, 16), putLongFlac(stage.server, '2 h', 7200, 16)]
  for (const { name, startMs, seekMs, ...facts } of LINES) {
    const line = await farLine(Number(new URL(stage.server.origin).port), facts)
    for (const song of songs) {
      const times: { start: number; seeks: readonly number[] }[] = []
      for (let round = 0; round < ROUNDS; round++) times.push(await startAndSeek(line.origin, song))
      report(
        `${name}, ${song.title}: start`,
        times.map(({ start }) => start),
        startMs,
      )
      report(
        `${name}, ${song.title}: seek`,
        times.flatMap(({ seeks }) => seeks),
        seekMs,
      )
    }
    await line.stop()
  }
  await reportMemory(
    `${STEMS} stems of 60 min`,
    Array.from({ length: STEMS }, (_, stem) => putLongFlac(stage.server, `stem ${stem + 1}`, 3600, 16)),
  )
  await reportMemory('one of 2 h', songs.slice(1))
} finally {
  await stage.close()
}

function report(what: string, times: readonly number[], target: number): void {
  const sorted = times.toSorted((a, b) => a - b)
  const median = sorted[Math.floor(sorted.length / 2)] ?? Number.NaN
  console.log(
    `${what}: median ${median.toFixed(0)} ms (${sorted[0]?.toFixed(0)}–${sorted.at(-1)?.toFixed(0)}) of ` +
      `${times.length} · target ${target} ms: ${median <= target ? 'met' : 'missed'}`,
  )
}

/**
 * Times from the press until the playhead moves, including index and audio context; then from each distant seek until
 * it moves there.
 */
async function startAndSeek(
  origin: string,
  song: PlayableForPage,
): Promise<{ start: number; seeks: readonly number[] }> {
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
  const seeks: number[] = []
  let from = 0
  for (const part of SEEKS) {
    // By then the buffer is full and the network idle.
    await page.waitForFunction((from) => harness.player.position() > from + 3, from)
    from = Math.floor(song.durationSeconds * part)
    seeks.push(
      await page.evaluate(async (to) => {
        const start = performance.now()
        harness.player.seek(to)
        while (harness.player.position() <= to) await new Promise(requestAnimationFrame)
        return performance.now() - start
      }, from),
    )
  }
  await page.context().close()
  return { start, seeks }
}

async function reportMemory(what: string, songs: readonly PlayableForPage[]): Promise<void> {
  const { most, last } = await memoryOf(songs)
  console.log(
    `${what}, playing for ${MEMORY_SECONDS} s: the page's process grows by ${most.toFixed(0)} MB at most, ` +
      `${last.toFixed(0)} MB in the end · target ${MEMORY_MB} MB: ${most <= MEMORY_MB ? 'met' : 'missed'}`,
  )
}

/**
 * Growth of the page's process in MB while these play together, sampled repeatedly because garbage collection varies.
 */
async function memoryOf(songs: readonly PlayableForPage[]): Promise<{ most: number; last: number }> {
  const page = await openPlainPage(`${stage.server.origin}/`)
  try {
    const before = await page.megabytes()
    const deck = {
      sources: songs.map((playable) => ({ playable, offset: 0, gain: 0 })),
      ear: { kind: 'source', source: 0 },
    }
    await page.evaluate(`harness.player.loadDeck(${JSON.stringify(deck)}, { play: true })`)
    const grown: number[] = []
    while (Number(await page.evaluate('harness.player.position()')) < MEMORY_SECONDS) {
      grown.push((await page.megabytes()) - before)
      await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
    }
    return { most: Math.max(...grown), last: grown.at(-1) ?? Number.NaN }
  } finally {
    await page.close()
  }
}
