import { SONG_MIXES } from '#audio/song.ts'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bounce, picturesOfFailure, post, upload } from './openings.ts'
import { openStory, type Story } from './story.ts'

/** What a screen reader hears of what only keys change, and what is left where the system has its own colours. */
let story: Story<'ines'>
let page: Page

picturesOfFailure('spoken', () => story.people)
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte' } })
  const { product, projectId, trackId, versionId } = story
  ;({ page } = story.people.ines)
  await upload(product, page, { projectId, trackId, file: bounce(story.folder, SONG_MIXES.loud) })
  for (const [fromSeconds, body] of [
    [5, 'Snare rings'],
    [8, 'Love **this** lift'],
  ] as const)
    await post(product, page, `/api/projects/${projectId}/tracks/${trackId}/notes`, {
      versionId,
      fromSeconds,
      toSeconds: null,
      body,
    })
})
afterAll(() => story?.end())

const said = () => page.locator('[data-announcer]').textContent()

test('notes, playing and a sent note are said', async () => {
  await story.openTrack(page)
  await page.getByText('Snare rings').first().waitFor()
  await page.keyboard.press('n')
  await expect.poll(said).toBe('Note 1 of 2 at 0:05 by Ines Duarte: Snare rings')
  await page.keyboard.press('n')
  await expect.poll(said).toBe('Note 2 of 2 at 0:08 by Ines Duarte: Love this lift')
  await page.keyboard.press('p')
  await expect.poll(said).toContain('Note 1 of 2')
  await page.keyboard.press('Space')
  await expect.poll(said).toBe('Playing')
  await page.keyboard.press('Space')
  await expect.poll(said).toBe('Paused')
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: /^New note/ }).fill('A little less of the room')
  await page.keyboard.press('Control+Enter')
  await expect.poll(said).toMatch(/^Note sent at 0:0\d$/)
})

test('a toast covers neither the buttons of the approval nor the clock', async () => {
  await story.openTrack(page)
  const bar = page.getByRole('region', { name: /^Approval of/ })
  await bar.waitFor()
  await page.getByRole('region', { name: 'Player' }).click({ button: 'right', position: { x: 300, y: 40 } })
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  const toast = await page.locator('[class*=_toast_]').first().boundingBox()
  const buttons = await bar.boundingBox()
  expect((toast?.y ?? 0) + (toast?.height ?? 0)).toBeLessThanOrEqual(buttons?.y ?? 0)
})

test('the deck says what its keys do', async () => {
  await story.openTrack(page)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('region', { name: /^Source B/ }).waitFor()
  await page.keyboard.press('2')
  await expect.poll(said).toMatch(/^Hearing B, v1, (matched −\d+\.\d dB|loudness matched)$/)
  await page.keyboard.press('=')
  await expect.poll(said).toBe('Hearing B, v1, not matched')
  await page.keyboard.press('`')
  await expect.poll(said).toBe('Hearing A, v2, not matched')
  await page.keyboard.press('d')
  await expect.poll(said).toBe('Hearing the difference between v2 and v1')
  await page.keyboard.press('d')
  await page.keyboard.press('=')
})

test('the focus is seen on the letter that is heard', async () => {
  const letter = page.getByRole('button', { name: 'Listen to A', exact: true }).first()
  await letter.focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Tab')
  expect(await letter.evaluate((one) => getComputedStyle(one).outlineStyle)).toBe('solid')
})

test('with the system’s colours the letter that is heard differs, and the played part is still a wave', async () => {
  await page.emulateMedia({ forcedColors: 'active' })
  const look = (name: string) =>
    page
      .getByRole('button', { name, exact: true })
      .first()
      .evaluate((one) => [getComputedStyle(one).backgroundColor, getComputedStyle(one).borderTopWidth])
  const [a, b] = [await look('Listen to A'), await look('Listen to B')]
  expect([a[1], b[1]]).toEqual(['1px', '1px'])
  expect(a[0]).not.toBe(b[0])
  await story.openTrack(page)
  await page.keyboard.press('End')
  await page.keyboard.press('j')
  // Of the canvas with what was played: some of each row is left free.
  const inks = () =>
    page.evaluate(() =>
      [...document.querySelectorAll<HTMLCanvasElement>('[role="slider"] ~ canvas, [role="slider"] canvas')]
        .filter((canvas) => canvas.checkVisibility() && canvas.width > 300 && canvas.height > 100)
        .map((canvas) => {
          const pixels = canvas.getContext('2d')?.getImageData(0, 0, 200, canvas.height).data ?? []
          const colours = new Set<string>()
          let clear = 0
          for (let at = 0; at < pixels.length; at += 4)
            if ((pixels[at + 3] ?? 0) < 16) clear += 1
            else if (pixels[at + 3] === 255) colours.add(`${pixels[at]} ${pixels[at + 1]} ${pixels[at + 2]}`)
          return { isClear: clear > pixels.length / 4 / 10, colours: colours.size }
        }),
    )
  await expect.poll(async () => (await inks()).length).toBeGreaterThan(1)
  for (const { isClear } of await inks()) expect(isClear).toBe(true)
  await page.emulateMedia({ forcedColors: null })
})

test('nobody’s console complained', () => expect(story.people.ines.complaints).toEqual([]))
