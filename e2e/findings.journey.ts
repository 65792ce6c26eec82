import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import { CLEAN_MASTERS } from '../fixtures/findings/clean-masters.ts'
import { PLANTED_FAULTS } from '../fixtures/findings/planted-faults.ts'
import { borrowBrowser } from './browser.ts'
import { picturesOfFailure, post, setUp, upload } from './openings.ts'
import { barriersInBothThemes, settled, sticksOut } from './page-health.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'

/** A file with faults: what is found is named, heard by a press, and follows the project's targets. */
let product: Product
let browser: Browser
let ines: Visitor
let page: Page
let projectId = ''

picturesOfFailure('findings', () => ({ ines }))
beforeAll(async () => {
  product = await startProduct()
  browser = await borrowBrowser()
  ines = await visit(browser)
  page = ines.page
  page.setDefaultTimeout(30_000)
  await setUp(product, page)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('a drop-out and clicks are named with their places, and a press plays one', async () => {
  const made = await post(product, page, '/api/projects', { name: 'Low Tide' })
  projectId = made.id
  await upload(product, page, { projectId, file: faultySound() })
  await openFindings()
  const list = page.getByRole('listitem')
  await list.filter({ hasText: 'The sound drops out once: 50 ms of silence' }).waitFor()
  await list.filter({ hasText: /\d clicks, the loudest −10\.\d dBFS\. First at 0:03\.210/ }).waitFor()
  await list
    .filter({ hasText: 'drops out' })
    .getByRole('button', { name: /Listen/ })
    .click()
  await page
    .getByRole('button', { name: /^Pause/ })
    .first()
    .waitFor()
  await page
    .getByRole('button', { name: /^Pause/ })
    .first()
    .click()
  await looksRight('findings')
})

test('the targets of a project are set in its settings, and its versions are checked against them', async () => {
  await page.goto(`${product.url}/?projectId=${projectId}&tab=settings`)
  const form = page.getByRole('form', { name: 'Delivery targets' })
  await form.getByLabel('Integrated loudness').fill('-9')
  await form.getByLabel('Sample rate').selectOption('96 kHz')
  await form.getByRole('button', { name: 'Save targets' }).click()
  await form.getByText('Saved.').waitFor()
  await looksRight('targets')
  await openFindings()
  await page.getByText('48 kHz: the target is 96 kHz').waitFor()
  await page.getByText(/LUFS: the target is −9\.0 LUFS/).waitFor()
})

async function openFindings(): Promise<void> {
  await page.goto(`${product.url}/?projectId=${projectId}`)
  await page.getByRole('link', { name: 'Glasshouse' }).first().click()
  await page.getByRole('tab', { name: /Findings/ }).click()
}

async function looksRight(name: string): Promise<void> {
  for (const [width, height] of [
    [1440, 900],
    [820, 1180],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    await settled(page)
    expect({ [name]: await sticksOut(page) }).toEqual({ [name]: [] })
    const pictures = process.env['PICTURES']
    expect(
      await barriersInBothThemes(page, {
        seen: async (theme) => {
          if (pictures) await page.screenshot({ path: `${pictures}/${name}-${width}-${theme}.png` })
        },
      }),
    ).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

function faultySound(): Buffer {
  let sound = CLEAN_MASTERS['plucked strings with pauses']?.()
  if (!sound) throw new Error('no such recording')
  for (const name of ['drop-out of 50 ms', 'five clicks of one sample'])
    sound = PLANTED_FAULTS[name]?.plant(sound) ?? sound
  const { sampleRate, encoding, samples } = sound
  const totalFrames = samples[0]?.length ?? 0
  return Buffer.concat([
    wavHeader({ sampleRate, channels: samples.length, encoding, totalFrames }),
    wavSamples(samples, encoding),
  ])
}
