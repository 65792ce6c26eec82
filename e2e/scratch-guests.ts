import { furnish } from './furnished.ts'
import { launchBrowser, startProduct, visit } from './product.ts'
import { axeProblems } from './axe-check.ts'

const product = await startProduct()
const browser = await launchBrowser()
try {
const ines = await visit(browser)
await ines.page.goto(product.url)
await ines.page.evaluate(async () => { await fetch('/api/auth/sign-up/email', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ name: 'Ines Duarte', email: 'ines@example.com', password: 'correct horse' }) }) })
await ines.page.goto(product.url)
await furnish(ines.page)
const share = async (body: object) => ines.page.evaluate(async (body) => {
  const list = await (await fetch('/api/projects')).json()
  const p = list.items.find((x: any) => x.trackCount > 0 && /Sample|sample|Low|Glass|Kite/i.test(x.name)) ?? list.items.find((x: any) => x.lastVersionAt)
  const d = await (await fetch('/api/projects/' + p.id)).json()
  const r = await fetch(`/api/projects/${p.id}/shares`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ what: { kind: 'project', latestOnly: false }, may: { comment: true, seeNotes: true, approve: true, download: true, upload: true }, message: 'Vocal is up 1 dB and the sub is tighter. Listen for the last chorus: is the lift big enough?', ...body }) })
  return { url: (await r.json()).items[0].url, p: p.id, d: d.name }
}, body)
const { url } = await share({ expiresAt: Date.now() + 14 * 86400_000 })
const path = new URL(url).pathname
for (const [name, options] of Object.entries({ dark: { colorScheme: 'dark' }, light: { colorScheme: 'light' }, phone: { colorScheme: 'dark', viewport: { width: 390, height: 844 } } } as const)) {
  const guest = await visit(browser, options)
  await guest.page.goto(product.url + path)
  await guest.page.getByRole('heading', { level: 1 }).waitFor()
  await guest.page.waitForTimeout(2500)
  await guest.page.screenshot({ path: `/tmp/guest-${name}.png` })
  console.log(name, await axeProblems(guest.page), guest.complaints)
  if (name === 'dark') {
    await guest.page.getByRole('button', { name: 'Write a note' }).click()
    await guest.page.getByLabel('Your name').fill('Tess Albright')
    await guest.page.screenshot({ path: `/tmp/guest-name.png` })
    await guest.page.getByRole('button', { name: 'Go on' }).click()
    await guest.page.waitForTimeout(800)
    await guest.page.keyboard.type('Love this lift. Leave it exactly like that.')
    await guest.page.keyboard.press('Control+Enter')
    await guest.page.waitForTimeout(1500)
    await guest.page.getByRole('button', { name: /^Play / }).first().click()
    await guest.page.waitForTimeout(2500)
    await guest.page.screenshot({ path: `/tmp/guest-note.png` })
    console.log('noted', await axeProblems(guest.page), guest.complaints)
  }
  await guest.context.close()
}
const locked = await share({ password: 'seaglass' })
const g = await visit(browser)
await g.page.goto(product.url + new URL(locked.url).pathname)
await g.page.getByLabel('Password', { exact: true }).fill('x')
await g.page.keyboard.press('Enter')
await g.page.waitForTimeout(800)
await g.page.screenshot({ path: '/tmp/guest-password.png' })
await g.page.goto(product.url + '/s/nosuchtokenatall')
await g.page.getByRole('heading', { level: 1 }).waitFor()
await g.page.screenshot({ path: '/tmp/guest-gone.png' })
console.log('door', await axeProblems(g.page), g.complaints)
} finally { await browser.close(); await product.stop() }
