import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { hookReceiver, isSigned } from '#testing/hook-receiver.ts'
import { ageSessions } from './aged-sessions.ts'
import { barriersInBothThemes, sticksOut } from './page-health.ts'
import { borrowBrowser } from './browser.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'

/** Ed lets programs act for him, and others hear of what happens. */
let product: Product
let browser: Browser
let receiver: Awaited<ReturnType<typeof hookReceiver>>
let ed: Visitor
let token = ''
let projectId = ''

beforeAll(async () => {
  product = await startProduct({ SESSION_CACHE_SECONDS: '0', WEBHOOK_PRIVATE_ADDRESSES: 'on' })
  receiver = await hookReceiver()
  browser = await borrowBrowser()
  ed = await visit(browser)
  const { page } = ed
  const answer = await page.request.post(`${product.url}/api/auth/sign-up/email`, {
    data: { name: 'Ed Brandt', email: 'ed@brandt.audio', password: 'correct horse' },
  })
  expect(answer.status()).toBe(200)
  await page.goto(product.url)
  for (const name of ['Low Tide', 'High Tide'])
    expect(
      (
        await page.request.post(`${product.url}/api/projects`, { data: { name }, headers: { origin: product.url } })
      ).status(),
    ).toBe(200)
})
afterAll(async () => {
  await browser?.close()
  await product?.stop()
  await receiver?.close()
})
beforeEach(({ onTestFailed }) => {
  onTestFailed(
    async () => void (await ed.page.screenshot({ path: join('.cache', 'programs.png') }).catch(() => undefined)),
  )
})

