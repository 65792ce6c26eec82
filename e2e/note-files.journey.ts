import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { deflateSync, crc32 } from 'node:zlib'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { picturesOfFailure } from './openings.ts'
import { barriersInBothThemes } from './page-health.ts'
import { launchBrowser } from './browser.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** Pictures, files and spoken words on notes; the microphone is Chromium's own, which beeps. */
let story: Story<'ines'>
let product: StoryProduct
let ines: Visitor
let address = ''

picturesOfFailure('note-files', () => ({ ines }))
beforeAll(async () => {
  story = await openStory({
    people: { ines: 'Ines Duarte' },
    visiting: { permissions: ['microphone'] },
    browser: await launchBrowser({
      more: ['--use-fake-device-for-media-stream', '--use-fake-ui-for-media-stream'],
    }),
  })
  ;({ product } = story)
  ;({ ines } = story.people)
  const { page } = ines
  // The test can pull out the microphone.
  await page.addInitScript(() => {
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    mediaDevices.getUserMedia = async (wanted) => {
      const stream = await ask(wanted)
      Object.assign(globalThis, { pullOut: () => stream.getTracks().forEach((track) => track.stop()) })
      return stream
    }
  })
  address = `${product.url}/?projectId=${story.projectId}&trackId=${story.trackId}`
  await openTrack()
})
afterAll(() => story?.end())

