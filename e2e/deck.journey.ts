import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatDecibels, formatLufs, formatTruePeak } from '#web/i18n/format-level.ts'
import { wavHeader, wavSamples, type WavEncoding } from '#audio/wav-file.ts'
import { noise } from './flac-fixture.ts'
import { furnish } from './furnished.ts'
import { walkAround } from './keyboard-walk.ts'
import { picturesOfFailure } from './openings.ts'
import { barriersInBothThemes, settled, sticksOut } from './page-health.ts'
import type { Visitor } from './product.ts'
import { openStory, type Story, type StoryProduct } from './story.ts'

/** Comparing versions as people do it: on the sample song with its three mixes. */
let story: Story<'ines'>
let product: StoryProduct
let ines: Visitor
let page: Page
let track = ''
let folder = ''

picturesOfFailure('deck', () => ({ ines }))
beforeAll(async () => {
  story = await openStory({ people: { ines: 'Ines Duarte' }, project: null })
  ;({ product, folder } = story)
  ;({ ines } = story.people)
  page = ines.page
  await page.goto(product.url)
  track = (await furnish(page)).find(({ name }) => name === 'a track')?.path ?? ''
})
afterAll(() => story?.end())

async function openDeck(): Promise<void> {
  await page.goto(product.url + track)
  await page.getByRole('button', { name: 'Compare', exact: true }).click()
  await page.getByRole('region', { name: /^Source A/ }).waitFor()
}

async function openBlindTest(way: 'abx' | 'preference'): Promise<void> {
  await openDeck()
  await page.keyboard.press('b')
  await page.getByRole('button', { name: 'Start' }).waitFor()
  if (way === 'preference') await page.getByRole('radio', { name: 'Which do I like best?' }).check({ force: true })
  await page.getByRole('button', { name: 'Start' }).click()
}

const letter = (name: string) =>
  page.getByRole('group', { name: 'What you hear' }).getByRole('button', { name: `Listen to ${name}` })
/** What the player's badge says, with all its reasons. */
const proof = () => page.getByRole('button', { name: /bit-true|press play/i }).getAttribute('aria-label')
const seconds = async () => {
  const words = await page.getByRole('slider', { name: 'Position' }).getAttribute('aria-valuenow')
  return Number(words)
}

async function expectPressed(name: string): Promise<void> {
  await expect.poll(() => letter(name).getAttribute('aria-pressed')).toBe('true')
}

interface ServerVersion {
  readonly id: string
  readonly trackId: string
  readonly fileName: string
  readonly state: string
  readonly report: {
    readonly loudness: { readonly integrated: number | null; readonly truePeak: number | null }
  } | null
}

/** Every version of the page's project, as the server has them. */
async function versions(): Promise<readonly ServerVersion[]> {
  const projectId = new URL(page.url()).searchParams.get('projectId')
  const { trackVersions } = await (await page.request.get(`${product.url}/api/projects/${projectId}`)).json()
  return trackVersions
}

/** What stands beside the names in a row's levels. */
async function levelsOf(name: string): Promise<Readonly<Record<string, string | undefined>>> {
  const figures = await page
    .getByRole('region', { name: new RegExp(`^Source ${name}`) })
    .locator('dl')
    .evaluate((list) =>
      [...list.querySelectorAll('dt')].map((term) => [term.textContent, term.nextElementSibling?.textContent] as const),
    )
  return Object.fromEntries(figures)
}

/** Checks that the row of each letter says of the version what the server measured, to a tenth. */
async function expectServerLevels(letters: readonly string[]): Promise<void> {
  const ids = new URL(page.url()).searchParams.get('compare')?.split(',') ?? []
  const known = await versions()
  expect(ids).toHaveLength(letters.length)
  for (const [index, name] of letters.entries()) {
    const loudness = known.find(({ id }) => id === ids[index])?.report?.loudness
    expect(await levelsOf(name)).toMatchObject({
      Loudness: formatLufs(loudness?.integrated ?? Number.NaN),
      'True peak': formatTruePeak(loudness?.truePeak ?? Number.NaN),
    })
  }
}

const decibels = (words = '') => Number.parseFloat(words.replace('−', '-'))
/** What the player bar says of loudness, name by name. */
async function barSays(name: RegExp): Promise<number> {
  const words = await page.getByTitle(name).innerText()
  return decibels(words.replace(/^[^−\d]*/, ''))
}

function wav(name: string, planes: readonly Float32Array[], encoding: WavEncoding): string {
  const path = join(folder, name)
  writeFileSync(
    path,
    Buffer.concat([
      wavHeader({ sampleRate: 48_000, channels: planes.length, encoding, totalFrames: planes[0]?.length ?? 0 }),
      wavSamples(planes, encoding),
    ]),
  )
  return path
}

