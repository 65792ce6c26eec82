import { readFileSync } from 'node:fs'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { oneStory } from './one-story.ts'
import { fillSignUp, picturesOfFailure, post } from './openings.ts'
import { barriers, barriersInBothThemes, sticksOut } from './page-health.ts'
import { borrowBrowser } from './browser.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'

/** Ines runs the server, Jo works on it: every page for admins, limits of storage, and the trash. */
let product: Product
let browser: Browser
let ines: Visitor
let jo: Visitor
let page: Page
let projectId = ''

oneStory()
picturesOfFailure('administration', () => ({ ines, jo }))
beforeAll(async () => {
  product = await startProduct({ PROJECT_QUOTA_GB: '2' })
  browser = await borrowBrowser()
  ines = await visit(browser)
  jo = await visit(browser)
  page = ines.page
  await arrive(page, 'Ines Duarte')
  await arrive(jo.page, 'Jo Okafor')
  projectId = (await post(product, page, '/api/projects', { name: 'Low Tide' })).id
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
})

test('on a new server she sees what is left to set up, puts it away, and finds it again', async () => {
  await page.goto(product.url)
  const setup = page.getByRole('region', { name: 'Set up your server' })
  await setup.getByText('1 of 4 done').waitFor()
  await setup.getByRole('button', { name: /^To do: Backup/ }).click()
  const dialog = page.getByRole('dialog', { name: 'Backup' })
  expect(await dialog.getByRole('textbox', { name: 'BACKUP_DIR' }).inputValue()).toMatch(/^BACKUP_DIR=/)
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await setup.getByRole('button', { name: 'Hide' }).click()
  await setup.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('link', { name: 'Low Tide' }).first().waitFor()
  await open('health')
  await setup.getByRole('button', { name: /^Done: Storage/ }).waitFor()
})

test('the health page tells of every part and leads to failed jobs, to be retried, kept or discarded', async () => {
  await leaveDeadJobs('storage.count', 'Error: the disk was unplugged', 4)
  await open('health')
  const parts = page.getByRole('list', { name: 'Health' })
  for (const part of ['Server', 'Database', 'Files', 'Background work', 'Decoder', 'Mail', 'Backup'])
    await parts.getByText(part, { exact: true }).waitFor()
  await page.getByRole('link', { name: 'See the failed jobs' }).click()
  const jobs = page.getByRole('list', { name: 'Jobs' })
  await expect.poll(() => jobs.getByText('Error: the disk was unplugged').count()).toBe(4)

  await jobs.getByRole('button', { name: 'Discard storage.count' }).first().click()
  await page.getByRole('button', { name: 'Keep it' }).click()
  await expect.poll(() => jobs.getByRole('listitem').count()).toBe(4)
  await jobs.getByRole('button', { name: 'Discard storage.count' }).first().click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click()
  await expect.poll(() => jobs.getByRole('listitem').count()).toBe(3)
  await jobs.getByRole('button', { name: 'Retry storage.count' }).first().click()
  await expect.poll(() => jobs.getByRole('listitem').count()).toBe(2)
  await page.getByRole('button', { name: 'Retry all' }).click()
  await page.getByText('No failed jobs').first().waitFor()
  for (const state of ['Running', 'Waiting', 'Done', 'All']) {
    // It is chosen once the address says so.
    const choice = page.getByRole('radio', { name: new RegExp(`^${state}`) })
    await choice.click()
    await expect.poll(() => choice.isChecked()).toBe(true)
  }
  // What was retried is carried out.
  await expect.poll(() => jobs.getByText('storage.count').count(), { timeout: 20_000 }).toBeGreaterThan(2)
})

test('who may sign up is set and set back; a test mail lies in the outbox', async () => {
  await open('settings')
  await page.getByRole('radio', { name: 'No one' }).click()
  await page.getByText('No one. Existing accounts keep working.').first().waitFor()
  await page.getByRole('button', { name: 'Use the configuration' }).click()
  await page.getByText('Anyone who finds this server can create an account.').first().waitFor()
  await page.getByRole('button', { name: 'Send a test e-mail' }).click()
  await page.getByText('The e-mail to ines.duarte@harbour.studio is in the outbox.').first().waitFor()
  await open('outbox')
  await page.getByRole('list', { name: 'Outbox' }).getByRole('button').first().click()
  await page.getByText('to ines.duarte@harbour.studio').first().waitFor()
})