/** The page as it stands, in both themes and widths: nothing in anybody's way. */
async function isSound(name: string): Promise<void> {
  const { page } = ed
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    const kept = async (theme: string) =>
      process.env['SHOTS'] && page.screenshot({ path: join(process.env['SHOTS'], `${name}-${width}-${theme}.png`) })
    expect(await barriersInBothThemes(page, { seen: kept })).toEqual([])
    expect(await sticksOut(page)).toEqual([])
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

const asked = async (path: string, more: object = {}) =>
  (await fetch(`${product.url}${path}`, { headers: { authorization: `Bearer ${token}` }, ...more })).status

test('Ed makes a token for one project, once he has said that it is him, and sees it this once', async () => {
  const { page } = ed
  await page.goto(`${product.url}/account/tokens`)
  await page.getByRole('heading', { name: 'No tokens yet' }).waitFor()
  await isSound('tokens-empty')
  await page.getByRole('button', { name: 'New token' }).click()
  const dialog = page.getByRole('dialog', { name: 'New API token' })
  await dialog.getByRole('button', { name: 'Create token' }).click()
  await dialog.getByText('Give it a name.').waitFor()
  await dialog.getByLabel('Name').fill('Bounce folder')
  await dialog.getByRole('radio', { name: 'Some projects' }).click()
  await dialog.getByRole('checkbox', { name: 'Low Tide' }).check()
  await isSound('tokens-new')
  await ageSessions(product, 'ed@brandt.audio')
  await dialog.getByRole('button', { name: 'Create token' }).click()
  // The session is not fresh any more.
  const identity = page.getByRole('dialog', { name: 'Confirm it’s you' })
  await identity.getByRole('textbox', { name: 'Password' }).fill('correct horse')
  await identity.getByRole('button', { name: 'Confirm' }).click()
  const ready = page.getByRole('dialog', { name: 'Your new token' })
  token = await ready.getByRole('textbox', { name: 'Token' }).inputValue()
  expect(token).toMatch(/^rmx_[0-9a-f]{48}$/)
  await isSound('tokens-ready')
  await ready.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Read, Upload · Low Tide').waitFor()
  await page.getByText('never used').waitFor()
  expect(await page.content()).not.toContain(token)
})

test('a program does with it what it may and no more, until Ed revokes it', async () => {
  const { page } = ed
  const names = (
    (await (await fetch(`${product.url}/api/projects`, { headers: { authorization: `Bearer ${token}` } })).json()) as {
      items: { name: string }[]
    }
  ).items.map(({ name }) => name)
  expect(names).toEqual(['Low Tide'])
  expect([
    await asked('/api/search?q=tide'),
    await asked('/api/users/me/tokens'),
    await asked('/api/projects', {
      method: 'POST',
      body: '{"name":"x"}',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    }),
  ]).toEqual([403, 403, 403])
  await page.reload()
  await page.getByText('last used').waitFor()
  await isSound('tokens-list')
  await page.getByRole('button', { name: 'Revoke Bounce folder' }).click()
  await page.getByRole('alertdialog').or(page.getByRole('dialog')).getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('heading', { name: 'No tokens yet' }).waitFor()
  expect(await asked('/api/projects')).toBe(401)
})

test('Ed has a chat hear of new tracks: its secret is shown once, and what arrives is signed with it', async () => {
  const { page } = ed
  const { items } = (await (await page.request.get(`${product.url}/api/projects`)).json()) as {
    items: { id: string; name: string }[]
  }
  projectId = items.find(({ name }) => name === 'Low Tide')?.id ?? ''
  await page.goto(`${product.url}/?projectId=${projectId}&tab=settings`)
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
  await isSound('webhooks-empty')
  await page.getByRole('button', { name: 'New webhook' }).click()
  const dialog = page.getByRole('dialog', { name: 'New webhook' })
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  await dialog.getByText('Type the whole address').waitFor()
  await dialog.getByLabel('Address').fill(receiver.url)
  await dialog.getByLabel('Name').fill('Studio chat')
  await dialog.getByRole('group', { name: 'Tracks' }).getByRole('checkbox', { name: 'Added' }).check()
  await isSound('webhooks-new')
  await dialog.getByRole('button', { name: 'Create webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'Its secret' })
  const secret = await shown.getByRole('textbox', { name: 'Signing secret' }).inputValue()
  await isSound('webhooks-secret')
  await shown.getByRole('button', { name: 'Done' }).click()
  await page.getByText('Nothing sent yet').waitFor()
  expect(
    (
      await page.request.post(`${product.url}/api/projects/${projectId}/tracks`, {
        data: { title: 'Glasshouse' },
        headers: { origin: product.url },
      })
    ).status(),
  ).toBe(200)
  await expect.poll(() => receiver.received.length).toBe(1)
  const [hook] = receiver.received
  expect([hook?.type, hook && isSigned(hook, secret), hook?.body.includes('Glasshouse')]).toEqual([
    'track.added',
    true,
    true,
  ])
})

test('what came back stands in its deliveries, and can be sent again', async () => {
  const { page } = ed
  receiver.answers(500, '<h1>Out of order</h1>')
  await page.getByRole('button', { name: 'Deliveries to Studio chat' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deliveries to Studio chat' })
  await dialog.getByText('Delivered', { exact: true }).waitFor()
  await dialog.getByRole('button', { name: 'Send a test' }).click()
  await dialog.getByText('Failed', { exact: true }).waitFor()
  await dialog.getByText('webhook.test', { exact: true }).click()
  await dialog.getByText('<h1>Out of order</h1>').waitFor()
  await isSound('webhooks-deliveries')
  receiver.answers(204)
  await dialog.getByRole('button', { name: 'Send again: webhook.test' }).click()
  await expect.poll(() => dialog.getByText('Delivered', { exact: true }).count()).toBe(2)
  expect(receiver.received.map(({ type }) => type)).toEqual(['track.added', 'webhook.test', 'webhook.test'])
  await page.keyboard.press('Escape')
})

test('it is switched off, given another secret and deleted where it stands', async () => {
  const { page } = ed
  const choose = async (entry: string) => {
    await page.getByRole('button', { name: 'More for Studio chat' }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  await choose('New secret')
  await page.getByRole('button', { name: 'Create a new secret' }).click()
  await page.getByRole('dialog', { name: 'Its secret' }).getByRole('button', { name: 'Done' }).click()
  await choose('Switch off')
  await page.getByText('Off', { exact: true }).waitFor()
  await isSound('webhooks-off')
  await choose('Delete')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('heading', { name: 'No webhooks yet' }).waitFor()
})

test('an organization’s webhooks hear of all its projects', async () => {
  const { page } = ed
  const organization = await page.request.post(`${product.url}/api/auth/organization/create`, {
    data: { name: 'Night Label', slug: 'night-label' },
    headers: { origin: product.url },
  })
  const { id } = (await organization.json()) as { id: string }
  await page.goto(`${product.url}/organization/${id}/webhooks`)
  await page.getByRole('button', { name: 'New webhook' }).click()
  await page.getByLabel('Address').fill(receiver.url)
  await page.getByRole('checkbox', { name: 'Everything' }).check()
  await page.getByRole('button', { name: 'Create webhook' }).click()
  await page.getByRole('button', { name: 'Done' }).click()
  await isSound('webhooks-organization')
  const before = receiver.received.length
  const project = (await (
    await page.request.post(`${product.url}/api/projects`, {
      data: { name: 'Label work', organizationId: id },
      headers: { origin: product.url },
    })
  ).json()) as { id: string }
  await page.request.post(`${product.url}/api/projects/${project.id}/tracks`, {
    data: { title: 'Salt' },
    headers: { origin: product.url },
  })
  await expect.poll(() => receiver.received.slice(before).map(({ type }) => type)).toEqual(['track.added'])
  await page.goto(`${product.url}/?projectId=${project.id}&tab=settings`)
  await page.getByRole('link', { name: 'See them' }).click()
  await page.getByText(new URL(receiver.url).host).first().waitFor()
})

test('no page complained', () => expect(ed.complaints.filter((line) => !line.includes('403'))).toEqual([]))
