import { createHash } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import type { Browser, Page, Request } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SONG_MIXES } from '#audio/song.ts'
import { writeSong } from '../fixtures/audio/make.ts'
import { barriersInBothThemes } from './page-health.ts'
import { borrowBrowser } from './browser.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'
import { slowLine, type SlowLine } from './slow-line.ts'

/** Files on their way in and out, over a line that is slow and breaks. */
const folder = mkdtempSync(join(tmpdir(), 'roughmix-transfers-'))
const record = join(folder, 'Low_Tide EP')
const glasshouse = [join(record, 'Glasshouse_mix1_48k24.wav'), join(record, 'Glasshouse_mix2_48k24.wav')] as const
const salt = join(record, 'Salt_v1.wav')
/** More than a socket swallows at once, so that there is a middle to stop in. */
const kite = join(folder, 'Kite_rough_2.wav')
const cover = join(record, 'cover.png')
const MB = 1_000_000
const sha256 = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex')

let line: SlowLine
let product: Product
let browser: Browser
let ines: Visitor
let page: Page
let url: string

beforeAll(async () => {
  mkdirSync(record)
  writeSong({ path: glasshouse[0], mix: SONG_MIXES.rough, sampleRate: 48_000, encoding: 's24', seconds: 20 })
  writeSong({ path: glasshouse[1], mix: SONG_MIXES.loud, sampleRate: 48_000, encoding: 's24', seconds: 20 })
  writeSong({ path: salt, mix: SONG_MIXES.fixed, sampleRate: 44_100, encoding: 's16', seconds: 12, seed: 5 })
  writeSong({ path: kite, mix: SONG_MIXES.rough, sampleRate: 48_000, encoding: 's24', seconds: 70 })
  writeFileSync(cover, Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(1000)]))
  line = await slowLine()
  url = `http://localhost:${line.port}`
  product = await startProduct({ BASE_URL: url })
  line.leadTo(product.port)
  browser = await borrowBrowser()
})

afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await line?.stop()
  rmSync(folder, { recursive: true, force: true })
})

// Everyone is new: what one test left in its browser is not in the next.
let people = 0
beforeEach(async () => {
  ines = await arrive()
})

afterEach(async ({ task }) => {
  // What was on the screen when something went wrong.
  if (task.result?.state === 'fail')
    await page.screenshot({ path: join('.cache', 'transfers-failed.png') }).catch(() => undefined)
  line.mend()
  line.limit(null)
  await ines.context.close()
  // The browser tells of a line that breaks, and of a server that is still putting away what came of a part (423);
  // anything else is ours.
  expect(ines.complaints.filter((words) => !/net::ERR_|WebSocket connection|423 \(Locked\)/.test(words))).toEqual([])
})

describe('the upload sheet', () => {
  test('makes versions and tracks of several bounces at once, by their names, and a file of a picture', async () => {
    await openProject('Low Tide')
    await page.keyboard.press('u')
    await choose(await sheet(), [...glasshouse, salt, cover])
    await expect
      .poll(sheetTargets)
      .toEqual(['File everyone can see', 'New track: Glasshouse', 'v2 of new track Glasshouse', 'New track: Salt'])
    await (await sheet()).getByText('0:20.000 · 24/48 · 5.8 MB').first().waitFor()
    await (await sheet()).getByLabel('What changed in Salt_v1.wav').fill('Second verse is shorter')
    // Where nothing can begin, nothing is lost of what was chosen and written.
    await page.route('**/api/projects/*/tracks', (route) => route.abort())
    await page.getByRole('button', { name: 'Upload 4 files' }).click()
    await (await sheet()).getByText('The upload could not be started.').waitFor()
    expect(await (await sheet()).getByLabel('What changed in Salt_v1.wav').inputValue()).toBe('Second verse is shorter')
    await page.unroute('**/api/projects/*/tracks')
    await page.getByRole('button', { name: 'Upload 4 files' }).click()
    await expect.poll(sent, { timeout: 30_000 }).toEqual([
      { title: 'Glasshouse', number: 1, sha256: sha256(glasshouse[0]), changelog: '' },
      { title: 'Glasshouse', number: 2, sha256: sha256(glasshouse[1]), changelog: '' },
      { title: 'Salt', number: 1, sha256: sha256(salt), changelog: 'Second verse is shorter' },
    ])
    await said('Ready · v1 of Glasshouse · 1 finding').waitFor({ timeout: 30_000 })
    await panel().getByText('True peak +0.5 dBTP').first().waitFor({ timeout: 30_000 })
    await panel().getByRole('link', { name: 'Listen' }).first().click()
    await expect.poll(() => page.url()).toContain('&t=')
  })

  test('knows a version it has by its bytes, and one that was exported anew under the old name', async () => {
    await openProject('Low Tide')
    await upload([salt])
    const [renamed, anew] = [join(folder, 'from Jo.wav'), join(folder, basename(salt))]
    copyFileSync(salt, renamed)
    const bytes = readFileSync(salt)
    bytes[bytes.length - 1] = 1
    writeFileSync(anew, bytes)
    await page.keyboard.press('u')
    await choose(await sheet(), [renamed])
    await expect.poll(sheetTargets).toEqual(['Same file as v1. Skip'])
    await expect.poll(() => page.getByRole('button', { name: 'Nothing to upload' }).isDisabled()).toBe(true)
    await choose(await sheet(), [anew])
    await expect.poll(sheetTargets).toEqual(['Same file as v1. Skip', 'v2 of Salt'])
    await (await sheet()).getByText('Same length as v1').first().waitFor()
  })

  test('lets the target be changed by keyboard', async () => {
    await openProject('Low Tide')
    await upload([glasshouse[0], salt])
    await page.keyboard.press('u')
    await choose(await sheet(), [glasshouse[1]])
    await page.getByRole('button', { name: 'Glasshouse_mix2_48k24.wav becomes: v2 of Glasshouse' }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => hasFocus('Glasshouse')).toBe(true)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => hasFocus('Salt')).toBe(true)
    await page.keyboard.press('Enter')
    await expect.poll(sheetTargets).toEqual(['v2 of Salt'])
    await (await sheet()).getByText('48 kHz, but v1 was 44.1 kHz').first().waitFor()
  })
})