async function upload(open: () => Promise<void>, paths: readonly string[]): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await open()
  await (await chooser).setFiles([...paths])
  await page.getByRole('button', { name: /^Upload \d/ }).click()
}

/** Everything that the page's markup says, without what moves with the time and the pressed letter. */
function markup(): Promise<string> {
  return page.evaluate(() =>
    document.documentElement.outerHTML
      .replaceAll(/aria-(pressed|valuenow|valuetext)="[^"]*"/g, '')
      .replaceAll(/(scaleX\(|--share: ?)[\d.e-]+/g, '')
      .replaceAll(/\d+:\d\d(:\d\d)?(\.\d{3})?/g, ''),
  )
}

test('Ines compares a version with the one before it, and reads what changed', async () => {
  await openDeck()
  expect(new URL(page.url()).searchParams.get('compare')?.split(',')).toHaveLength(2)
  const strip = page.getByRole('region', { name: 'What changed' })
  // Until the two were compared.
  await strip.getByRole('button', { name: /changes/ }).click({ timeout: 90_000 })
  await page
    .getByRole('menuitem', { name: /throughout|in \d/i })
    .first()
    .waitFor()
  await page.keyboard.press('Escape')
  await strip
    .getByRole('button', { name: / at 1:\d\d\.\d{3}$/ })
    .first()
    .click()
  expect(await seconds()).toBeGreaterThan(59)
  await page.reload()
  await page.getByRole('region', { name: /^Source B/ }).waitFor()
})

test('each row says what the server measured, and the bar what matching makes of it', async () => {
  await openDeck()
  await expectServerLevels(['A', 'B'])
  // Matched by the sound that the two share, not by what each measures as a whole.
  await page.getByText('by the sound they share').waitFor({ timeout: 60_000 })
  const { A, B } = { A: await levelsOf('A'), B: await levelsOf('B') }
  const level = await page
    .getByRole('region', { name: 'What changed' })
    .locator('dt', { hasText: 'Level' })
    .locator('+ dd')
    .innerText()
  expect(Math.abs(Math.abs(decibels(A['Gain']) - decibels(B['Gain'])) - Math.abs(decibels(level)))).toBeLessThan(0.11)
  for (const [key, row] of [
    ['1', A],
    ['2', B],
  ] as const) {
    await page.keyboard.press(key)
    const gain = decibels(row['Gain'])
    await page
      .getByTitle(gain === 0 ? 'As rendered' : `${key === '1' ? 'A' : 'B'} turned down ${formatDecibels(-gain)}`, {
        exact: true,
      })
      .waitFor()
    expect(Math.abs(decibels(row['Loudness']) + gain - (await barSays(/turned down as you hear it/)))).toBeLessThan(
      0.11,
    )
  }
  await page.keyboard.press('=')
  await expect.poll(() => barSays(/^Loudness of the whole recording$/)).toBe(decibels(B['Loudness']))
  expect((await levelsOf('B'))['Gain']).toBe('0.0 dB')
})

test('a file from the disk joins as a reference once it can be heard, matched as mono is heard', async () => {
  await openDeck()
  const quiet = wav(
    'Stillwater.wav',
    noise(48_000 * 6, 1, 4).map((plane) => Float32Array.from(plane, (sample) => sample * 0.05)),
    's24',
  )
  await page.getByRole('button', { name: 'Add source' }).click()
  await upload(() => page.getByRole('menuitem', { name: /reference file/ }).click(), [quiet])
  await page.getByRole('region', { name: 'Source C: Stillwater v1' }).waitFor()
  await expectServerLevels(['A', 'B', 'C'])
  await page.getByText('by the sound they share, the rest by whole loudness').waitFor({ timeout: 60_000 })
  const [stereo, mono] = [await levelsOf('A'), await levelsOf('C')]
  expect(
    Math.abs(
      decibels(stereo['Loudness']) +
        decibels(stereo['Gain']) -
        decibels(mono['Loudness']) -
        decibels(mono['Gain']) -
        3.01,
    ),
  ).toBeLessThan(0.16)
  await page.keyboard.press('3')
  await expectPressed('C')
  await page.getByRole('button', { name: 'Menu of source C' }).click()
  await page.getByRole('menuitem', { name: 'Remove from comparison' }).click()
  await page.getByRole('region', { name: /^Source C/ }).waitFor({ state: 'detached' })
})

test('the same samples in another file are told as identical audio, and one step of one sample is not', async () => {
  const sixteen = noise(48_000 * 4, 2, 9).map((plane) =>
    Float32Array.from(plane, (sample) => Math.round(sample * 0x4000) / 0x8000),
  )
  const off = sixteen.map((plane, channel) =>
    Float32Array.from(plane, (sample, i) => (channel === 1 && i === 100_000 ? sample + 2 ** -23 : sample)),
  )
  const files = [wav('Copy_v1.wav', sixteen, 's16'), wav('Copy_v2.wav', sixteen, 's24'), wav('Copy_v3.wav', off, 's24')]
  await page.goto(product.url + track.replace(/&trackId.*/, ''))
  await page.getByRole('button', { name: 'Upload', exact: true }).first().click()
  await upload(() => page.getByRole('dialog').getByRole('button', { name: 'choose them' }).click(), files)
  const copies = async () =>
    (await versions()).filter(({ fileName, state }) => fileName.startsWith('Copy_') && state === 'ready')
  await expect.poll(async () => (await copies()).length, { timeout: 60_000 }).toBe(3)
  const [first, second, third] = (await copies()).toSorted((a, b) => a.fileName.localeCompare(b.fileName))
  const strip = page.getByRole('region', { name: 'What changed' })
  const compare = (one: ServerVersion | undefined) =>
    page.goto(
      `${product.url}${track.replace(/&trackId.*/, '')}&trackId=${first?.trackId}&compare=${one?.id},${first?.id}`,
    )
  await compare(third)
  await strip.getByText('A minus B').waitFor({ timeout: 60_000 })
  expect(await strip.getByText('Identical audio').count()).toBe(0)
  await compare(second)
  await strip.getByText('Identical audio').first().waitFor({ timeout: 60_000 })
  await strip.getByText('Every sample is the same.').waitFor()
  expect(await strip.getByText('A minus B').count()).toBe(0)
})

test('by keyboard alone she plays, switches, flips, matches, hears the difference and nudges by a sample', async () => {
  await openDeck()
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await expectPressed('A')
  await page.keyboard.press('2')
  await expectPressed('B')
  await expect.poll(() => proof()).toMatch(/^Gain −\d\.\d dB( and \d more)? · not bit-true/)
  await page.keyboard.press('=')
  await expect.poll(() => proof()).not.toContain('Gain')
  await page.keyboard.press('=')
  await page.keyboard.press('`')
  await expectPressed('A')
  await page.keyboard.press('`')
  await expectPressed('B')
  await page.keyboard.press('d')
  await expect
    .poll(() => page.getByRole('button', { name: 'Difference', exact: true }).getAttribute('aria-pressed'))
    .toBe('true')
  await expect.poll(() => proof()).toContain('Difference')
  await page.keyboard.press('1')
  await expectPressed('A')
  // The letter that is heard has no shadow of its own to hide behind.
  expect((await walkAround(page)).unseen).toEqual([])
  const offset = page.getByRole('textbox', { name: 'Offset of B in samples' })
  for (let tabs = 0; tabs < 60 && !(await offset.evaluate((field) => field === document.activeElement)); tabs++)
    await page.keyboard.press('Tab')
  const before = await offset.inputValue()
  await page.keyboard.press('ArrowUp')
  await expect.poll(() => offset.inputValue()).toBe(before === '0' ? '+1' : String(Number(before) + 1))
  await page.keyboard.press('Shift+ArrowDown')
  await expect.poll(() => offset.inputValue()).toBe('−99')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('48000')
  await page.keyboard.press('Enter')
  await expect.poll(() => offset.inputValue()).toBe('+48000')
  await page.getByRole('button', { name: /^Back to/ }).click()
  await expect.poll(() => offset.inputValue()).toBe('0')
})

test('leaving the comparison, what is heard goes on by itself, as it is and where it was', async () => {
  await openDeck()
  await page.keyboard.press('Space')
  await page.keyboard.press('2')
  await expectPressed('B')
  await expect.poll(seconds).toBeGreaterThan(1)
  const before = await seconds()
  await page.keyboard.press('Escape')
  await page.getByRole('heading', { name: 'Night Drive v2' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  await expect.poll(seconds).toBeGreaterThan(before)
  await expect.poll(() => proof()).not.toContain('Gain')
})

test('a third version joins, resampled to the rate of the first, and leaves again, in the address too', async () => {
  await openDeck()
  await page.getByRole('button', { name: 'Add source' }).click()
  await page.getByRole('menuitem', { name: /^v1/ }).click()
  await page.getByRole('region', { name: /^Source C/ }).waitFor()
  await page
    .getByRole('region', { name: /^Source C/ })
    .getByText('Resampled from 44.1')
    .first()
    .waitFor()
  await expect.poll(() => letter('C').isEnabled(), { timeout: 90_000 }).toBe(true)
  expect(new URL(page.url()).searchParams.get('compare')?.split(',')).toHaveLength(3)
  await page.keyboard.press('3')
  await expectPressed('C')
  await expect.poll(() => proof()).toContain('Resampled from 44.1 to 48')
  await page.getByRole('button', { name: 'Menu of source C' }).click()
  await page.getByRole('menuitem', { name: 'Make this A' }).click()
  await page.getByRole('region', { name: 'Source A: Night Drive v1' }).waitFor()
  await expectPressed('A')
  await page.getByRole('button', { name: 'Menu of source B' }).click()
  await page.getByRole('menuitem', { name: 'Remove from comparison' }).click()
  await expect.poll(() => new URL(page.url()).searchParams.get('compare')?.split(',').length).toBe(2)
})

test('in a blind test nothing on the page tells which version is heard', async () => {
  await openBlindTest('preference')
  await page.keyboard.press('Space')
  await page.getByRole('button', { name: 'Pause' }).waitFor()
  const seen = []
  for (const key of ['1', '2', '1']) {
    await page.keyboard.press(key)
    await expect
      .poll(() =>
        page.getByRole('button', { name: `Listen to ${key === '1' ? 'A' : 'B'}` }).getAttribute('aria-pressed'),
      )
      .toBe('true')
    // Whatever would follow a switch has had its time: the sound has moved on.
    const before = await seconds()
    await expect.poll(seconds).toBeGreaterThan(before)
    const now = await markup()
    expect(now).not.toMatch(
      /LUFS|dBTP|bit-true|Original|24\/48|>v\d|Version \d|v[123]\b(?![^<]*\.js)|Lead up|Master turned/,
    )
    expect(await page.title()).not.toMatch(/v\d/)
    await expect.poll(() => page.evaluate(() => navigator.mediaSession.metadata?.title)).toBe('Blind test')
    await expect.poll(() => page.getByRole('main').locator('canvas').count()).toBe(0)
    seen.push(now.replaceAll(/I like [AB] best/g, ''))
  }
  expect(seen[1]).toBe(seen[0])
  expect(seen[2]).toBe(seen[0])
})

test('a preference is told as one, with what was what, and can be copied', async () => {
  await openBlindTest('preference')
  await page.keyboard.press('2')
  await page.keyboard.press('p')
  const result = page.getByRole('region', { name: 'Result' })
  await result
    .getByText(/^You liked Night Drive v[23] best\.$/)
    .first()
    .waitFor()
  await result
    .getByText(/a preference, not a measurement/)
    .first()
    .waitFor()
  await result
    .getByText(/^A was Night Drive v[23]$/)
    .first()
    .waitFor()
  await ines.context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await result.getByRole('button', { name: 'Copy as text' }).click()
  await expect
    .poll(() => page.evaluate(() => navigator.clipboard.readText()))
    .toMatch(/^Blind preference, .+\nA was Night Drive v[23]\nB was Night Drive v[23]\nYou liked/)
  await result.getByRole('button', { name: 'Back to the comparison' }).click()
  await page.getByRole('region', { name: /^Source A/ }).waitFor()
})

test('an ABX test by keys alone ends with what chance would do, and claims nothing from few answers', async () => {
  await openBlindTest('abx')
  for (let i = 0; i < 9; i++) {
    await page.keyboard.press('3')
    await page.keyboard.press(i % 2 === 0 ? 'a' : 'b')
  }
  await page.getByText('Answer 9 saved. X has been reshuffled.').first().waitFor()
  await page.getByRole('button', { name: 'Finish and see the result' }).click()
  await page
    .getByText(/^\d of 9\. It takes at least 10 answers to draw a conclusion\.$/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Test again' }).click()
  await page.getByRole('button', { name: 'Start' }).click()
  for (let i = 0; i < 12; i++) await page.keyboard.press('a')
  await page.getByRole('button', { name: 'Finish and see the result' }).click()
  await page
    .getByText(/^\d+ of 12: chance alone does this well (\d+|less than 0\.1|\d\.\d)% of the time\.$/)
    .first()
    .waitFor()
})

test('the comparison and its blind test are without barriers, dark and light, on a desk and on a phone', async () => {
  for (const [width, height] of [
    [1440, 900],
    [390, 844],
  ] as const) {
    await page.setViewportSize({ width, height })
    for (const [name, open] of [
      ['deck', openDeck],
      ['blind', () => openBlindTest('abx')],
    ] as const) {
      await open()
      await settled(page)
      if (name === 'deck')
        await page.getByRole('region', { name: 'What changed' }).getByText('A minus B').first().waitFor()
      const kept = async (theme: string) =>
        process.env['SHOTS'] && page.screenshot({ path: join(process.env['SHOTS'], `${name}-${width}-${theme}.png`) })
      expect(await barriersInBothThemes(page, { seen: kept })).toEqual([])
      expect(await sticksOut(page)).toEqual([])
    }
  }
  expect(ines.complaints).toEqual([])
})
