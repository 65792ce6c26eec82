import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sealUnsubscribe } from '#features/inbox/server/unsubscribe-token.ts'
import { readConfig } from '#server/config.ts'
import { picturesOfFailure, post } from './openings.ts'
import { barriers, barriersInBothThemes } from './page-health.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'
import { openStory, type Story } from './story.ts'

/** Jo has things to say; Ines hears of them where she is, goes there, and decides how much of it reaches her. */
let folder = ''
const secret = 'a secret of this journey, long enough to count'
let story: Story<'ines' | 'jo'>
let product: Product
let ines: Visitor
let jo: Visitor
let projectId = ''
let trackId = ''
let versionId = ''

picturesOfFailure('inbox', () => ({ ines }))
beforeAll(async () => {
  product = await startProduct({ AUTH_SECRET: secret })
  story = await openStory({ people: { ines: 'Ines Duarte', jo: 'Jo Okafor' }, role: 'editor', product })
  ;({ folder, projectId, trackId, versionId } = story)
  ;({ ines, jo } = story.people)
  await story.openTrack(ines.page)
})
afterAll(async () => {
  await story?.end()
  await product?.stop()
})

test('Ines sees on the projects page that her invitation was accepted', async () => {
  await ines.page.goto(product.url)
  await unreadIs(1)
  await rail()
    .getByRole('link', { name: /^Inbox/ })
    .click()
  await row('Jo Okafor accepted your invitation').waitFor()
})

test('a mention shows while she looks, and leads to the note at its second', async () => {
  await note('@Ines Duarte ride the vocal up here, it goes under the guitars', 5)
  await row('Jo Okafor mentioned you on Glasshouse v1').waitFor()
  await unreadIs(2)
  await row('mentioned').getByRole('link').click()
  await expect
    .poll(() => ines.page.locator('[data-note]', { hasText: 'ride the vocal' }).getAttribute('data-chosen'), {
      timeout: 30_000,
    })
    .toBe('true')
  expect(new URL(ines.page.url()).searchParams.get('t')).toBe('5')
  await unreadIs(1)
})

test('a task that is given to her opens among the tasks, and is at hand when its panel is closed', async () => {
  await post(product, jo.page, `/api/projects/${projectId}/tasks`, {
    title: 'Kick 1 dB lower',
    assigneeId: await idOf(ines.page),
  })
  await unreadIs(2)
  await ines.page.goto(`${product.url}/inbox`)
  await row('Jo Okafor assigned you LT-1 Kick 1 dB lower').getByRole('link').click()
  await ines.page.getByRole('tab', { name: /^Tasks/, selected: true, includeHidden: true }).waitFor()
  await expect
    .poll(() =>
      ines.page
        .getByRole('complementary', { name: 'LT-1' })
        .getByRole('button', { name: /^Title/ })
        .textContent(),
    )
    .toBe('Kick 1 dB lower')
  await ines.page.keyboard.press('Escape')
  await expect
    .poll(() => ines.page.evaluate(() => document.activeElement?.getAttribute('aria-label')))
    .toBe('LT-1 Kick 1 dB lower')
  expect(new URL(ines.page.url()).searchParams.get('task')).toBe(null)
  await unreadIs(1)
})

test('the keyboard walks the list, marks, and opens', async () => {
  const { page } = ines
  await note('Snare rings', 2)
  await note('Too much air', 3)
  await page.goto(`${product.url}/inbox`)
  await row('left a note on').nth(1).waitFor()
  await unreadIs(3)
  await page.keyboard.press('ArrowDown')
  await expect.poll(focused).toContain('Too much air')
  await page.keyboard.press('j')
  await expect.poll(focused).toContain('Snare rings')
  await page.keyboard.press('e')
  await unreadIs(2)
  await page.keyboard.press('e')
  await unreadIs(3)
  await page.keyboard.press('k')
  await page.keyboard.press('Enter')
  await expect
    .poll(() => page.locator('[data-note]', { hasText: 'Too much air' }).getAttribute('data-chosen'), {
      timeout: 30_000,
    })
    .toBe('true')
  await unreadIs(2)
})

