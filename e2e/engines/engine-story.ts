import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { SONG_MIXES } from '#audio/song.ts'
import { writeSong } from '../../fixtures/audio/make.ts'
import {
  capturedSound,
  type Evaluating,
  findSound,
  forgetSound,
  largestError,
  recordInPage,
  RECORDER_SCRIPT,
} from '../capture.ts'
import { oneStory } from '../one-story.ts'
import { startProduct, type Product } from '../product.ts'
import { wavSamples } from '../wav-samples.ts'
import type { BrowserEngine, EnginePage } from './engine-page.ts'
import { openRecorderProxy, RECORDER_PATH, type RecorderProxy } from './recorder-proxy.ts'
import { Screen, until } from './screen.ts'

const RATE = 44_100
/** Where the song is loud and like no other place of it. */
const FROM = Math.round(0.5 * RATE)

/** The main steps of the product, once in another engine than Chromium: with its own sound, mouse and keys. */
export function engineStory(name: string, openEngine: () => Promise<BrowserEngine>): void {
  const folder = mkdtempSync(join(tmpdir(), `roughmix-${name}-`))
  const [first, second] = [join(folder, 'Glasshouse v1.wav'), join(folder, 'Glasshouse v2.wav')]
  const wave = (version = 1) => `Glasshouse, version ${version}`
  let product: Product | undefined
  let proxy: RecorderProxy
  let engine: BrowserEngine | undefined
  let ines: Screen
  let tess: Screen | undefined
  let link = ''

  oneStory()
  beforeEach(({ onTestFailed }) => {
    onTestFailed(async () => {
      mkdirSync('.cache', { recursive: true })
      for (const [who, screen] of Object.entries({ ines, tess }))
        await screen?.page.picture(join('.cache', `${name}-${who}.png`)).catch(() => undefined)
    })
  })
  beforeAll(async () => {
    writeSong({ path: first, mix: SONG_MIXES.rough, sampleRate: RATE, encoding: 's24', seconds: 20 })
    writeSong({ path: second, mix: SONG_MIXES.fixed, sampleRate: RATE, encoding: 's24', seconds: 20 })
    proxy = await openRecorderProxy()
    product = await startProduct({ BASE_URL: proxy.url })
    proxy.leadTo(product.port)
    engine = await openEngine()
    ines = new Screen(await engine.open())
  })
  afterAll(async () => {
    await engine?.close()
    await product?.stop()
    await proxy?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('Ines makes an account and a project', async () => {
    await ines.page.open(proxy.url)
    await ines.fill('Name', 'Ines Duarte')
    await ines.fill('E-mail', 'ines@harbour.studio')
    await ines.fill('Password', 'correct horse')
    await ines.click('button', 'Create account')
    await ines.click('button', 'New project')
    await ines.fill('Name', 'Low Tide')
    await ines.click('button', 'Create project')
    await ines.box('heading', 'Low Tide')
  })

  test('she uploads a bounce', async () => {
    await ines.choose('input[type="file"]', first)
    await ines.click('button', 'Upload 1 file')
    await ines.click('link', 'Glasshouse')
    await ines.box('slider', wave(), 60)
    await ines.words('WAV 24/44.1', 60)
  })

  test('she hears exactly its samples, and the badge says so', async () => {
    const { page } = ines
    const evaluating = page as unknown as Evaluating
    await page.evaluate(recordInPage, [RECORDER_PATH, RECORDER_SCRIPT] as const)
    // A machine that cannot keep up drops sound; what comes through in some try is the file's or never is.
    const errors: number[] = []
    while (errors.length < 3 && !errors.some((error) => error < 1e-6)) {
      await page.press('Home')
      await ines.click('button', 'Play')
      await ines.box('button', 'Pause')
      await forgetSound(evaluating)
      await until('three seconds of sound', async () => ((await position(page)) ?? 0) >= 4, 30)
      await ines.click('button', 'Pause')
      errors.push(errorAgainst(await capturedSound(evaluating), wavSamples(first)))
    }
    expect(Math.min(...errors)).toBeLessThan(1e-6)
    await ines.words('24/44.1 · bit-true')
  })

  test('a click on the wave goes there, and Space and Enter play and pause', async () => {
    await ines.click('slider', wave())
    await until('the middle', async () => Math.abs(((await position(ines.page)) ?? 0) - 10) <= 1)
    for (const key of ['Space', 'Enter']) {
      await ines.page.press(key)
      await ines.box('button', 'Pause')
      await ines.page.press(key)
      await ines.box('button', 'Play')
    }
  })

  test('she loops from I to O, and lets go', async () => {
    for (const key of ['Home', 'i', 'ArrowRight', 'o']) await ines.page.press(key)
    await ines.box('button', 'Stop looping 0:00.000 – 0:05.000')
    await ines.page.press('Shift+O')
    await until('no loop', async () => (await ines.attribute('button', 'Stop looping…', 'aria-label')) === null)
  })

  test('she drags a range and writes a note on it', async () => {
    const { x, y, width } = await ines.box('slider', wave())
    await ines.page.drag(x + width * 0.25, x + width * 0.5, y + 60)
    await ines.box('slider', 'Selection end')
    await write(ines, 'Lift the chorus')
    await ines.page.press('Escape')
  })

  test('she compares the next version with it', async () => {
    await ines.click('button', 'Upload new version')
    await ines.choose('[role="dialog"] input[type="file"]', second)
    await ines.click('button', 'Upload 1 file')
    await ines.box('slider', wave(2), 60)
    await ines.click('button', 'Compare')
    await until('the deck', () =>
      ines.page.evaluate(() => document.querySelectorAll('[aria-label^="Source "]').length === 2, undefined),
    )
    await ines.click('button', 'Play')
    await ines.box('button', 'Pause')
    for (const [key, letter] of [
      ['2', 'B'],
      ['1', 'A'],
    ] as const) {
      await ines.page.press(key)
      await until(
        `${letter} is heard`,
        async () => (await ines.attribute('button', `Listen to ${letter}…`, 'aria-pressed')) === 'true',
      )
    }
    await ines.click('button', 'Pause')
  })

  test('she downloads the original, whose hash matches', async () => {
    await ines.page.open(trackAddress(await address(ines.page)))
    await ines.click('button', 'Download the original…')
    await ines.words('Downloaded · hash matches', 60)
  })

  test('Tess hears it by a link, without an account', async () => {
    await ines.page.press('Escape')
    await ines.page.press('.')
    link = await until('the link', () =>
      ines.page.evaluate(
        () =>
          [...document.querySelectorAll('input')].map(({ value }) => value).find((value) => value.includes('/s/')) ??
          null,
        undefined,
      ),
    )
    await ines.click('button', 'Done')
    if (!engine) throw new Error('no engine')
    tess = new Screen(await engine.open())
    await tess.page.open(link)
    await tess.box('heading', 'Glasshouse')
    await tess.click('button', 'Play Glasshouse')
    await tess.box('button', 'Pause Glasshouse')
    await until('sound', async () => ((await position(tess?.page ?? ines.page)) ?? 0) >= 1, 30)
    expect((await tess.page.complaints()).filter(isOurs)).toEqual([])
    await tess.page.close()
  })

  test('without a line the page opens again and keeps her note, which is sent when the line is back', async () => {
    await ines.page.evaluate(async () => void (await navigator.serviceWorker.ready), undefined)
    // By way of the worker this time, which keeps what it sees.
    await ines.page.reload()
    await ines.words('Lift the chorus')
    expect((await ines.page.complaints()).filter(isOurs)).toEqual([])
    // That none came says something only where one would have.
    await ines.page.evaluate(() => console.error('a deliberate complaint'), undefined)
    await until('it is heard', async () => (await ines.page.complaints()).includes('a deliberate complaint'))
    proxy.cut()
    await ines.page.reload()
    await ines.words('Lift the chorus')
    await write(ines, 'Vocal goes under')
    await ines.words('Not sent yet')
    proxy.mend()
    await until(
      'it is sent',
      () => ines.page.evaluate(() => !document.body.innerText.includes('Not sent yet'), undefined),
      60,
    )
    await ines.words('Vocal goes under')
  })
}

async function write(screen: Screen, words: string): Promise<void> {
  await screen.page.press('c')
  await until('the field', () =>
    screen.page.evaluate(() => document.activeElement instanceof HTMLTextAreaElement, undefined),
  )
  await screen.page.type(words)
  await screen.page.press('Control+Enter')
  await screen.words(words)
}

function address(page: EnginePage): Promise<string> {
  return page.evaluate(() => location.href, undefined)
}

function trackAddress(url: string): string {
  const { origin, searchParams } = new URL(url)
  return `${origin}/?projectId=${searchParams.get('projectId')}&trackId=${searchParams.get('trackId')}`
}

/** Whole seconds, as the wave tells them. */
function position(page: EnginePage): Promise<number | undefined> {
  return page.evaluate(() => {
    const now = document
      .querySelector('[role="slider"][aria-label*=", version "], [role="slider"][aria-label="Position"]')
      ?.getAttribute('aria-valuenow')
    return now ? Number(now) : undefined
  }, undefined)
}

function errorAgainst(sounds: Awaited<ReturnType<typeof capturedSound>>, original: readonly Float32Array[]): number {
  const sound = sounds.at(-1)
  if (!sound || sound.sampleRate !== RATE) return Infinity
  const left = sound.planes[0] ?? new Float32Array()
  const length = Math.round(1.5 * RATE)
  const [originalLeft = new Float32Array()] = original
  // Recording may have begun a little late: the first place from which all of it is there.
  for (let from = FROM; from <= FROM + 2 * RATE; from += RATE / 2) {
    const start = findSound(left, originalLeft.subarray(from, from + 256))
    if (start < 0 || start + length > left.length) continue
    return Math.max(
      ...original.map((plane, channel) =>
        largestError(
          sound.planes[channel]?.subarray(start, start + length) ?? new Float32Array(length),
          plane.subarray(from, from + length),
        ),
      ),
    )
  }
  return Infinity
}

/**
 * WebKitGTK is built without web app manifests; Playwright's screenshots offend against the content policy in Firefox.
 */
function isOurs(complaint: string): boolean {
  return !/manifest-src|screenshot/i.test(complaint)
}