test('sheet and panel have no accessibility violations, wide and on a phone, dark and light', async () => {
  await openProject('Low Tide')
  await upload([salt])
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    const show = page.getByRole('button', { name: 'Show the transfers' })
    if (await show.isVisible()) await show.click()
    expect(await barriersInBothThemes(page, { within: 'section[aria-label=Transfers]' })).toEqual([])
    await page.keyboard.press('u')
    await choose(await sheet(), [...glasshouse, salt, cover])
    await expect.poll(sheetTargets).toContain('File everyone can see')
    expect(await barriersInBothThemes(page, { within: '[role=dialog]' })).toEqual([])
    await expect.poll(() => page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
    await page.keyboard.press('Escape')
  }
})

describe('a drop', () => {
  test('of a folder on the project list makes a project of its name with tracks of what is audio', async () => {
    await page.goto(url)
    await page.getByText('Drop a bounce to start a project').first().waitFor()
    await dropFromDisk([record])
    await page.getByRole('heading', { name: 'Low Tide EP' }).waitFor()
    await expect
      .poll(async () => (await sent()).map(({ title, number }) => `${title} v${number}`), { timeout: 30_000 })
      .toEqual(['Glasshouse v1', 'Glasshouse v2', 'Salt v1'])
  })

  test('of a picture on the project list makes no project', async () => {
    await page.goto(url)
    await page.getByText('Drop a bounce to start a project').first().waitFor()
    await dropFromDisk([cover])
    await page.getByText('This is not an audio file.').first().waitFor()
    expect(new URL(page.url()).searchParams.has('projectId')).toBe(false)
  })

  test('anywhere in a project opens the sheet', async () => {
    await openProject('Low Tide')
    await page.goto(`${page.url()}&tab=activity`)
    await page.getByRole('heading', { name: 'Low Tide' }).waitFor()
    await dropFromDisk([salt])
    await expect.poll(sheetTargets).toEqual(['New track: Salt'])
  })
})