test('it is filtered by the unread and by kind, in the address, and all of it read and back', async () => {
  const { page } = ines
  await page.goto(`${product.url}/inbox`)
  await page.getByRole('radio', { name: 'Unread' }).click({ force: true })
  await expect.poll(() => page.locator('[data-notice]').count()).toBe(2)
  await page.getByRole('button', { name: 'What: Everything' }).click()
  await page.getByRole('menuitemradio', { name: 'Notes on my versions' }).click()
  await expect.poll(() => page.locator('[data-notice]').count()).toBe(1)
  expect(new URL(page.url()).search).toBe('?kind=note&show=unread')
  await page.goto(`${product.url}/inbox?show=unread`)
  await row('accepted').waitFor()
  await page.getByRole('button', { name: 'Mark all as read' }).click()
  await page.getByRole('heading', { name: 'All read' }).waitFor()
  await unreadIs(0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => page.locator('[data-notice]').count()).toBe(2)
  await unreadIs(2)
})

test('what she chooses stays, and a muted project is silent until it is not', async () => {
  const { page } = ines
  await page.goto(`${product.url}/account/notifications`)
  await page
    .getByText(`You get e-mails once ${story.emailOf('ines')} is confirmed.`)
    .first()
    .waitFor()
  const saved = () =>
    page.waitForResponse(
      (response) => response.url().endsWith('/api/inbox/settings') && response.request().method() === 'PATCH',
    )
  const mail = saved()
  await page.getByLabel('Mentions: e-mail').selectOption('Daily')
  await mail
  const inApp = saved()
  await page.getByLabel('New versions: in the inbox').click({ force: true })
  await inApp
  const quiet = saved()
  await page.getByRole('switch', { name: 'Quiet hours' }).click({ force: true })
  await quiet
  await page.reload()
  await page.getByLabel('From').waitFor()
  await expect.poll(() => page.getByLabel('Mentions: e-mail').inputValue()).toBe('digest')
  await expect.poll(() => page.getByLabel('New versions: in the inbox').isChecked()).toBe(false)
  await page.goto(`${product.url}/?projectId=${projectId}`)
  await choose('Nothing')
  await page.getByText('Low Tide is muted.', { exact: true }).first().waitFor()
  await note('Nobody hears this', 1)
  await page.goto(`${product.url}/account/notifications`)
  const level = page.getByLabel('Low Tide: notifications')
  await level.waitFor()
  const unmuted = page.waitForResponse((response) => response.url().endsWith('/mute'))
  await level.selectOption('Everything')
  await unmuted
  await note('But this', 1)
  await page.goto(`${product.url}/inbox`)
  await row('But this').waitFor()
  await expect.poll(() => row('Nobody hears this').count()).toBe(0)
})

test('the activity tells several notes as one line, shows each, leads there, and is narrowed to a topic', async () => {
  const { page } = ines
  await page.goto(`${product.url}/?projectId=${projectId}&tab=activity`)
  const lines = page.getByRole('region', { name: 'What happened' }).getByRole('listitem')
  const together = lines.filter({ hasText: /left \d notes on Glasshouse v1/ }).first()
  await together.getByRole('button', { name: 'Show each' }).click()
  await page.getByRole('button', { name: 'What: Everything' }).click()
  await page.getByRole('menuitemradio', { name: 'Tasks' }).click()
  await expect
    .poll(() => lines.allTextContents())
    .toEqual([expect.stringContaining('Jo Okafor added the task Kick 1 dB lower')])
  await page.getByRole('button', { name: 'What: Tasks' }).click()
  await page.getByRole('menuitemradio', { name: 'Files on notes', exact: true }).click()
  await page.getByRole('heading', { name: 'No files yet' }).waitFor()
  await page.getByRole('button', { name: 'What: Files' }).click()
  await page.getByRole('menuitemradio', { name: 'Everything' }).click()
  await together.getByRole('button', { name: 'Show each' }).click()
  expect(await barriers(page)).toEqual([])
  await lines.filter({ hasText: 'left a note on Glasshouse v1' }).first().getByRole('link').click()
  await expect.poll(() => page.locator('[data-note][data-chosen="true"]').count(), { timeout: 30_000 }).toBe(1)
})

