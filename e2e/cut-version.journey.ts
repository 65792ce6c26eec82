import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Page } from 'playwright-core'
import type { AlignedSegment, ComparisonResult } from '#audio/comparison-result.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import { picturesOfFailure, post, upload } from './openings.ts'
import { barriersInBothThemes, sticksOut } from './page-health.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story } from './story.ts'

/** Two versions, of which the second has eight seconds cut out: 12–20 s. */
const RATE = 44_100
const SECONDS = 32
const SEGMENTS: readonly AlignedSegment[] = [
  { from: 0, to: 12, at: 0, rate: 1, isExact: true, isSure: true },
  { from: 20, to: SECONDS, at: 12, rate: 1, isExact: true, isSure: true },
]

/** Named on the first version. */
const SECTIONS = [
  ['Intro', 0, 12],
  ['Solo', 12, 20],
  ['Outro', 20, SECONDS],
] as const

let story: Story<'ines'>
let ines: Visitor
let page: Page
let trackId = ''
const ids: string[] = []

picturesOfFailure('cut-version', () => ({ ines }))
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte' }, filename: null })
  ;({ ines } = story.people)
  page = ines.page
  const whole = phrases()
  const { product, projectId } = story
  const first = await upload(product, page, { projectId, file: wav(whole) })
  ;({ trackId } = first)
  await post(product, page, `/api/projects/${projectId}/tracks/${trackId}/notes`, {
    versionId: first.versionId,
    fromSeconds: 16,
    toSeconds: null,
    body: 'This goes on for too long',
  })
  for (const [section, fromSeconds, toSeconds] of SECTIONS)
    await post(product, page, `/api/projects/${projectId}/tracks/${trackId}/notes`, {
      versionId: first.versionId,
      fromSeconds,
      toSeconds,
      body: section,
      section,
    })
  const second = await upload(product, page, {
    projectId,
    trackId,
    file: wav(Float32Array.from([...whole.subarray(0, 12 * RATE), ...whole.subarray(20 * RATE)])),
  })
  ids.push(first.versionId, second.versionId)
  await knowParts()
})
afterAll(() => story?.end())

/** Noise whose level changes with each second, so that no part of it is like another. */
function phrases(): Float32Array {
  let state = 7
  return Float32Array.from({ length: SECONDS * RATE }, (_, i) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return (state / 1_073_741_824 - 1) * (0.1 + 0.08 * ((Math.floor(i / RATE) * 5) % 7))
  })
}

function wav(samples: Float32Array): Buffer {
  return Buffer.concat([
    wavHeader({ sampleRate: RATE, channels: 1, encoding: 's16', totalFrames: samples.length }),
    wavSamples([samples], 's16'),
  ])
}

/** The comparison that was made when the second version arrived, with exactly these parts. */
async function knowParts(): Promise<void> {
  const found = () =>
    story.product.rows((db) =>
      db
        .selectFrom('comparisons')
        .selectAll()
        .where('version_b', '=', ids[1] ?? '')
        .executeTakeFirst(),
    )
  const row = await vi.waitFor(
    async () => {
      const now = await found()
      if (now?.state !== 'ready') throw new Error('the comparison is not made yet')
      return now
    },
    { timeout: 60_000, interval: 500 },
  )
  const result: ComparisonResult = JSON.parse(row.result ?? '')
  await story.product.rows((db) =>
    db
      .updateTable('comparisons')
      .set({ result: JSON.stringify({ ...result, segments: SEGMENTS }) })
      .where('id', '=', row.id)
      .execute(),
  )
}

