import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { SONG_MIXES } from '#audio/song.ts'
import { writeSong } from '../fixtures/audio/make.ts'
import { startCluster, type Cluster, type ClusterProcess } from '../scripts/start-cluster.ts'
import { Line } from '../trust/line.ts'
import { pause } from '../trust/start-server.ts'
import { capturedSound, captureSound, disturbanceOf, findSound, forgetSound, largestError } from './capture.ts'
import { oneStory } from './one-story.ts'
import { fillSignUp, letIn, post, signUp } from './openings.ts'
import { borrowBrowser } from './browser.ts'
import { visit, type Visitor } from './product.ts'
import { undisturbed } from './undisturbed.ts'
import { wavSamples } from './wav-samples.ts'

/** Two web and two worker processes behind nginx, on PostgreSQL and Ceph: people work, processes die, nobody minds. */
const started = await startCluster({ env: { SIGN_IN_RATE_LIMIT: '0' }, fromStore: true })
if ('missing' in started) console.log(`The cluster is not tested: ${started.missing}`)
const inCi = process.env['CI'] === 'true'

const RATE = 44_100
const SECONDS = 90
/** Past the first milliseconds, in which starting fades in. */
const FROM = 4410
const UPLOAD_BYTES_PER_SECOND = 4 * 1024 * 1024
const NO_LIMIT = -1

const folder = 'missing' in started ? '' : mkdtempSync(join(tmpdir(), 'roughmix-cluster-e2e-'))
const first = join(folder, 'Glasshouse v1.wav')
const second = join(folder, 'Glasshouse v2.wav')

test.runIf(inCi)('all that a cluster is made of is there', () => expect(started).not.toHaveProperty('missing'))