test('the link of a mail asks, stops what it says without anybody signed in, and no more', async () => {
  const stranger = await visit(story.browser)
  const { page } = stranger
  const token = sealUnsubscribe(readConfig({ AUTH_SECRET: secret, DATA_DIR: folder }), await idOf(ines.page), {
    kind: 'assignment',
  })
  const mail = async () =>
    (await (await ines.page.request.get(`${product.url}/api/inbox/settings`)).json()).channels.assignment.mail
  await page.goto(`${product.url}/unsubscribe?token=${token}`)
  await page.getByText('no more mails of this kind: Tasks assigned to me').first().waitFor()
  await expect.poll(() => page.getByText('Ines').count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  expect(await mail()).toBe('now')
  await page.getByRole('button', { name: 'Stop these mails' }).click()
  await page.getByRole('heading', { name: 'No more of these mails' }).waitFor()
  expect(await mail()).toBe('off')
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await barriers(page)).toEqual([])
  expect(stranger.complaints).toEqual([])
  await page.goto(`${product.url}/unsubscribe?token=${token.slice(0, -2)}`)
  await page.getByRole('heading', { name: 'This link does not work' }).waitFor()
  await stranger.context.close()
})

test.each([1440, 390])('nothing stands in anybody’s way at %i px, dark and light', async (width) => {
  const { page } = ines
  await page.setViewportSize({ width, height: width === 390 ? 844 : 900 })
  for (const [path, shown] of [
    ['/inbox', row('But this')],
    ['/account/notifications', page.getByLabel('Mentions: e-mail')],
  ] as const) {
    await page.goto(product.url + path)
    await shown.waitFor()
    expect(await barriersInBothThemes(page)).toEqual([])
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
      .toBe(0)
  }
})

test('nobody’s console complained', () => {
  expect(ines.complaints).toEqual([])
  expect(jo.complaints).toEqual([])
})

function rail(): Locator {
  return ines.page.getByRole('navigation', { name: 'Main' })
}

function row(words: string): Locator {
  return ines.page.locator('[data-notice]', { hasText: words })
}

/** What has the focus, as far as it is a line of the list. */
function focused(): Promise<string> {
  return ines.page.evaluate(() => document.activeElement?.closest('[data-notice]')?.textContent ?? '')
}

/** In the rail, by its own doing. */
async function unreadIs(count: number): Promise<void> {
  await expect
    .poll(() =>
      rail()
        .getByRole('link', { name: /^Inbox/ })
        .getByText(/^\d+ unread$/)
        .allTextContents(),
    )
    .toEqual(count === 0 ? [] : [`${count} unread`])
}

async function choose(level: string): Promise<void> {
  await ines.page.getByRole('button', { name: 'More for Low Tide' }).click()
  await ines.page.getByRole('menuitem', { name: 'Notifications' }).press('ArrowRight')
  await ines.page.getByRole('menuitemradio', { name: level }).press('Enter')
}

async function note(body: string, fromSeconds: number): Promise<void> {
  await post(product, jo.page, `/api/projects/${projectId}/tracks/${trackId}/notes`, {
    versionId,
    fromSeconds,
    toSeconds: null,
    body,
  })
}

async function idOf(page: Page): Promise<string> {
  return (await (await page.request.get(`${product.url}/api/users/me`)).json()).id
}
