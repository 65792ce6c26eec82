import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { furnish, type FurnishedScreen } from './furnished.ts'
import { picturesOfFailure } from './openings.ts'
import { barriers } from './page-health.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** Taking music home in other forms, from the menus to the file on one's disk. */
let folder = ''
let story: Story<'ines'>
let product: StoryProduct
let ines: Visitor
let page: Page
let places: readonly FurnishedScreen[] = []

picturesOfFailure('renditions', () => ({ ines }))
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte' }, project: null })
  ;({ product, folder } = story)
  ;({ ines } = story.people)
  page = ines.page
  await page.goto(product.url)
  places = await furnish(page)
})
afterAll(() => story?.end())

async function open(name: string): Promise<void> {
  const place = places.find((one) => one.name === name)
  await page.goto(product.url + (place?.path ?? ''))
  await page
    .getByText(place?.shows ?? /$^/)
    .first()
    .waitFor()
}

/** Chooses from the open menu; answers the name and the bytes that reach the disk. */
async function take(entry: RegExp): Promise<{ readonly name: string; readonly bytes: Buffer }> {
  const coming = page.waitForEvent('download', { timeout: 60_000 })
  await page.getByRole('menuitem', { name: entry }).click()
  const download = await coming
  const path = join(folder, 'taken')
  await download.saveAs(path)
  return { name: download.suggestedFilename(), bytes: readFileSync(path) }
}

const ways = async () => {
  await page.getByRole('button', { name: /^More ways to download/ }).click()
  await page.getByRole('menu').waitFor()
}
const said = (words: string) => page.getByRole('listitem').filter({ hasText: words })

test('she takes an MP3 for her phone, made while the panel says so', async () => {
  await open('a track')
  await ways()
  expect(await barriers(page, { within: '[role=menu]' })).toEqual([])
  const { name, bytes } = await take(/^MP3 for phone/)
  expect(name).toMatch(/^Night Drive – v\d \(\d{4}-\d\d-\d\d\)\.mp3$/)
  expect(bytes.subarray(0, 3).toString()).toBe('ID3')
  await said(name).getByText('Downloaded · complete').first().waitFor()
})

test('she takes a FLAC, and the waveform for another program', async () => {
  await open('a track')
  await ways()
  const flac = await take(/^FLAC/)
  expect([flac.name.slice(-5), flac.bytes.subarray(0, 4).toString()]).toEqual(['.flac', 'fLaC'])
  await ways()
  await page.getByRole('menuitem', { name: 'Export waveform data' }).press('ArrowRight')
  const waveform = await take(/^\.dat, 8 bit$/)
  expect([waveform.name.slice(-4), waveform.bytes.readInt32LE(0), waveform.bytes.readUInt32LE(4)]).toEqual([
    '.dat',
    2,
    1,
  ])
})

test('she takes the whole project as one file', async () => {
  await open('the tracks')
  await page.getByRole('button', { name: 'Download', exact: true }).click()
  const { name, bytes } = await take(/^All 3 versions/)
  expect(name).toMatch(/\.zip$/)
  expect([bytes.readUInt32LE(0), bytes.readUInt32LE(bytes.length - 22), bytes.readUInt16LE(bytes.length - 12)]).toEqual(
    [0x04034b50, 0x06054b50, 3],
  )
  await said(name).getByText('Downloaded · complete').first().waitFor()
  expect(ines.complaints).toEqual([])
})