describe.skipIf('missing' in started)('several machines', () => {
  const cluster = started as Cluster
  let browser: Browser
  let ines: Visitor
  let jo: Visitor
  /** What Ines’s and Jo’s consoles complained of, and the address it was about. */
  const complaints: Complaint[] = []
  let killedAt = 0
  const fromStore: number[] = []
  let sampleProjectId = ''

  oneStory()
  beforeAll(async () => {
    writeSong({ path: first, mix: SONG_MIXES.rough, sampleRate: RATE, encoding: 's24', seconds: SECONDS })
    writeSong({ path: second, mix: SONG_MIXES.fixed, sampleRate: RATE, encoding: 's24', seconds: SECONDS })
    browser = await borrowBrowser()
    ines = await visit(browser, { bypassCSP: true })
    ines.page.on(
      'response',
      (response) => void (response.url().startsWith(cluster.store) && fromStore.push(response.status())),
    )
    await captureSound(ines.context)
    jo = await visit(browser)
    for (const { page } of [ines, jo])
      page.on(
        'console',
        (message) =>
          void (
            message.type() === 'error' &&
            complaints.push({ words: message.text(), path: pathOf(message.location().url) })
          ),
      )
  })
  afterAll(async () => {
    await browser?.close()
    await cluster.stop()
    rmSync(folder, { recursive: true, force: true })
  })
  beforeEach(({ onTestFailed }) => {
    onTestFailed(async () => {
      for (const [name, { page }] of Object.entries({ ines, jo }))
        await page.screenshot({ path: join('.cache', `cluster-${name}.png`) }).catch(() => undefined)
      for (const member of [...cluster.webs, ...cluster.workers])
        console.log(`${member.name}:\n${member.output().slice(-1500)}`)
    })
  })

  test('Ines signs up, starts a project and uploads a bounce', async () => {
    const { page } = ines
    await page.goto(cluster.url)
    await page.getByLabel('Setup token').fill(cluster.setupToken)
    await fillSignUp(page, 'Ines Duarte', 'ines@harbour.studio')
    await page.getByRole('button', { name: 'New project' }).first().click()
    await page.getByLabel('Name', { exact: true }).fill('Low Tide')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByRole('heading', { name: 'Low Tide' }).waitFor()
    await chooseFile(page, page.getByRole('button', { name: 'Choose files' }).first(), first)
    await page.getByRole('button', { name: 'Upload 1 file' }).click()
    await page.getByRole('link', { name: 'Glasshouse' }).first().click()
    await page.getByText('WAV 24/44.1').first().waitFor({ timeout: 60_000 })
    sampleProjectId = (await post(cluster, page, '/api/sample-project')).projectId ?? ''
  })

  test('she hears exactly the samples of her file', async () => {
    await ines.page.getByRole('slider', { name: 'Glasshouse, version 1' }).first().waitFor()
    await hearsExactly(first)
    expect(fromStore).toContain(206)
  })

  test('Jo comes in by a link, and his note is there at once', async () => {
    await signUp(cluster, jo.page, 'Jo Okafor')
    await letIn(cluster, { host: ines.page, guest: jo.page, projectId: projectId(), role: 'editor' })
    await jo.page.goto(ines.page.url())
    await jo.page
      .getByRole('slider', { name: /^Glasshouse, version/ })
      .first()
      .waitFor()
    await write(jo.page, 'Vocal goes under the guitars')
    await card(ines.page, 'Vocal goes under').waitFor({ timeout: 5000 })
  })

  test('Tess, who has only a link, hears it and writes, and Ines sees it', async () => {
    const made = await post(cluster, ines.page, `/api/projects/${projectId()}/shares`, {
      what: { kind: 'tracks', trackIds: [trackId()], latestOnly: true },
      may: { comment: true, seeNotes: true, approve: false, download: true, upload: false },
    })
    const tess = await visit(browser)
    const { page } = tess
    await page.goto(made.items?.[0]?.url ?? '')
    const told = page.waitForResponse((response) => response.url().endsWith('/plays'))
    await page.getByRole('button', { name: 'Play Glasshouse' }).click()
    expect((await told).status()).toBe(200)
    await page.keyboard.press('Space')
    await page.getByRole('textbox', { name: /^New note/ }).fill('Love this lift')
    await page.getByRole('textbox', { name: 'Your name' }).fill('Tess Albright')
    await page.getByRole('button', { name: 'Send', exact: true }).click()
    await card(ines.page, 'Love this lift').waitFor()
    expect(tess.complaints).toEqual([])
    await tess.context.close()
  })

  test('the workers make the sample song', async () => {
    await expect
      .poll(async () => (await versions(sampleProjectId)).map(({ state }) => state), { timeout: 60_000, interval: 500 })
      .toEqual(['ready', 'ready', 'ready'])
  })

  test('all of this was answered by both web processes, and nobody complained', () => {
    for (const web of cluster.webs)
      expect(cluster.requests().filter(({ by }) => by.at(-1) === web.port).length, web.name).toBeGreaterThan(20)
    expect([...ines.complaints, ...jo.complaints]).toEqual([])
    expect(cluster.requests().filter(({ status }) => status >= 500)).toEqual([])
  })

  test('each web process is killed amid upload, playback and writing: nothing is lost, the music goes on', async () => {
    const { page } = ines
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.getByRole('button', { name: 'Original 24/44.1 · bit-true' }).waitFor()
    const before = await disturbanceOf(page)
    const writing = keepWriting(await lineOf(jo.page))
    const limitUploads = await uploadLimit(jo.page)
    await limitUploads(UPLOAD_BYTES_PER_SECOND)
    const partsBefore = cluster.requests().filter(isPart).length
    await jo.page.getByRole('button', { name: 'Upload new version' }).click()
    await chooseFile(jo.page, jo.page.getByRole('button', { name: 'choose them' }), second)
    await jo.page.getByRole('button', { name: 'Upload 1 file' }).click()
    await expect
      .poll(() => cluster.requests().filter(isPart).length, { timeout: 60_000, interval: 20 })
      .toBeGreaterThan(partsBefore)
    // The next part is on its way for as long as the killing takes.
    await limitUploads(UPLOAD_BYTES_PER_SECOND / 10)
    const broken = () => cluster.requests().filter((request) => isPart(request) && request.status >= 500)
    // Each once, and on until one had a part in its hands.
    for (let kills = 0; kills < 2 || (kills < 6 && broken().length === 0); kills++) {
      const [web, other] = [cluster.webs[kills % 2], cluster.webs[(kills + 1) % 2]]
      await web?.kill()
      const killed = cluster.requests().length
      // Meanwhile the other one carries the writing, alone.
      await expect
        .poll(
          () =>
            cluster
              .requests()
              .slice(killed)
              .filter(({ path, status, by }) => path.endsWith('/tasks') && status === 200 && by.at(-1) === other?.port)
              .length,
          { interval: 20 },
        )
        .toBeGreaterThan(2)
      await web?.start()
      // Nobody is without a server when the next one dies.
      const back = cluster.requests().length
      await expect
        .poll(
          () =>
            cluster
              .requests()
              .slice(back)
              .some(({ status, by }) => status === 200 && by.length === 1 && by[0] === web?.port),
          { interval: 20 },
        )
        .toBe(true)
    }
    await limitUploads(NO_LIMIT)
    await expect.poll(async () => (await versions()).length, { timeout: 90_000 }).toBe(2)
    const titles = await writing.ended()
    expect(titles.length).toBeGreaterThan(20)
    expect((await tasks()).toSorted()).toEqual(titles.toSorted())
    expect(await versions()).toMatchObject([
      { number: 2, sha256: sha256(second) },
      { number: 1, sha256: sha256(first) },
    ])
    expect(broken(), 'one was in the midst of a part').not.toEqual([])
    expect((await disturbanceOf(page)).ranDry).toBe(before.ranDry)
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
  })

  test('the worker that analyses it is killed, and nobody notices', async () => {
    const busy = await busyWorker()
    expect((await versions())[0]).not.toMatchObject({ state: 'ready' })
    await busy.kill()
    killedAt = performance.now()
    for (const { page } of [ines, jo]) await page.getByRole('heading', { name: 'v2 is being checked' }).waitFor()
  })

  test('the other one takes over once the dead one’s lease is out; the page tells, and it sounds right', async () => {
    await expect.poll(async () => (await versions())[0]?.state, { timeout: 60_000, interval: 200 }).toBe('ready')
    console.log(`analysed ${((performance.now() - killedAt) / 1000).toFixed(1)} s after its worker was killed`)
    for (const { page } of [ines, jo])
      await page.getByRole('slider', { name: 'Glasshouse, version 2' }).first().waitFor()
    await write(jo.page, 'Guitars are down now')
    await card(ines.page, 'Guitars are down now').waitFor({ timeout: 5000 })
    await ines.page.goto(`${cluster.url}/?projectId=${projectId()}&trackId=${trackId()}`)
    await ines.page.getByRole('slider', { name: 'Glasshouse, version 2' }).first().waitFor()
    await hearsExactly(second)
  })

  test('Jo downloads from the store, under the page’s full policy, the very bytes that were uploaded', async () => {
    const { page } = jo
    const from = page.waitForResponse(
      (response) => response.url().startsWith(cluster.store) && response.url().includes('attachment'),
    )
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: /^Download the original/ }).click()
    expect((await from).status()).toBe(200)
    const address = (await from).url()
    for (const forged of [
      address.replace('audio%2Fwav', 'text%2Fhtml'),
      address.replace(/v2\.wav\?/, 'v1.wav?'),
      address.replace('X-Amz-Expires=600', 'X-Amz-Expires=6000'),
      address.split('?')[0] ?? '',
    ]) {
      expect(forged).not.toBe(address)
      expect((await fetch(forged)).status).toBe(403)
    }
    const file = await download
    expect(file.suggestedFilename()).toBe('Glasshouse v2.wav')
    expect(sha256(await file.path())).toBe(sha256(second))
    await page.getByText('Downloaded · hash matches').first().waitFor()
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: 'Play', exact: true }).click()
    await page.getByRole('button', { name: 'Original 24/44.1 · bit-true' }).waitFor()
    await page.getByRole('button', { name: 'Pause', exact: true }).click()
  })

  test('nobody’s console tells of more than parts that were with the dead', () => {
    expect(complaints.filter((one) => !isOfTheKills(one))).toEqual([])
  })

  function projectId(): string {
    return new URL(ines.page.url()).searchParams.get('projectId') ?? ''
  }

  function trackId(): string {
    return new URL(ines.page.url()).searchParams.get('trackId') ?? ''
  }

  async function hearsExactly(path: string): Promise<void> {
    const { page } = ines
    await undisturbed(page, async () => {
      await page.keyboard.press('Home')
      await forgetSound(page)
      await page.getByRole('button', { name: 'Play', exact: true }).click()
      await page.getByRole('button', { name: 'Original 24/44.1 · bit-true' }).waitFor()
      await expect.poll(() => secondsHeard(page), { timeout: 60_000, interval: 500 }).toBeGreaterThan(4)
      await page.getByRole('button', { name: 'Pause', exact: true }).click()
      const heard = (await capturedSound(page)).at(-1)
      for (const [channel, original] of wavSamples(path).entries()) {
        const sound = heard?.planes[channel] ?? new Float32Array()
        const start = findSound(sound, original.subarray(FROM, FROM + 256))
        expect(start).toBeGreaterThan(-1)
        expect(
          largestError(sound.subarray(start, start + 3 * RATE), original.subarray(FROM, FROM + 3 * RATE)),
        ).toBeLessThan(1e-6)
      }
    })
  }

  async function versions(of = projectId()): Promise<readonly { number: number; sha256: string; state: string }[]> {
    return (await (await ines.page.request.get(`${cluster.url}/api/projects/${of}`)).json()).trackVersions
  }

  async function tasks(): Promise<readonly string[]> {
    const { items }: { items: readonly { title: string }[] } = await (
      await ines.page.request.get(`${cluster.url}/api/projects/${projectId()}/tasks?limit=1000`)
    ).json()
    return items.map(({ title }) => title)
  }

  /** The same person without a browser. */
  async function lineOf(page: Page): Promise<{ readonly add: (title: string) => Promise<void> }> {
    const cookies = (await page.context().cookies()).map(({ name, value }) => `${name}=${value}`).join('; ')
    const line = new Line(() => cluster.url)
    const path = `/api/projects/${projectId()}/tasks`
    return {
      async add(title) {
        const { status } = await line.json(
          'POST',
          path,
          { title },
          { cookie: cookies, origin: cluster.url, 'idempotency-key': title },
        )
        if (status !== 200) throw new Error(`a task was answered ${status}`)
      },
    }
  }

  /** The worker that has a decoder at work. */
  async function busyWorker(): Promise<ClusterProcess> {
    let busy: ClusterProcess | undefined
    await expect
      .poll(() => (busy = cluster.workers.find((worker) => childrenOf(worker.pid()).length > 0)), {
        timeout: 20_000,
        interval: 5,
      })
      .toBeDefined()
    if (!busy) throw new Error('no worker is at work')
    return busy
  }
})

