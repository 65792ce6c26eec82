import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import { capturedSound, captureSound, forgetSound } from './capture.ts'
import { noise } from './flac-fixture.ts'
import { furnish } from './furnished.ts'
import { picturesOfFailure } from './openings.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/**
 * What the sound device gets of two versions that are matched in loudness: a quiet verse and the chorus, and the chorus
 * alone.
 */
let story: Story<'ines'>
let product: StoryProduct
let ines: Visitor
let page: Page
let track = ''
let folder = ''
const RATE = 48_000
/** Measured at once; of noise, whose level is known from it to 0.02 dB. */
const HEARD = 1.5 * RATE

picturesOfFailure('matched-sound', () => ({ ines }))
beforeAll(async () => {
  // The recorder is a blob, which the page's own policy forbids.
  story = await openStory({ people: { ines: 'Ines Duarte' }, project: null, visiting: { bypassCSP: true } })
  ;({ product, folder } = story)
  ;({ ines } = story.people)
  await captureSound(ines.context)
  page = ines.page
  page.setDefaultTimeout(60_000)
  await page.goto(product.url)
  track = (await furnish(page)).find(({ name }) => name === 'a track')?.path ?? ''
})
afterAll(() => story?.end())

function wav(name: string, planes: readonly Float32Array[]): string {
  const path = join(folder, name)
  const head = wavHeader({
    sampleRate: RATE,
    channels: planes.length,
    encoding: 's24',
    totalFrames: planes[0]?.length ?? 0,
  })
  writeFileSync(path, Buffer.concat([head, wavSamples(planes, 's24')]))
  return path
}

async function copies(): Promise<
  readonly { readonly id: string; readonly trackId: string; readonly fileName: string }[]
> {
  const { trackVersions } = await (
    await page.request.get(`${product.url}/api/projects/${new URL(page.url()).searchParams.get('projectId')}`)
  ).json()
  return trackVersions.filter(
    ({ fileName, state }: { fileName: string; state: string }) => fileName.startsWith('Verse_') && state === 'ready',
  )
}

/** The level of the newest sound, in dB: nothing but what came once the switch was long over. */
async function levelHeard(): Promise<number> {
  await expect
    .poll(async () => (await capturedSound(page)).at(-1)?.planes[0]?.length ?? 0, { timeout: 60_000 })
    .toBeGreaterThan(RATE / 2)
  await forgetSound(page)
  await expect
    .poll(async () => (await capturedSound(page)).at(-1)?.planes[0]?.length ?? 0, { timeout: 60_000 })
    .toBeGreaterThan(HEARD)
  const [left = new Float32Array()] = (await capturedSound(page)).at(-1)?.planes ?? []
  // A busy machine may leave holes.
  const sounding = left.filter((sample) => sample !== 0)
  return 10 * Math.log10(sounding.reduce((sum, sample) => sum + sample * sample, 0) / sounding.length)
}

async function levelOf(key: string, name: string): Promise<number> {
  await page.keyboard.press(key)
  await expect
    .poll(() =>
      page
        .getByRole('button', { name: `Listen to ${name}` })
        .first()
        .getAttribute('aria-pressed'),
    )
    .toBe('true')
  await forgetSound(page)
  return levelHeard()
}

test(
  'a chorus alone and after a quiet verse sounds as loud, matched, and in a blind test',
  { timeout: 240_000 },
  async () => {
    const chorus = noise(RATE * 40, 2, 21).map((plane) => Float32Array.from(plane, (sample) => sample * 0.5))
    const verse = noise(RATE * 20, 2, 22).map((plane) => Float32Array.from(plane, (sample) => sample * 0.2))
    const whole = verse.map((plane, channel) => Float32Array.from([...plane, ...(chorus[channel] ?? [])]))
    await page.goto(product.url + track.replace(/&trackId.*/, ''))
    await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
    const chooser = page.waitForEvent('filechooser')
    await page.getByRole('dialog').getByRole('button', { name: 'choose them' }).click()
    await (await chooser).setFiles([wav('Verse_v1.wav', whole), wav('Verse_v2.wav', chorus)])
    await page.getByRole('button', { name: /^Upload \d/ }).click()
    await expect.poll(async () => (await copies()).length, { timeout: 60_000 }).toBe(2)
    const [older, newer] = (await copies()).toSorted((a, b) => a.fileName.localeCompare(b.fileName))
    await page.goto(
      `${product.url}${track.replace(/&trackId.*/, '')}&trackId=${older?.trackId}&compare=${newer?.id},${older?.id}`,
    )
    await page
      .getByRole('region', { name: 'What changed' })
      .getByText(/cut from the start/)
      .first()
      .waitFor()
    await page
      .getByText(/by the sound they share/)
      .first()
      .waitFor()
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    expect(Math.abs((await levelOf('1', 'A')) - (await levelOf('2', 'B')))).toBeLessThan(0.1)
    await page.keyboard.press('Space')
    await page.keyboard.press('b')
    await page.getByRole('button', { name: 'Start' }).click()
    await page.keyboard.press('Home')
    await page.keyboard.press('Space')
    await page.getByRole('button', { name: 'Pause' }).waitFor()
    const [a, b, x] = [await levelOf('1', 'A'), await levelOf('2', 'B'), await levelOf('3', 'X')]
    expect(Math.max(a, b, x) - Math.min(a, b, x)).toBeLessThan(0.1)
  },
)
