import type { Locator } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type MailSink, openMailSink } from './mail-sink.ts'
import { picturesOfFailure, post, signUp } from './openings.ts'
import { barriers, barriersInBothThemes } from './page-health.ts'
import { startProduct, visit, type Product, type Visitor } from './product.ts'
import { openStory, type Story } from './story.ts'

/** Ines decides who gets in by a link: how many, who by name, and who came with the wrong account. */
let sink: MailSink
let product: Product
let story: Story<'ines'>
let ines: Visitor
let kai: Visitor
let link = ''
let invite = { id: '' }

picturesOfFailure('guarded-links', () => ({ ines, kai }))
beforeAll(async () => {
  sink = await openMailSink()
  product = await startProduct({ SMTP_URL: sink.url })
  story = await openStory({ people: { ines: 'Ines Duarte' }, product })
  ines = story.people.ines
  invite = await post(product, ines.page, `/api/projects/${story.projectId}/invites`, {
    email: 'jo@okafor.example',
    role: 'listener',
  })
  await story.openTrack(ines.page)
})
afterAll(async () => {
  await story?.end()
  await product?.stop()
  sink?.stop()
})

test('a chat shows the music of an open link', async () => {
  const { page } = ines
  await page.keyboard.press('.')
  const dialog = share()
  link = await dialog.getByRole('textbox', { name: 'Link', exact: true }).inputValue()
  const seen = await head()
  expect(seen).toContain('<meta property="og:title" content="Glasshouse">')
  expect(seen).toContain('Low Tide · from Ines Duarte. Open the link to listen.')
})

test('a link that stops after one visitor lets that one come back, and tells the next', async () => {
  const dialog = share()
  await dialog.getByText('Options').click()
  await dialog.getByLabel('Stops after').selectOption({ label: '1 visitor' })
  await dialog.getByText('Saved').waitFor()
  await dialog.getByText('0 of 1 opened it.').waitFor()
  expect(await barriersInBothThemes(ines.page)).toEqual([])
  expect(await head()).toContain('Music was shared with you')
  const [first, second] = [await visit(story.browser), await visit(story.browser)]
  await first.page.goto(link)
  await first.page.getByRole('heading', { level: 1, name: 'Glasshouse' }).waitFor()
  await second.page.goto(link)
  await second.page.getByRole('heading', { name: 'This link has reached its limit' }).waitFor()
  expect(await barriers(second.page)).toEqual([])
  await first.page.reload()
  await first.page.getByRole('heading', { level: 1, name: 'Glasshouse' }).waitFor()
  expect([...first.complaints, ...second.complaints]).toEqual([])
  await first.context.close()
  await second.context.close()
  await dialog.getByLabel('Stops after').selectOption({ label: 'No limit' })
  await expect.poll(() => dialog.getByText('opened it.').count()).toBe(0)
})

test('a link for Tess alone mails her a code, and nobody else', async () => {
  const dialog = share()
  await dialog.getByLabel('Code by e-mail').fill('tess@albright.example')
  await dialog.getByLabel('Message').focus()
  await dialog.getByText('Only one person gets in, with a code by e-mail.').waitFor()
  await dialog.getByRole('button', { name: 'Done' }).click()
  const tess = await visit(story.browser, { viewport: { width: 390, height: 844 } })
  await tess.page.goto(link)
  await tess.page.getByLabel('Your e-mail').fill('gus@example.com')
  await tess.page.keyboard.press('Enter')
  await tess.page.getByText('If the link is for gus@example.com').waitFor()
  await tess.page.getByRole('button', { name: 'Use another address' }).click()
  await tess.page.getByLabel('Your e-mail').fill('Tess@Albright.example')
  await tess.page.keyboard.press('Enter')
  await tess.page.getByText('If the link is for Tess@Albright.example').waitFor()
  expect(await barriersInBothThemes(tess.page)).toEqual([])
  const codes = () => sink.mails.filter((mail) => mail.includes('is your code on Roughmix'))
  await expect.poll(() => codes().length, { timeout: 20_000 }).toBe(1)
  expect(codes()[0]).toMatch(/^To: tess@albright\.example$/m)
  const code = /^Subject: (\d{6}) is your code/m.exec(codes()[0] ?? '')?.[1] ?? ''
  await tess.page.getByLabel('Code', { exact: true }).fill(code === '111111' ? '222222' : '111111')
  await tess.page.keyboard.press('Enter')
  await tess.page.getByText('This code is wrong or has expired.').first().waitFor()
  await tess.page.getByLabel('Code', { exact: true }).fill(code)
  await tess.page.keyboard.press('Enter')
  await tess.page.getByRole('heading', { level: 1, name: 'Glasshouse' }).waitFor()
  await tess.page.reload()
  await tess.page.getByRole('heading', { level: 1, name: 'Glasshouse' }).waitFor()
  expect(tess.complaints).toEqual([])
  await tess.context.close()
})

test('Kai opens an invitation for Jo, sees whom it is for, and asks; Ines lets him in', async () => {
  kai = await visit(story.browser)
  await signUp(product, kai.page, 'Kai Reyes')
  await kai.page.goto(`${product.url}/?invId=${invite.id}`)
  const dialog = kai.page.getByRole('dialog', { name: /^This invitation is for j/ })
  await dialog.getByText('You are signed in as kai@example.com.').waitFor()
  expect(await dialog.textContent()).not.toContain('jo@okafor.example')
  expect(await barriersInBothThemes(kai.page)).toEqual([])
  await dialog.getByRole('button', { name: 'Ask for access' }).click()
  await dialog.getByText('Asked. The project appears in your list').waitFor()
  await dialog.getByRole('button', { name: 'Close' }).last().click()

  await ines.page.goto(`${product.url}/inbox`)
  await ines.page.getByRole('link', { name: /Kai Reyes asks for access/ }).click()
  const request = ines.page.getByRole('group', { name: 'Request for access by Kai Reyes' })
  await request.getByText('kai@example.com').waitFor()
  expect(await barriersInBothThemes(ines.page)).toEqual([])
  await request.getByRole('button', { name: 'Let in' }).click()
  await ines.page.getByText('Kai Reyes is in the project.').first().waitFor()
  await kai.page
    .getByRole('link', { name: /Low Tide/ })
    .first()
    .waitFor()
})

test('nobody’s console complained', () => {
  expect(ines.complaints).toEqual([])
  // The refused invitation.
  expect(kai.complaints.filter((words) => !/403|Invite not accepted/.test(words))).toEqual([])
})

function share(): Locator {
  return ines.page.getByRole('dialog', { name: 'Share Glasshouse' })
}

/** What a program gets that looks at the link for a chat. */
async function head(): Promise<string> {
  const answer = await fetch(link, { headers: { 'user-agent': 'facebookexternalhit/1.1', accept: 'text/html' } })
  return (await answer.text()).split('</head>')[0] ?? ''
}
