import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { launchBrowser } from './browser.ts'
import { bounce, letIn, post, signUp, upload } from './openings.ts'
import { furnish } from './furnished.ts'
import { startProduct, visit } from './product.ts'

const product = await startProduct()
const browser = await launchBrowser()
try {
  const ines = await visit(browser)
  await signUp(product, ines.page, 'Ines Duarte', 'ines@walk.test')
  const jo = await visit(browser)
  await signUp(product, jo.page, 'Jo Okafor', 'jo@walk.test')
  await ines.page.goto(product.url)
  const places = await furnish(ines.page)
  const [projectId = '', trackId = ''] = /projectId=([^&]+)&trackId=([^&]+)/.exec(places.find(({ name }) => name === 'a track')?.path ?? '')?.slice(1) ?? []
  await letIn(product, { host: ines.page, guest: jo.page, projectId, role: 'editor' })
  const folder = mkdtempSync(join(tmpdir(), 'walk-'))
  const file = bounce(folder)
  for (const trackTitle of ['Glasshouse', 'The Long Way Round to Where We Started (feat. Arden Wells)', 'Undertow'])
    await upload(product, ines.page, { projectId, file, trackTitle })
  const details = async () => (await ines.page.request.get(`${product.url}/api/projects/${projectId}`)).json()
  const d = await details()
  const track = d.tracks.find((t: { id: string }) => t.id === trackId)
  for (const [page, fromSeconds, toSeconds, body] of [[ines.page, 3, null, 'Intro guitar was too loud.'], [jo.page, 12, 20, 'The bridge breathes now. Could the pad come in a bar earlier?']] as const)
    await post(product, page, `/api/projects/${projectId}/tracks/${trackId}/notes`, { versionId: track.currentVersionId, fromSeconds, toSeconds, body })
  const may = { comment: true, seeNotes: true, approve: true, download: true, upload: true }
  const link = async (what: object) => new URL((await post(product, ines.page, `/api/projects/${projectId}/shares`, { what, may, message: 'Final mixes, ready for the label. The last chorus of Glasshouse is new: tell us if the lift is big enough.', expiresAt: Date.now() + 9e8 })).items?.[0]?.url ?? '').pathname
  const track1 = await link({ kind: 'tracks', trackIds: [trackId], latestOnly: false })
  const album = await link({ kind: 'project', latestOnly: true })
  for (const scheme of ['dark', 'light'] as const)
    for (const [width, height] of [[1440, 900], [820, 1180], [390, 844], [320, 640]] as const) {
      if (scheme === 'light' && width === 820) continue
      for (const [name, path] of [['track', track1], ['album', album]] as const) {
        const guest = await visit(browser, { viewport: { width, height }, colorScheme: scheme })
        const { page } = guest
        await page.goto(product.url + path)
        await page.getByText('Final mixes').first().waitFor({ timeout: 20000 })
        await page.waitForTimeout(2500)
        if (name === 'album' && width !== 320) {
          await page.getByRole('button', { name: 'Play all' }).click()
          await page.waitForTimeout(1800)
        }
        if (name === 'track' && width >= 390) {
          await page.getByRole('button', { name: /^Play / }).first().click()
          await page.waitForTimeout(4000)
        }
        await page.screenshot({ path: `.cache/g-${name}-${scheme}-${width}.png` })
        console.log(name, scheme, width, await page.evaluate(() => [document.querySelectorAll('*').length, document.documentElement.scrollWidth, innerWidth, ...[...document.querySelectorAll('[data-composer], aside, section')].map((e) => e.className.slice(0, 20) + ' ' + Math.round(e.getBoundingClientRect().bottom) + '/' + Math.round(e.getBoundingClientRect().right))]), guest.complaints)
        await guest.context.close()
      }
    }
} catch (e) { console.log(e) } finally {
  await browser.close()
  await product.stop?.()
  process.exit(0)
}