describe('an upload', () => {
  test('that is paused stays where it is and goes on from there', async () => {
    await openProject('Low Tide')
    const offsets = offsetsOf()
    line.limit(4 * MB)
    await begin([kite])
    await percentPast(10)
    await page.getByRole('button', { name: 'Pause Kite_rough_2.wav' }).click()
    await said(/Upload paused at \d/).waitFor()
    line.limit(null)
    await page.getByRole('button', { name: 'Resume Kite_rough_2.wav' }).click()
    expect(await arrived()).toBe(sha256(kite))
    expect(offsets.at(-1)).toBeGreaterThan(MB)
  })

  test('that a reload breaks off asks for its file, refuses another, and goes on to the same bytes', async () => {
    await openProject('Low Tide')
    const offsets = offsetsOf()
    line.limit(4 * MB)
    await begin([kite])
    await percentPast(10)
    page.on('dialog', (dialog) => void dialog.accept())
    await page.reload()
    line.limit(null)
    await said(/Choose the file again to continue/).waitFor()
    await chooseAgain(salt)
    await page.getByText('That is another file.').first().waitFor()
    const before = offsets.length
    await chooseAgain(kite)
    expect(await arrived()).toBe(sha256(kite))
    expect(offsets[before]).toBeGreaterThan(MB)
  })

  test('that was dropped from the disk needs no more than a press after a reload', async () => {
    await openProject('Low Tide')
    line.limit(4 * MB)
    await dropFromDisk([kite])
    await page.getByRole('button', { name: 'Upload 1 file' }).click()
    await percentPast(10)
    await page.reload()
    line.limit(null)
    const resume = page.getByRole('button', { name: 'Resume Kite_rough_2.wav' })
    await Promise.race([resume.click().catch(() => undefined), said('Ready').waitFor()])
    expect(await arrived()).toBe(sha256(kite))
  })

  test('whose line breaks says how far it came, and goes on when there is one again', async () => {
    await openProject('Low Tide')
    line.limit(4 * MB)
    await begin([kite])
    await percentPast(10)
    line.cut()
    await said(/Connection lost at \d.* Nothing is lost\./).waitFor()
    line.mend()
    line.limit(null)
    await page.getByRole('button', { name: 'Resume Kite_rough_2.wav' }).click()
    expect(await arrived()).toBe(sha256(kite))
  })

  test('is left alone by a second tab', async () => {
    await openProject('Low Tide')
    line.limit(4 * MB)
    await begin([kite])
    await percentPast(10)
    const other = await ines.context.newPage()
    await other.goto(page.url())
    await other.getByRole('heading', { name: 'Low Tide' }).waitFor()
    await expect.poll(() => other.getByText('Choose the file again').count()).toBe(0)
    await other.close()
    line.limit(null)
    expect(await arrived()).toBe(sha256(kite))
  })

  test('keeps its person from signing out unasked, and is forgotten when they go', async () => {
    await openProject('Low Tide')
    line.limit(4 * MB)
    await begin([kite])
    await percentPast(5)
    await signOut()
    await page.getByText('Sign out and stop 1 transfer?').first().waitFor()
    await page.getByRole('button', { name: 'Stay' }).click()
    await percentPast(10)
    await signOut()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor()
    expect(await rememberedUploads()).toBe(0)
  })
})

describe('a download', () => {
  beforeEach(async () => {
    await openProject('Low Tide')
    await upload([glasshouse[0]])
    await page.getByRole('button', { name: 'Clear finished' }).click()
    await page.getByRole('link', { name: 'Glasshouse' }).first().click()
  })

  test('shows how far it is and that its hash matches', async () => {
    line.limit(3 * MB)
    const file = page.waitForEvent('download')
    await startDownload()
    await said(/^Downloading/).waitFor()
    await percentPast(10)
    expect(sha256(await (await file).path())).toBe(sha256(glasshouse[0]))
    expect((await file).suggestedFilename()).toBe('Glasshouse_mix1_48k24.wav')
    await said('Downloaded · hash matches').waitFor()
  })

  test('that breaks off goes on behind its last byte', async () => {
    const ranges: string[] = []
    page.on(
      'request',
      (request) => void (request.url().includes('/download') && ranges.push(request.headers()['range'] ?? '')),
    )
    line.limit(2 * MB)
    const file = page.waitForEvent('download')
    await startDownload()
    await percentPast(30)
    line.cut()
    await said(/Connection lost at \d.* Nothing is lost\./).waitFor()
    line.limit(null)
    line.mend()
    expect(sha256(await (await file).path())).toBe(sha256(glasshouse[0]))
    expect(Number(/bytes=(\d+)-/.exec(ranges.at(-1) ?? '')?.[1])).toBeGreaterThan(MB)
    await said('Downloaded · hash matches').waitFor()
  })

  test('that is refused says so by its name, and can be tried again', async () => {
    await page.route('**/download?*', (route) => route.fulfill({ status: 404, body: '{}' }))
    const complaints = ines.complaints.length
    await startDownload()
    await said('File fetch error: it is no longer on the server.').waitFor()
    // The browser tells of every 404.
    ines.complaints.splice(complaints)
    await page.unroute('**/download?*')
    const file = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Try Glasshouse_mix1_48k24.wav again' }).click()
    expect(sha256(await (await file).path())).toBe(sha256(glasshouse[0]))
  })
})

async function arrive(): Promise<Visitor> {
  const visitor = await visit(browser)
  page = visitor.page
  people += 1
  await page.request.post(`${url}/api/auth/sign-up/email`, {
    data: { name: 'Ines Duarte', email: `ines${people}@harbour.studio`, password: 'correct horse' },
  })
  return visitor
}

const panel = () => page.getByRole('region', { name: 'Transfers' })
/** The line under a bar. */
const said = (words: string | RegExp) => panel().locator('[data-state]', { hasText: words }).first()

