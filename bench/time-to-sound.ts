import { encodePeaksHeader, PEAKS_HEADER_BYTES, peaksLayout } from '#audio/peaks-file.ts'
import { launchBrowser } from '../e2e/browser.ts'
import type { Harness } from '../e2e/player-harness/harness.ts'
import type { WaveHarness } from '../e2e/player-harness/wave-harness.ts'
import { openStage, type PlayableForPage, type PlayerStage } from '../e2e/player-page.ts'
import type { RangeServer } from '../e2e/range-server.ts'
import { putLongFlac } from './long-flac.ts'

/**
 * Time to first sound, to sound after a seek and to the first waveform of a two-hour 24/48 stereo recording, in
 * Chromium on loopback.
 */

declare const harness: Harness
declare const waveHarness: WaveHarness

const RATE = 48_000
const SECONDS = 7200
const ROUNDS = 7
const TARGETS = { sound: 500, wave: 300 }

// Each measurement closes its own page.
const stage = await openStage(() => undefined, launchBrowser({ isTouched: false }))
try {
  const song = putLongFlac(stage.server, 'long', SECONDS)
  putLongPeaks(stage.server)
  report('first sound', await rounds(() => firstSound(stage, song)), TARGETS.sound)
  report('sound after a seek', await rounds(() => seekSound(stage, song)), undefined)
  report('first waveform', await rounds(() => firstWave(stage)), TARGETS.wave)
} finally {
  await stage.close()
}

async function rounds(measure: () => Promise<number>): Promise<readonly number[]> {
  const times: number[] = []
  for (let i = 0; i < ROUNDS; i++) times.push(await measure())
  return times.sort((a, b) => a - b)
}

function report(what: string, times: readonly number[], target: number | undefined): void {
  const median = times[Math.floor(times.length / 2)] ?? Number.NaN
  const verdict = target === undefined ? '' : ` · target ${target} ms: ${median <= target ? 'met' : 'missed'}`
  console.log(
    `${what}, 2 h stereo 24/48: median ${median.toFixed(0)} ms ` +
      `(${times[0]?.toFixed(0)}–${times.at(-1)?.toFixed(0)}) of ${ROUNDS}${verdict}`,
  )
}

/** From a ready page until the playhead moves, including index, first blocks and audio context. */
async function firstSound(stage: PlayerStage, song: PlayableForPage): Promise<number> {
  const page = await stage.openPage()
  await page.evaluate((song) => {
    document.querySelector('#play')?.addEventListener('pointerdown', () => {
      performance.mark('pressed')
      harness.player.load(song, { at: 3000 })
      harness.player.play()
    })
  }, song)
  await page.click('#play')
  const time = await page.evaluate(async () => {
    while (harness.player.position() <= 3000) await new Promise(requestAnimationFrame)
    return performance.now() - (performance.getEntriesByName('pressed')[0]?.startTime ?? 0)
  })
  await page.context().close()
  return time
}

async function seekSound(stage: PlayerStage, song: PlayableForPage): Promise<number> {
  const page = await stage.openPage()
  await page.evaluate((song) => harness.player.load(song), song)
  await page.click('#play')
  await page.waitForFunction(() => harness.player.position() > 0.5)
  const time = await page.evaluate(async () => {
    const start = performance.now()
    harness.player.seek(5000)
    while (harness.player.position() <= 5000) await new Promise(requestAnimationFrame)
    return performance.now() - start
  })
  await page.context().close()
  return time
}

/** From the end of navigation (scripts loaded and run) until the detailed waveform is painted. */
async function firstWave(stage: PlayerStage): Promise<number> {
  const page = await stage.openPage(
    `wave.html?rate=${RATE}&channels=2&frames=${RATE * SECONDS}&peaks=/files/long.peaks`,
  )
  const time = await page.evaluate(async () => {
    const probe = new OffscreenCanvas(1, 1).getContext('2d', { willReadFrequently: true })
    for (;;) {
      const wave = document.querySelector<HTMLCanvasElement>('.detail canvas')
      probe?.clearRect(0, 0, 1, 1)
      if (wave && waveHarness.view()) probe?.drawImage(wave, -500, -90)
      if ((probe?.getImageData(0, 0, 1, 1).data[3] ?? 0) > 0) break
      await new Promise(requestAnimationFrame)
    }
    const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
    return performance.now() - (navigation?.domInteractive ?? 0)
  })
  await page.context().close()
  return time
}

function putLongPeaks(server: RangeServer): void {
  const totalFrames = RATE * SECONDS
  const levels = peaksLayout(totalFrames, 2)
  const last = levels.at(-1)
  const file = new Uint8Array((last?.byteOffset ?? 0) + (last?.points ?? 0) * 6)
  for (let at = PEAKS_HEADER_BYTES; at + 3 <= file.length; at += 3) file.set([-90, 90, 60], at)
  file.set(encodePeaksHeader({ sampleRate: RATE, channels: 2, totalFrames, levels }))
  server.put('long.peaks', file)
}
