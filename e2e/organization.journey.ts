import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillSignUp, picturesOfFailure, setUp } from './openings.ts'
import { barriers } from './page-health.ts'
import { mailedLink } from './mailed-link.ts'
import { borrowBrowser } from './browser.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'

/** A studio from its first day: two people, a team, a project, and a parting. */
let product: Product
let browser: Browser
let ines: Visitor
let jo: Visitor
/** Address of the studio's page. */
let studio = ''

picturesOfFailure('organization', () => ({ ines, jo }))
beforeAll(async () => {
  product = await startProduct()
  browser = await borrowBrowser()
  ines = await visit(browser)
  jo = await visit(browser)
  await setUp(product, ines.page)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

/** Waits for words to be seen; a toast is also read aloud from elsewhere on the page. */
async function shows(page: Page, words: string): Promise<boolean> {
  await page.getByText(words).first().waitFor()
  return true
}

test('Ines makes an organization; its address is proposed, and a taken one is refused while she types', async () => {
  const { page } = ines
  await newOrganization(page, 'Harbour Row Studio')
  await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('harbour-row-studio')
  await page.getByText('Available.').first().waitFor()
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.getByRole('heading', { name: 'Harbour Row Studio', level: 1 }).waitFor()
  studio = page.url().replace(/\/members$/, '')

  await newOrganization(page, 'Harbour Row Studio')
  await page.getByText('Another organization has this address.').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Create organization' }).isDisabled()).toBe(true)
  await page.keyboard.press('Escape')
})

async function newOrganization(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button').first().click()
  await page.getByRole('menuitem', { name: 'New organization' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
}

test('she starts a project that belongs to it', async () => {
  const { page } = ines
  await page.goto(product.url)
  await page.getByRole('button', { name: 'New project' }).first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name', { exact: true }).fill('Low Tide')
  await expect
    .poll(() => dialog.getByLabel('Belongs to').locator('option:checked').textContent())
    .toBe('Harbour Row Studio')
  await dialog.getByLabel('Members can', { exact: true }).selectOption({ label: 'Edit' })
  await page.getByRole('button', { name: 'Create project' }).click()
  await page.getByRole('heading', { name: 'Low Tide' }).waitFor()
})

test('she invites Jo; for her the invitation is somebody else’s, and Jo joins with it', async () => {
  const { page } = ines
  await page.goto(`${studio}/invitations`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByLabel('E-mail').fill('jo@okafor.audio')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const shown = await page.getByLabel('Invitation link').inputValue()
  const mailed = await mailedLink(product, 'jo@okafor.audio', 'You are invited to an organization on Roughmix')
  expect(new URL(mailed).pathname).toBe(new URL(shown).pathname)
  await page.goto(mailed)
  await page.getByRole('heading', { name: 'This invitation is for someone else' }).waitFor()
  // Going over to another account is signing out: it asks about what was never sent, and leaves nothing of it.
  const { id } = await (await page.request.get(`${product.url}/api/users/me`)).json()
  await page.evaluate(
    (key) =>
      new Promise<void>((resolve) => {
        indexedDB.open('keyval-store').onsuccess = ({ target }) => {
          ;(target as IDBOpenDBRequest).result
            .transaction('keyval', 'readwrite')
            .objectStore('keyval')
            .put([{ key: 'unsent', projectId: 'gone', route: '', params: {}, words: 'Unsent', at: 0 }], key).onsuccess =
            () => resolve()
        }
      }),
    `outbox.${id}`,
  )
  await page.getByRole('button', { name: 'Switch account' }).click()
  await page
    .getByRole('alertdialog', { name: 'Sign out and lose 1 change?' })
    .getByRole('button', { name: 'Sign out' })
    .click()
  await page.waitForURL(/\/login/)
  expect(
    await page.evaluate(
      (key) =>
        new Promise((resolve) => {
          indexedDB.open('keyval-store').onsuccess = ({ target }) => {
            ;(target as IDBOpenDBRequest).result.transaction('keyval').objectStore('keyval').get(key).onsuccess = (
              event,
            ) => resolve((event.target as IDBRequest).result)
          }
        }),
      `outbox.${id}`,
    ),
  ).toBeUndefined()
  await page.request.post(`${product.url}/api/auth/sign-in/email`, {
    headers: { origin: product.url },
    data: { email: 'ines@harbour.studio', password: 'correct horse' },
  })

  await jo.page.goto(mailed)
  await jo.page.getByText('Ines Duarte invites you to Harbour Row Studio.').first().waitFor()
  await jo.page.getByRole('link', { name: 'Create an account' }).click()
  await fillSignUp(jo.page, 'Jo Okafor', 'jo@okafor.audio')
  await jo.page.getByRole('button', { name: 'Accept' }).click()
  await jo.page.getByRole('heading', { name: 'Low Tide' }).waitFor()
  await jo.page.goto(mailed)
  await jo.page.getByRole('heading', { name: 'You already accepted' }).waitFor()
})

test('Jo may edit the project, switches to his own place and back, and sees no button that is not his', async () => {
  const { page } = jo
  await page.goto(product.url)
  await page.getByRole('link', { name: 'Low Tide' }).first().click()
  await page.getByRole('button', { name: 'Choose files' }).waitFor()
  await switchTo(page, 'Personal')
  await page.getByRole('heading', { name: 'Drop a bounce to start a project' }).waitFor()
  await switchTo(page, 'Harbour Row Studio')
  await page.getByRole('heading', { name: 'Low Tide' }).waitFor()
  await page.goto(`${studio}/members`)
  await page.getByText('Ines Duarte').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Invite', exact: true }).count()).toBe(0)
})

async function switchTo(page: Page, name: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Main' }).getByRole('button').first().click()
  await page.getByRole('menuitemradio', { name }).click()
}

test('the organization lists its project and what members may do; the project tells who came through it', async () => {
  const { page } = ines
  await page.goto(`${studio}/projects`)
  await page.getByText('Members can edit').first().waitFor()
  await page.getByRole('region', { name: 'Projects' }).getByRole('link', { name: 'Low Tide' }).click()
  await page.getByRole('tab', { name: 'Members' }).click()
  const row = page.getByRole('list', { name: 'Access through the organization' }).getByRole('listitem')
  await row.getByText('Jo Okafor').first().waitFor()
  await expect.poll(() => row.getByText('Editor').isVisible()).toBe(true)
  await expect.poll(() => row.count()).toBe(1)
})

test('Ines gives him a second role, takes it back from the toast, and puts him into a team', async () => {
  const { page } = ines
  await page.goto(`${studio}/members`)
  await page.getByRole('button', { name: 'Member · Roles of Jo Okafor' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Admin' }).click()
  expect(await shows(page, 'Jo Okafor is now: Admin, Member.')).toBe(true)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Member · Roles of Jo Okafor' }).waitFor()

  await page.goto(`${studio}/teams`)
  await page.getByRole('button', { name: 'New team' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Mixing')
  await page.getByRole('button', { name: 'Create team' }).click()
  await page.getByRole('button', { name: 'Add someone to Mixing' }).click()
  await page.getByRole('menuitem', { name: 'Jo Okafor' }).click()
  await page.getByRole('button', { name: 'Remove Jo Okafor from Mixing' }).waitFor()
  await page.goto(`${studio}/members`)
  await page.getByText('in Mixing').first().waitFor()
})

test('a canceled invitation leads nowhere, and says so to whom it was for', async () => {
  const { page } = ines
  await page.goto(`${studio}/invitations`)
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await page.getByLabel('E-mail').fill('Lin <lin@chen.audio>')
  await page.getByRole('button', { name: 'Send invitation' }).click()
  const link = await page.getByLabel('Invitation link').inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'More for lin@chen.audio' }).click()
  await page.getByRole('menuitem', { name: 'Cancel invitation' }).click()
  expect(await shows(page, 'The invitation for lin@chen.audio is cancelled.')).toBe(true)
  await page.goto(link)
  await page.getByRole('heading', { name: 'This invitation does not work' }).waitFor()
  const lin = await visit(browser)
  await lin.page.goto(link)
  await lin.page.getByRole('link', { name: 'Sign in' }).click()
  await lin.page.getByText('Create an account').click()
  await fillSignUp(lin.page, 'Lin Chen', 'lin@chen.audio')
  await lin.page.getByRole('heading', { name: 'This invitation was cancelled' }).waitFor()
  await lin.context.close()
})

test('every account, organization and server screen reads well: dark and light, wide and narrow', async () => {
  const { page } = ines
  const studioPages = ['', '/projects', '/members', '/teams', '/invitations'].map((part) => studio + part)
  const ownPages = [
    '/account',
    '/account/sign-in',
    '/account/sessions',
    '/account/appearance',
    '/account/data',
    '/account/delete',
    '/admin/users',
    '/admin/settings',
  ].map((path) => product.url + path)
  const problems: string[] = []
  for (const address of [...studioPages, ...ownPages]) {
    await page.goto(address)
    await page
      .getByRole('main')
      .getByRole('heading', { level: 2 })
      .or(page.getByRole('main').getByRole('listitem'))
      .first()
      .waitFor()
    for (const [width, colorScheme] of [
      [1440, 'dark'],
      [390, 'light'],
    ] as const) {
      await page.setViewportSize({ width, height: 900 })
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      const path = `${new URL(address).pathname} ${width}`
      problems.push(...(await barriers(page)).map((problem) => `${path} ${problem}`))
      if (await page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth))
        problems.push(`${path} is wider than the window`)
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
  expect(problems).toEqual([])
})

test('removed, Jo loses the project on the page he has open', async () => {
  await jo.page.goto(product.url)
  await jo.page.getByRole('link', { name: 'Low Tide' }).first().click()
  await jo.page.getByRole('button', { name: 'Choose files' }).waitFor()
  const { page } = ines
  await page.goto(`${studio}/members`)
  await page.getByRole('button', { name: 'More for Jo Okafor' }).click()
  await page.getByRole('menuitem', { name: 'Remove from organization' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove from organization' }).click()
  expect(await shows(page, 'Jo Okafor was removed.')).toBe(true)
  expect(await shows(jo.page, 'You no longer have access to this project.')).toBe(true)
  await jo.page.getByRole('heading', { name: 'Drop a bounce to start a project' }).waitFor()
  await jo.page.goto(`${studio}/members`)
  await jo.page.getByRole('heading', { name: 'Organization not found' }).waitFor()
})

test('Ines cannot leave as its only owner, and deletes it by typing its name; the project stays hers', async () => {
  const { page } = ines
  await page.goto(studio)
  await page.getByText('You are its only owner.').first().waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Leave' }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Delete organization' }).click()
  const sure = page.getByRole('dialog').getByRole('button', { name: 'Delete organization' })
  await expect.poll(() => sure.isDisabled()).toBe(true)
  await page.getByLabel('Type Harbour Row Studio to confirm').fill('Harbour Row Studio')
  await sure.click()
  expect(await shows(page, 'Harbour Row Studio is deleted.')).toBe(true)
  await page.getByRole('link', { name: 'Low Tide' }).first().waitFor()
})