test('an account is made for somebody, who comes in by the link that is handed over', async () => {
  await open('users')
  await page.getByRole('button', { name: 'New account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Mina Berg')
  await dialog.getByLabel('E-mail').fill('ines.duarte@harbour.studio')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await dialog.getByText('An account with this address already exists.').waitFor()
  await dialog.getByLabel('E-mail').fill('mina@harbour.studio')
  expect(await barriers(page)).toEqual([])
  // However long it takes and whatever is typed meanwhile, the link comes.
  const asked = Promise.withResolvers<void>()
  const typed = Promise.withResolvers<void>()
  await page.route('**/api/admin/users', async (route) => {
    if (route.request().method() === 'POST') {
      asked.resolve()
      await typed.promise
    }
    await route.continue()
  })
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await asked.promise
  await dialog.getByLabel('Name').focus()
  await page.keyboard.type(' the second')
  typed.resolve()
  const link = await dialog.getByLabel('Link').inputValue()
  await page.unrouteAll({ behavior: 'wait' })
  await page.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('list', { name: 'People' }).getByText('Mina Berg').first().waitFor()
  const mina = await visit(browser)
  await mina.page.goto(link)
  await mina.page
    .getByLabel(/password/i)
    .first()
    .fill('sings at night')
  await mina.page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await mina.page.getByLabel('E-mail').waitFor()
  await mina.page.getByLabel('E-mail').fill('mina@harbour.studio')
  await mina.page.getByLabel('Password').first().fill('sings at night')
  await mina.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await mina.page.getByRole('button', { name: 'New project' }).first().waitFor()
  await mina.context.close()
})

test('people are found, made admins, handed a password, signed out, disabled and enabled', async () => {
  await open('users')
  await page.getByLabel('Find someone').fill('nobody at all')
  await page.getByText('No one found').first().waitFor()
  await page.getByLabel('Find someone').fill('okafor')
  const people = page.getByRole('list', { name: 'People' })
  await expect.poll(() => people.getByRole('listitem').count()).toBe(1)
  await menuOf('Jo Okafor', 'Make server admin')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make server admin' }).click()
  await people.getByText('Admin', { exact: true }).waitFor()
  await menuOf('Jo Okafor', 'Remove as server admin')
  await people.getByText('Admin', { exact: true }).waitFor({ state: 'detached' })
  await menuOf('Jo Okafor', 'Sign out everywhere')
  await jo.page.waitForURL(/\/login/)

  await menuOf('Jo Okafor', 'Link for a new password…')
  const link = await page.getByRole('dialog').getByLabel('Link').inputValue()
  await page.getByRole('button', { name: 'Done' }).click()
  await jo.page.goto(link)
  await jo.page
    .getByLabel(/password/i)
    .first()
    .fill('a new correct horse')
  await jo.page
    .getByRole('button', { name: /password/i })
    .last()
    .click()
  await jo.page.getByLabel('E-mail').waitFor()
  await signIn(jo.page)

  await people.getByRole('button', { name: 'Disable Jo Okafor' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await people.getByText('Disabled', { exact: true }).waitFor()
  await jo.page.waitForURL(/\/login/)
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await people.getByText('Disabled', { exact: true }).waitFor({ state: 'detached' })
  await people.getByRole('button', { name: 'Disable Jo Okafor' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disable' }).click()
  await people.getByRole('button', { name: 'Enable Jo Okafor' }).click()
  await people.getByText('Disabled', { exact: true }).waitFor({ state: 'detached' })
  await signIn(jo.page)
})

test('a session is ended, and whoever had it is signed out; one’s own is not offered', async () => {
  await open('sessions')
  const sessions = page.getByRole('list', { name: 'Sessions' })
  await expect.poll(() => sessions.getByText('This one').count()).toBe(1)
  await sessions
    .getByRole('button', { name: /^End the session of Jo Okafor/ })
    .first()
    .click()
  await jo.page.waitForURL(/\/login/)
  await signIn(jo.page)
})

test('the log tells what was done, by topic, person and time, and is taken along as CSV', async () => {
  await open('audit')
  const log = page.getByRole('list', { name: 'Audit log' })
  await log.getByText('disabled an account').first().waitFor()
  await page.getByLabel('Topic').selectOption({ label: 'Passwords' })
  await expect.poll(() => log.getByText('disabled an account').count()).toBe(0)
  await log.getByText('set a new password').first().waitFor()
  await page.getByLabel('Topic').selectOption({ label: 'Everything' })
  await page.getByRole('radio', { name: '24 hours' }).check()
  await log.getByRole('button', { name: 'Ines Duarte' }).first().click()
  const chip = page.getByRole('button', { name: /Only Ines Duarte/ })
  await chip.waitFor()
  await expect.poll(() => log.getByRole('button', { name: 'Jo Okafor' }).count()).toBe(0)
  const coming = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Export CSV' }).click()
  const csv = readFileSync((await (await coming).path()) ?? '', 'utf8')
  expect([csv.includes('admin.disabled'), csv.includes('sign_in.done,'), csv.split('\n').length > 5]).toEqual([
    true,
    false,
    true,
  ])
  await chip.click()
  await log.getByRole('button', { name: 'Jo Okafor' }).first().waitFor()
})

test('a project’s limit is set, shown in its settings, and told before an upload begins', async () => {
  await open('storage')
  const projects = page.getByRole('list', { name: 'Projects' })
  await projects.getByRole('button', { name: 'Set the limit of Low Tide' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('The configuration says 2.0 GB.').waitFor()
  await dialog.getByRole('radio', { name: 'Custom limit' }).check()
  await dialog.getByLabel('Gigabytes').fill('nothing')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await dialog.getByText('Enter a number of gigabytes above 0').waitFor()
  await dialog.getByLabel('Gigabytes').fill('0.001')
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Save' }).click()
  await projects.getByText('0 B of 1.0 MB').waitFor()

  await page.goto(`${product.url}/?projectId=${projectId}`)
  await page.getByRole('button', { name: 'Choose files' }).waitFor()
  await page.keyboard.press('u')
  await choose('Kite.wav', 1_500_000)
  await page.getByText('These files are 1.5 MB, and this project has room for 1.0 MB.').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Upload 1 file' }).isDisabled()).toBe(true)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Remove Kite.wav' }).click()
  await choose('Kiln.wav', 930_000)
  await page.getByRole('button', { name: 'Upload 1 file' }).click()
  await page.getByRole('link', { name: 'Kiln', exact: true }).waitFor()

  await page.goto(`${product.url}/?projectId=${projectId}&tab=settings`)
  await page.getByText('930 kB of 1.0 MB').waitFor()
  await page.getByText('Nearly full: 70 kB left.').waitFor()
  await expect.poll(() => page.getByRole('meter').getAttribute('aria-valuenow')).toBe('93')
  expect(await barriers(page)).toEqual([])

  await open('storage')
  await projects.getByRole('button', { name: 'Set the limit of Low Tide' }).click()
  await dialog.getByRole('radio', { name: 'As configured' }).check()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await projects.getByText('930 kB of 2.0 GB').waitFor()
})

test('an organization’s storage tab shows its limit and its projects', async () => {
  const { id } = await post(product, page, '/api/auth/organization/create', {
    name: 'Harbour Row',
    slug: 'harbour-row',
  })
  const moved = await page.request.patch(`${product.url}/api/projects/${projectId}`, {
    headers: { origin: product.url },
    data: { organizationId: id },
  })
  expect(moved.ok()).toBe(true)
  await open('storage')
  await page.getByRole('button', { name: 'Set the limit of Harbour Row' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Custom limit' }).check()
  await page.getByRole('dialog').getByLabel('Gigabytes').fill('0,0009')
  await page.getByRole('dialog').getByText('That is less than the 930 kB already stored').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Full: nothing more can be uploaded.').waitFor()
  await page.goto(`${product.url}/organization/${id}`)
  await page.getByRole('link', { name: 'Storage', exact: true }).click()
  await page.getByText('930 kB of 900 kB').waitFor()
  await page.getByText(/Full: nothing more can be uploaded. Empty the trash/).waitFor()
  await page.getByRole('region', { name: 'Storage' }).getByRole('link', { name: 'Low Tide' }).waitFor()
  expect(await barriers(page)).toEqual([])
})

test('what is deleted is undone, restored from the trash, or gone at once', async () => {
  await deleteProject()
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await expect.poll(async () => (await page.request.get(`${product.url}/api/projects/${projectId}`)).status()).toBe(200)
  await deleteProject()
  await page.goto(`${product.url}/trash`)
  await page.getByRole('button', { name: 'Restore Low Tide' }).click()
  await page.getByText('The trash is empty').first().waitFor()
  await page.getByRole('button', { name: 'Open', exact: true }).last().click()
  await page.getByRole('heading', { name: 'Low Tide' }).waitFor()
  await deleteProject()
  await page.goto(`${product.url}/trash`)
  // In thirty days, and not now.
  await page
    .getByText(/gone (?!now)\w/)
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Delete now: Low Tide' }).click()
  await page.getByRole('button', { name: 'Keep it in the trash' }).click()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Delete now: Low Tide' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete now' }).click()
  await page.getByText('The trash is empty').first().waitFor()
  expect(
    (
      await page.request.post(`${product.url}/api/projects/${projectId}/restore`, { headers: { origin: product.url } })
    ).status(),
  ).toBe(404)
})

const parts = ['health', 'storage', 'jobs', 'users', 'sessions', 'audit', 'outbox', 'settings'] as const

test('every page for admins is without barriers and fits a phone, dark and light', async () => {
  for (const part of parts) {
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 844 })
      if (width === 390) await open(part)
      expect({ [`${part} ${width}`]: await barriersInBothThemes(page) }).toEqual({ [`${part} ${width}`]: [] })
      expect({ [`${part} ${width}`]: await sticksOut(page) }).toEqual({ [`${part} ${width}`]: [] })
    }
  }
  await page.setViewportSize({ width: 1440, height: 900 })
})

test('for Jo, who runs nothing, none of it exists', async () => {
  await jo.page.goto(product.url)
  await jo.page.getByRole('button', { name: 'Learn five keys' }).or(jo.page.getByRole('searchbox')).first().waitFor()
  expect(await jo.page.getByText('Set up your server').count()).toBe(0)
  for (const part of parts) {
    await jo.page.goto(`${product.url}/admin/${part}`)
    await jo.page.getByText('Not Found').first().waitFor()
    await expect.poll(() => jo.page.getByRole('heading', { name: 'Server' }).count()).toBe(0)
  }
  for (const path of [
    'health',
    'storage',
    'storage/projects',
    'jobs',
    'users',
    'sessions',
    'audit',
    'audit.csv',
    'outbox',
    'settings',
  ])
    expect({ [path]: (await jo.page.request.get(`${product.url}/api/admin/${path}`)).status() }).toEqual({
      [path]: 404,
    })
  await jo.page
    .getByRole('link', { name: /Jo Okafor/ })
    .or(jo.page.getByRole('button', { name: /Jo Okafor/ }))
    .first()
    .click()
  await jo.page.getByRole('menuitem', { name: 'Sign out' }).waitFor()
  expect(await jo.page.getByRole('menuitem', { name: 'Server' }).count()).toBe(0)
  // What was asked for and refused above, and nothing else.
  for (const { complaints } of [ines, jo])
    expect(
      complaints.filter(
        (words) => !/^Failed to load resource: the server responded with a status of 40[0149] \(/.test(words),
      ),
    ).toEqual([])
})

async function open(part: (typeof parts)[number]): Promise<void> {
  await page.goto(`${product.url}/admin/${part}`)
  await page.getByRole('heading', { name: 'Server', level: 1 }).waitFor()
  await page.waitForFunction(() => document.querySelectorAll('[aria-busy="true"]').length === 0)
}

async function menuOf(name: string, entry: string): Promise<void> {
  await page.getByRole('button', { name: `More for ${name}` }).click()
  await page.getByRole('menuitem', { name: entry }).click()
}

async function choose(name: string, sizeBytes: number): Promise<void> {
  const coming = page.waitForEvent('filechooser')
  await page.getByRole('dialog').getByRole('button', { name: 'choose them' }).click()
  await (await coming).setFiles({ name, mimeType: 'audio/wav', buffer: silence(sizeBytes) })
}

/** A WAV of exactly this size. */
function silence(sizeBytes: number): Buffer {
  const wav = Buffer.alloc(sizeBytes)
  wav.write('RIFF', 0)
  wav.writeUInt32LE(sizeBytes - 8, 4)
  wav.write('WAVEfmt ', 8)
  wav.writeUInt32LE(16, 16)
  wav.writeUInt16LE(1, 20)
  wav.writeUInt16LE(2, 22)
  wav.writeUInt32LE(44_100, 24)
  wav.writeUInt32LE(44_100 * 4, 28)
  wav.writeUInt16LE(4, 32)
  wav.writeUInt16LE(16, 34)
  wav.write('data', 36)
  wav.writeUInt32LE(sizeBytes - 44, 40)
  return wav
}

async function deleteProject(): Promise<void> {
  await page.goto(`${product.url}/?projectId=${projectId}&tab=settings`)
  await page.getByRole('button', { name: 'Delete project' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete project' }).click()
  await page.getByText('Low Tide is in the trash.').first().waitFor()
}

/** As they stand when every attempt has failed. */
async function leaveDeadJobs(kind: string, lastError: string, count: number): Promise<void> {
  const now = Date.now()
  const dead = Array.from({ length: count }, (_, at) => ({
    id: `dead-${at}`,
    kind,
    payload: '{}',
    state: 'dead' as const,
    attempts: 5,
    max_attempts: 5,
    run_at: now,
    last_error: lastError,
    created_at: now - at,
    finished_at: now,
  }))
  await product.rows((db) => db.insertInto('jobs').values(dead).execute())
}

async function arrive(on: Page, name: string): Promise<void> {
  await on.goto(`${product.url}/login?view=create`)
  await fillSignUp(on, name, addressOf(name))
  await on.getByRole('button', { name: 'New project' }).first().waitFor()
}

/** Jo, with the new password. */
async function signIn(on: Page): Promise<void> {
  await on.goto(`${product.url}/login`)
  await on.getByLabel('E-mail').fill(addressOf('Jo Okafor'))
  await on.getByLabel('Password').first().fill('a new correct horse')
  await on.getByRole('button', { name: 'Sign in', exact: true }).click()
  await on.getByRole('button', { name: 'New project' }).first().waitFor()
}

function addressOf(name: string): string {
  return `${name.toLowerCase().replaceAll(' ', '.')}@harbour.studio`
}