const href = (search: string) => `${story.product.url}/?projectId=${story.projectId}&trackId=${trackId}${search}`
const position = async () => Number(await page.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuenow'))
const letter = (name: string) =>
  page.getByRole('group', { name: 'What you hear' }).getByRole('button', { name: `Listen to ${name}` })

async function openDeck(): Promise<void> {
  await page.goto(href(`&compare=${ids.join(',')}`))
  await page.getByRole('region', { name: /^Source B/ }).waitFor()
  await page.getByRole('button', { name: /^8\.0 s only in v1/ }).waitFor({ timeout: 30_000 })
}

/** Presses the first row at a second of the first version. */
async function goTo(second: number): Promise<void> {
  const wave = page.getByRole('slider', { name: /^A: Glasshouse/ })
  const box = await wave.boundingBox()
  if (!box) throw new Error('the wave is not shown')
  await wave.click({ position: { x: (box.width * second) / SECONDS, y: box.height / 2 } })
}

test('a note on what was cut out says so, where the music goes on without it', async () => {
  await page.goto(href(`&versionId=${ids[1]}`))
  await page.getByText('from v1, its place was cut in v2').first().waitFor({ timeout: 30_000 })
  await page.getByRole('button', { name: /0:12/ }).first().waitFor()
})

test('sections are measured where their music is, and a press plays one there', async () => {
  await page.goto(href(`&versionId=${ids[1]}`))
  await page.getByRole('tab', { name: 'Sections' }).click()
  const table = page.getByRole('table', { name: 'Sections of Glasshouse' })
  await table.getByText('cut in v2').waitFor({ timeout: 30_000 })
  // The same sound: its loudness is that of the first version, two versions apart by nothing.
  expect(await table.getByText('0.0 LU').count()).toBe(2)
  await table.getByRole('button', { name: 'Play Outro in v2, from 0:12.0' }).click()
  await expect.poll(position).toBeGreaterThan(11.9)
  expect(await barriersInBothThemes(page)).toEqual([])
})

test('the lane shows where the music is most limited, and plays it', async () => {
  await page.keyboard.press('Shift+L')
  const lowest = page.getByRole('button', { name: /^Lowest: / })
  const [, minutes, seconds] = /from (\d+):([\d.]+)$/.exec((await lowest.textContent()) ?? '') ?? []
  await lowest.click()
  await expect.poll(async () => Math.abs((await position()) - (60 * Number(minutes) + Number(seconds)))).toBeLessThan(1)
  await page.keyboard.press('Shift+L')
  await page.getByText('One channel: the same on both sides').waitFor()
  await page.keyboard.press('Shift+L')
  expect(await page.locator('[data-lane]').count()).toBe(0)
  await page.keyboard.press('Shift+L')
})

test('a switch behind the cut is to the same place of the music, in the time of what is heard', async () => {
  await openDeck()
  await goTo(26)
  await expect.poll(position).toBeCloseTo(26, 0)
  await page.keyboard.press('2')
  await expect.poll(() => letter('B').getAttribute('aria-pressed')).toBe('true')
  await expect.poll(position).toBeCloseTo(18, 0)
  await page.keyboard.press('1')
  await expect.poll(position).toBeCloseTo(26, 0)
})

test('where the other one has nothing, the page says so, and a press goes to the seam', async () => {
  await openDeck()
  await page.getByRole('button', { name: /^8\.0 s only in v1/ }).click()
  await expect.poll(position).toBeCloseTo(12, 0)
  await page
    .getByRole('region', { name: /^Source B/ })
    .getByText('Nothing here')
    .waitFor()
  await page.keyboard.press('2')
  await page.getByText('v2 has nothing here: this was cut out in v2.').waitFor()
  expect(await letter('A').getAttribute('aria-pressed')).toBe('true')
  expect(await barriersInBothThemes(page)).toEqual([])
  await page.getByRole('button', { name: 'Listen to v2 from the edit' }).click()
  await expect.poll(() => letter('B').getAttribute('aria-pressed')).toBe('true')
  await expect.poll(position).toBeCloseTo(12, 0)
  await expect.poll(() => page.getByText('v2 has nothing here').count()).toBe(0)
})

test('it plays through the seam without a stop, and a difference is silent where only one has something', async () => {
  await openDeck()
  await goTo(10.5)
  await page.keyboard.press('2')
  await page.getByRole('button', { name: 'Play', exact: true }).click()
  await expect.poll(position, { timeout: 20_000, interval: 200 }).toBeGreaterThan(13)
  await page.keyboard.press('1')
  await expect.poll(position).toBeGreaterThan(20)
  await page.keyboard.press('d')
  await page.getByRole('button', { name: /^8\.0 s only in v1/ }).click()
  await page.getByText('No difference here: only one of the two has this.').waitFor()
  await page.getByRole('button', { name: 'Pause', exact: true }).click()
})

test('nothing sticks out on a phone', async () => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openDeck()
  expect(await sticksOut(page)).toEqual([])
})