interface Complaint {
  readonly words: string
  readonly path: string
}

function pathOf(address: string): string {
  return URL.canParse(address) ? new URL(address).pathname : ''
}

/**
 * A part of the upload that the dead one had in its hands, or that still belonged to it. nginx asks the other one about
 * all that may be asked twice.
 */
function isOfTheKills({ words, path }: Complaint): boolean {
  return (
    /^\/api\/projects\/[^/]+\/uploads\/[^/]+$/.test(path) &&
    /^Failed to load resource: the server responded with a status of (502 \(Bad Gateway\)|423 \(Locked\))$/.test(words)
  )
}

/** Tasks one after another, each under a key of its own until it is answered. */
function keepWriting({ add }: { readonly add: (title: string) => Promise<void> }): {
  ended(): Promise<readonly string[]>
} {
  const titles: string[] = []
  let isOver = false
  const work = async () => {
    while (!isOver) {
      const title = `Task ${titles.length}`
      while (
        !(await add(title).then(
          () => true,
          () => false,
        ))
      )
        await pause(100)
      titles.push(title)
      await pause(100)
    }
  }
  const over = work()
  return {
    async ended() {
      isOver = true
      await over
      return titles
    },
  }
}

function isPart({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method === 'PATCH' && path.includes('/uploads/')
}

/** Sets how fast the page sends, from then on. */
async function uploadLimit(page: Page): Promise<(bytesPerSecond: number) => Promise<unknown>> {
  const session = await page.context().newCDPSession(page)
  return (uploadThroughput) =>
    session.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    })
}

async function chooseFile(page: Page, button: Locator, path: string): Promise<void> {
  const chooser = page.waitForEvent('filechooser')
  await button.click()
  await (await chooser).setFiles(path)
}

async function write(page: Page, words: string): Promise<void> {
  await page.keyboard.press('c')
  await page.getByRole('textbox', { name: /^New note/ }).waitFor()
  await page.keyboard.type(words)
  await page.keyboard.press('Control+Enter')
}

function card(page: Page, words: string): Locator {
  return page.locator('[data-note]', { hasText: words })
}

/** From the first sample that is not silent. */
async function secondsHeard(page: Page): Promise<number> {
  const [left = new Float32Array()] = (await capturedSound(page)).at(-1)?.planes ?? []
  const start = left.findIndex((sample) => sample !== 0)
  return start === -1 ? 0 : (left.length - start) / RATE
}

function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex')
}

/** Processes that this one has started, where the system tells (Linux). */
function childrenOf(pid: number): readonly string[] {
  try {
    return readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, 'utf8')
        .split(' ')
        .filter((id) => id !== ''),
    )
  } catch {
    return []
  }
}