test('a picture and a session file go with a note, and come back as they were', async () => {
  const { page } = ines
  const session = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>document.title = "taken"</script></svg>')
  await chooseFiles(page, [
    { name: 'Snare chain.png', mimeType: 'image/png', buffer: picture() },
    { name: 'session.svg', mimeType: 'image/svg+xml', buffer: session },
  ])
  await page.getByRole('list', { name: 'Attached' }).getByText('session.svg').first().waitFor()
  await page.getByRole('button', { name: 'Remove Snare chain.png' }).waitFor()
  await composer(page).fill('My snare chain')
  // Files that are still on their way are waited for.
  await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(true)
  await page.keyboard.press('Control+Enter')
  const noted = card(page, 'My snare chain')
  await noted.getByRole('button', { name: 'Show Snare chain.png' }).click()
  const large = page.getByRole('dialog', { name: 'Snare chain.png' }).getByRole('img')
  await expect.poll(() => large.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64)
  await page.keyboard.press('Escape')
  await large.waitFor({ state: 'detached' })
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    noted.getByRole('link', { name: 'Download session.svg' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('session.svg')
  expect(readFileSync(await saved.path()).equals(session)).toBe(true)
})

test('files of a draft are still there after a reload, and can be taken off', async () => {
  const { page } = ines
  await chooseFiles(page, [{ name: 'Take list.txt', mimeType: 'text/plain', buffer: Buffer.from('1, 4, 7') }])
  await page.getByRole('button', { name: 'Remove Take list.txt' }).waitFor()
  await page.getByRole('progressbar', { name: 'Sending Take list.txt' }).waitFor({ state: 'detached' })
  await openTrack()
  const dropped = page.waitForResponse((response) => response.request().method() === 'DELETE')
  await page.getByRole('button', { name: 'Remove Take list.txt' }).click()
  expect((await dropped).status()).toBe(200)
  await expect.poll(() => page.getByRole('list', { name: 'Attached' }).count()).toBe(0)
})

test('words are spoken into a note and heard again, by the keyboard', async () => {
  const { page } = ines
  await page.getByRole('button', { name: 'Record a voice note' }).press('Enter')
  await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^0:0[2-9]$/)
  await page.getByRole('button', { name: 'Stop recording' }).press('Enter')
  // It is heard before it is sent.
  const attached = page.getByRole('list', { name: 'Attached' })
  await attached.getByRole('button', { name: 'Play Voice note' }).press('Enter')
  await attached.getByRole('button', { name: 'Pause Voice note' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(true)
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  const noted = page
    .locator('[data-note]')
    .filter({ has: page.getByRole('slider', { name: 'Position in Voice note' }) })
    .last()
  const play = noted.getByRole('button', { name: 'Play Voice note' })
  const slider = noted.getByRole('slider', { name: 'Position in Voice note' })
  await collectValues(slider)
  await play.press('Enter')
  await noted.getByRole('button', { name: 'Pause Voice note' }).waitFor()
  await play.waitFor()
  // Heard to its end, the picture is at its beginning again.
  expect(await collectedValues(slider)).toEqual(wholeWay)
  // The beeps of the microphone are louder than what is between them.
  const bars = await slider
    .locator('span')
    .evaluateAll((all) => all.map((bar) => Number.parseFloat(bar.style.getPropertyValue('--h'))))
  expect(bars.length).toBeGreaterThan(20)
  expect(Math.max(...bars) - Math.min(...bars)).toBeGreaterThan(20)
})

test('Send ends a recording and sends it; without a line it waits with its note, and is heard meanwhile', async () => {
  const { page, context } = ines
  const spoken = page.locator('[data-note]', { has: page.getByRole('slider', { name: 'Position in Voice note' }) })
  const before = await spoken.count()
  const talk = async () => {
    await page.getByRole('button', { name: 'Record a voice note' }).press('Enter')
    await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^0:0[1-9]$/)
  }
  await talk()
  await page.getByRole('textbox', { name: /^New note, At 0:/ }).waitFor()
  await page.getByRole('button', { name: 'Send', exact: true }).press('Enter')
  await expect.poll(() => spoken.count()).toBe(before + 1)
  await expect.poll(() => savedFiles()).toBe(before + 1)
  await context.setOffline(true)
  await talk()
  // From any control of the composer: the focus is on the one that stops.
  await page.keyboard.press('Control+Enter')
  const unsent = spoken.filter({ hasText: 'Not sent yet' })
  await unsent.waitFor()
  await unsent.getByRole('button', { name: 'Play Voice note' }).press('Enter')
  await unsent.getByRole('button', { name: 'Pause Voice note' }).waitFor()
  await context.setOffline(false)
  await expect.poll(() => savedFiles()).toBe(before + 2)
  await expect.poll(() => unsent.count()).toBe(0)
  // The browser says so of each request without a line.
  expect(ines.complaints.splice(0).filter((line) => !line.includes('ERR_INTERNET_DISCONNECTED'))).toEqual([])
})

test('what was spoken until the microphone went away is kept, and that is said', async () => {
  const { page } = ines
  await page.getByRole('button', { name: 'Record a voice note' }).press('Enter')
  await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^0:0[2-9]$/)
  await page.evaluate(() => (globalThis as unknown as { pullOut: () => void }).pullOut())
  await page.getByText('The microphone was disconnected. What you recorded is saved.', { exact: true }).waitFor()
  await page.getByRole('list', { name: 'Attached' }).getByRole('slider', { name: 'Position in Voice note' }).waitFor()
  await page.screenshot({ path: join('.cache', 'note-files-microphone-gone.png') })
  await page.getByRole('button', { name: 'Record a voice note' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(true)
  await page.getByRole('button', { name: 'Remove Voice note' }).click()
})

test('H is held to talk one, and what is open in a note stays open when the server has it', async () => {
  const { page } = ines
  await page.keyboard.press('?')
  await page.getByRole('dialog').getByText('Hold to record a voice note').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('tab', { name: /^Tasks/ }).click()
  await page.keyboard.down('h')
  await expect.poll(() => page.getByRole('timer').textContent()).toMatch(/^0:0[2-9]$/)
  await page.keyboard.up('h')
  await page.getByRole('list', { name: 'Attached' }).getByRole('button', { name: 'Play Voice note' }).waitFor()
  await chooseFiles(page, [{ name: 'Knob.png', mimeType: 'image/png', buffer: picture() }])
  await page.getByRole('button', { name: 'Remove Knob.png' }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Send', exact: true }).isEnabled()).toBe(true)
  const { promise: held, resolve: letGo } = Promise.withResolvers<void>()
  await page.route('**/notes', async (route) => {
    await held
    await route.continue()
  })
  await composer(page).fill('This knob')
  await page.keyboard.press('Control+Enter')
  const noted = page.locator('[data-note]', { hasText: 'This knob' })
  // Also behind the dialog.
  const slider = noted.getByRole('slider', { name: 'Position in Voice note', includeHidden: true })
  await collectValues(slider)
  await noted.getByRole('button', { name: 'Play Voice note' }).press('Enter')
  await noted.getByRole('button', { name: 'Pause Voice note' }).waitFor()
  await noted.getByRole('button', { name: 'Show Knob.png' }).click()
  const dialog = page.getByRole('dialog', { name: 'Knob.png' })
  await dialog.waitFor()
  expect(await noted.getAttribute('data-note')).toMatch(/^new-/)
  letGo()
  await expect.poll(() => noted.getAttribute('data-note')).not.toMatch(/^new-/)
  expect(await dialog.getByRole('img').isVisible()).toBe(true)
  await expect.poll(() => collectedValues(slider)).toEqual(wholeWay)
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => noted.getAttribute('data-chosen')).toBe('false')
  await page.unroute('**/notes')
})

test.each([1440, 390])('nothing stands in anybody’s way at %i px, dark and light', async (width) => {
  const { page } = ines
  await page.setViewportSize({ width, height: 900 })
  await openTrack()
  await page.getByRole('button', { name: 'Play Voice note' }).first().waitFor()
  expect(
    await barriersInBothThemes(page, {
      seen: (theme) => page.screenshot({ path: join('.cache', `note-files-${width}-${theme}.png`) }),
    }),
  ).toEqual([])
  await expect
    .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
    .toBe(0)
})

test('nobody’s console complained', () => expect(ines.complaints).toEqual([]))

/** How many notes the server has with a recording. */
async function savedFiles(): Promise<number> {
  const path = `/api/projects/${story.projectId}/tracks/${story.trackId}/notes?version=${story.versionId}`
  const { items } = await (await ines.page.request.get(`${product.url}${path}`)).json()
  return items.filter(({ attachments }: { attachments: { kind: string }[] }) =>
    attachments.some(({ kind }) => kind === 'voice'),
  ).length
}

function composer(page: Page): Locator {
  return page.getByRole('textbox', { name: /^New note/ })
}

function card(page: Page, words: string): Locator {
  return sentNotes(page).filter({ hasText: words })
}

function sentNotes(page: Page): Locator {
  return page.locator('[data-note]:not([data-note^="new-"])')
}

/** Of two seconds and a little, in whole ones. */
const wholeWay = expect.arrayContaining(['1', '2', '0'])

/** From now on each value the slider takes is kept, for as long as it stands on the page. */
async function collectValues(slider: Locator): Promise<void> {
  await slider.evaluate((one) => {
    const values: string[] = []
    Object.assign(one, { values })
    new MutationObserver(() => values.push(one.getAttribute('aria-valuenow') ?? '')).observe(one, {
      attributeFilter: ['aria-valuenow'],
    })
  })
}

function collectedValues(slider: Locator): Promise<readonly string[]> {
  return slider.evaluate((one) => [...new Set((one as HTMLElement & { values: readonly string[] }).values)])
}

async function chooseFiles(page: Page, files: { name: string; mimeType: string; buffer: Buffer }[]): Promise<void> {
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Attach files' }).click()
  await (await choosing).setFiles(files)
}

async function openTrack(): Promise<void> {
  await ines.page.goto(address)
  await ines.page
    .getByRole('slider', { name: /^Glasshouse, version/ })
    .first()
    .waitFor({ timeout: 60_000 })
  await composer(ines.page).waitFor()
}

/** A PNG of 64 × 48 in two colours. */
function picture(): Buffer {
  const [width, height] = [64, 48]
  const rows = Buffer.concat(
    Array.from({ length: height }, (_, y) =>
      Buffer.from([
        0,
        ...Array.from({ length: width }, (_, x) =>
          ((x >> 3) + (y >> 3)) % 2 === 0 ? [230, 200, 40] : [40, 60, 90],
        ).flat(),
      ]),
    ),
  )
  const chunk = (type: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(type, 'latin1'), data])
    const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
    length.writeUInt32BE(data.byteLength)
    sum.writeUInt32BE(crc32(body))
    return Buffer.concat([length, body, sum])
  }
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2, 0, 0, 0], 8)
  return Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