async function sheet() {
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  return dialog
}

async function choose(where: Awaited<ReturnType<typeof sheet>>, paths: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await where.getByRole('button', { name: 'choose them' }).click()
  await (await chooser).setFiles([...paths])
}

async function chooseAgain(path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await panel().getByRole('button', { name: 'Choose the file again' }).click()
  await (await chooser).setFiles(path)
}

/** What each file of the sheet becomes, in its order. */
function sheetTargets(): Promise<string[]> {
  return page
    .getByRole('dialog')
    .getByRole('button', { name: / becomes: / })
    .allInnerTexts()
}

function hasFocus(name: string): Promise<boolean> {
  return page.getByRole('menuitem', { name }).evaluate((row) => row === document.activeElement)
}

async function begin(paths: readonly string[]): Promise<void> {
  await page.keyboard.press('u')
  await choose(await sheet(), paths)
  await page.getByRole('button', { name: /^Upload \d/ }).click()
}

/** Uploads and waits until the server has looked at everything. */
async function upload(paths: readonly string[]): Promise<void> {
  await begin(paths)
  for (const _ of paths)
    await expect
      .poll(() => panel().locator('[data-state=done]', { hasText: 'Ready' }).count(), { timeout: 30_000 })
      .toBe(paths.length)
}

/** Files and folders from the disk, as a hand would drop them. */
async function dropFromDisk(files: readonly string[]): Promise<void> {
  const devtools = await ines.context.newCDPSession(page)
  const data = { items: [], files: [...files], dragOperationsMask: 1 }
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await devtools.send('Input.dispatchDragEvent', { type, x: 700, y: 500, data })
}

async function openProject(name: string): Promise<void> {
  const { id } = await (await page.request.post(`${url}/api/projects`, { data: { name, description: '' } })).json()
  await page.goto(`${url}/?projectId=${id}`)
  await page.getByRole('heading', { name }).waitFor()
  // The key that opens the sheet is bound with the tab.
  await page.getByRole('button', { name: 'Choose files' }).waitFor()
}

interface SentVersion {
  readonly title: string
  readonly number: number
  readonly sha256: string
  readonly changelog: string
}

/** The project's versions as the server has them, by title and number. */
async function sent(): Promise<readonly SentVersion[]> {
  const projectId = new URL(page.url()).searchParams.get('projectId')
  const { tracks, trackVersions } = await (await page.request.get(`${url}/api/projects/${projectId}`)).json()
  const titles = new Map(tracks.map(({ id, title }: { id: string; title: string }) => [id, title]))
  const versions: SentVersion[] = trackVersions.map((one: SentVersion & { trackId: string }) => ({
    title: titles.get(one.trackId),
    number: one.number,
    sha256: one.sha256,
    changelog: one.changelog,
  }))
  return versions.sort((a, b) => a.title.localeCompare(b.title) || a.number - b.number)
}

/** Waits until the project's one version is ready; what the server has of it. */
async function arrived(): Promise<string | undefined> {
  await said(/^Ready/).waitFor({ timeout: 60_000 })
  const [only] = await sent()
  return only?.sha256
}

async function percentPast(percent: number): Promise<void> {
  await expect
    .poll(async () => Number(await panel().getByRole('progressbar').first().getAttribute('aria-valuenow')), {
      timeout: 30_000,
      interval: 30,
    })
    .toBeGreaterThanOrEqual(percent)
}

/** Where each part of an upload began, as they are sent. */
function offsetsOf(): number[] {
  const offsets: number[] = []
  page.on(
    'request',
    (request: Request) =>
      void (request.method() === 'PATCH' && offsets.push(Number(request.headers()['upload-offset']))),
  )
  return offsets
}

async function startDownload(): Promise<void> {
  await page.getByRole('button', { name: /^Download the original/ }).click()
}

async function signOut(): Promise<void> {
  await page
    .getByRole('button', { name: /Ines Duarte/ })
    .first()
    .click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}

function rememberedUploads(): Promise<number> {
  return page.evaluate(async () => {
    const names = (await indexedDB.databases()).flatMap(({ name }) =>
      name?.startsWith('roughmix-uploads') ? [name] : [],
    )
    const counts = await Promise.all(
      names.map(
        (name) =>
          new Promise<number>((resolve, reject) => {
            const opening = indexedDB.open(name)
            opening.addEventListener('error', () => reject(opening.error))
            opening.addEventListener('success', () => {
              const counting = opening.result.transaction('uploads').objectStore('uploads').count()
              counting.addEventListener('success', () => resolve(counting.result))
            })
          }),
      ),
    )
    return counts.reduce((sum, count) => sum + count, 0)
  })
}
