import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'vitest'
import { SONG_MIXES } from '#audio/song.ts'
import { writeSong } from '../fixtures/audio/make.ts'
import { launchBrowser, startProduct, visit } from './product.ts'
test('look', async () => {
  const product = await startProduct()
  const browser = await launchBrowser()
  const folder = mkdtempSync(join(tmpdir(), 'look-'))
  const people = []
  const post = async (page: any, path: string, data?: object) => { const a = await page.request.post(product.url + path, { headers: { origin: product.url }, ...(data && { data }) }); if (!a.ok()) throw new Error(path + a.status() + await a.text()); return a.json() }
  let projectId = '', trackId = ''
  for (const name of ['Ines Duarte', 'Jo Okafor', 'Mia Lund']) {
    const v = await visit(browser)
    await post(v.page, '/api/auth/sign-up/email', { name, email: name.split(' ')[0]!.toLowerCase() + '@example.com', password: 'correct horse' })
    if (people.length === 0) {
      projectId = (await post(v.page, '/api/projects', { name: 'Low Tide' })).id
      const path = join(folder, 'a.wav')
      writeSong({ path, mix: SONG_MIXES.rough, sampleRate: 44_100, encoding: 's16', seconds: 12 })
      const data = readFileSync(path)
      const a = await v.page.request.post(`${product.url}/api/projects/${projectId}/uploads`, { data, headers: { origin: product.url, 'tus-resumable': '1.0.0', 'content-type': 'application/offset+octet-stream', 'upload-length': String(data.byteLength), 'upload-metadata': `filename ${btoa('Glasshouse.wav')},trackTitle ${btoa('Glasshouse')}` } })
      trackId = a.headers()['roughmix-track-id']!
    } else {
      const invite = await post(people[0]!.page, `/api/projects/${projectId}/invites`, { role: 'commenter' })
      await post(v.page, `/api/invite/${invite.id}/accept`)
    }
    people.push(v)
  }
  for (const { page } of people) { await page.goto(`${product.url}/?projectId=${projectId}&trackId=${trackId}`); await page.getByRole('slider', { name: /^Glasshouse, version/ }).first().waitFor({ timeout: 60_000 }) }
  const [{ page }] = people as any
  const versionId = (await (await page.request.get(`${product.url}/api/projects/${projectId}`)).json()).tracks[0].currentVersionId
  for (const [fromSeconds, body] of [[0, 'At the very beginning'], [0.1, 'and again'], [3, 'Middle'], [11.99, 'At the very end']]) await post(people[1]!.page, `/api/projects/${projectId}/tracks/${trackId}/notes`, { versionId, fromSeconds, toSeconds: null, body })
  await page.waitForTimeout(1500)
  await page.screenshot({ path: '.cache/look-1440.png' })
  for (const scheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    await page.setViewportSize({ width: 390, height: 844 })
    await page.waitForTimeout(800)
    await page.screenshot({ path: `.cache/look-390-${scheme}.png` })
  }
  await page.setViewportSize({ width: 360, height: 740 })
  await page.waitForTimeout(500)
  await page.screenshot({ path: '.cache/look-360.png' })
  console.log(await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth))
  await browser.close(); await product.stop()
})
