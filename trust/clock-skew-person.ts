import { chromium, type Page } from 'playwright-core'
import { noteRoutes } from '#features/notes/notes.contract.ts'
import { read } from './line.ts'
import { credentials, type TrustPerson } from './person.ts'
import { pause } from './start-server.ts'

const DAY_MS = 86_400_000
const SENT_MS = 15_000
/** Times in the future. Due and expiry dates may lie ahead, and say so. */
const AHEAD = /(?<!\b(?:due|expires)\s+)\b(?:tomorrow|in \d+ (?:second|minute|hour|day)s?)\b/i

interface Visited {
  readonly browser: string
  readonly server: string
  readonly person: TrustPerson
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
}

interface Seen {
  readonly pages: number
  /** Number of times that were shown. */
  readonly times: number
  readonly wrong: readonly string[]
}

/** A user whose computer's clock is a day off signs in, looks at every page that shows times, and writes. */
export async function visitSkewed(days: 1 | -1, visited: Visited): Promise<Seen> {
  const browser = await chromium.launch({
    executablePath: visited.browser,
    args: ['--no-sandbox', '--disable-gpu', '--no-first-run', '--disable-background-networking'],
  })
  try {
    const page = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
    await page.addInitScript(skewClock, days * DAY_MS)
    return await lookAndWrite(days, page, visited)
  } finally {
    await browser.close()
  }
}

/**
 * Overrides the clock in the page instead of using faketime, under which Chromium fails to start: cookie lifetimes use
 * the correct clock.
 */
function skewClock(byMs: number): void {
  const Right = Date
  globalThis.Date = class extends Right {
    constructor(...at: readonly [] | ConstructorParameters<DateConstructor>) {
      if (at.length === 0) super(Right.now() + byMs)
      else super(...at)
    }
    static override now(): number {
      return Right.now() + byMs
    }
  } as DateConstructor
}

async function lookAndWrite(
  days: number,
  page: Page,
  { server, person, projectId, trackId, versionId }: Visited,
): Promise<Seen> {
  const wrong: string[] = []
  let times = 0
  const { email, password } = credentials(person.name)
  await page.goto(`${server}/login`)
  const offMs = (await page.evaluate(() => Date.now())) - Date.now() - days * DAY_MS
  if (Math.abs(offMs) > 60_000) throw new Error(`the browser’s clock is ${offMs} ms off what was meant`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').first().fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('button', { name: 'New project' }).first().waitFor()

  const project = `/?projectId=${projectId}`
  const paths = [
    '/',
    project,
    `${project}&tab=tasks`,
    `${project}&tab=activity`,
    `${project}&tab=members`,
    `${project}&trackId=${trackId}`,
    '/inbox',
    '/mine',
    '/account/sessions',
    '/admin/health',
    '/admin/jobs',
    '/admin/users',
    '/admin/sessions',
  ]
  for (const path of paths) {
    await page.goto(server + path, { waitUntil: 'networkidle' })
    if (await page.getByRole('heading', { name: 'Sign in' }).isVisible()) wrong.push(`${path}: the session has expired`)
    const match = AHEAD.exec(await page.locator('body').innerText())
    if (match) wrong.push(`${path} says “${match[0]}”`)
    times += await page.locator('time').count()
  }
  if (times === 0) wrong.push('no page told a time')

  const body = `Written ${days} day off`
  await page.goto(`${server}${project}&trackId=${trackId}`)
  await page.getByRole('textbox', { name: /^New note/ }).click()
  await page.keyboard.type(body)
  await page.keyboard.press('Control+Enter')
  const from = performance.now()
  const arrived = async () =>
    read(
      noteRoutes['GET /api/projects/:projectId/tracks/:trackId/notes'].answer,
      await person.line.json('GET', `/api/projects/${projectId}/tracks/${trackId}/notes?version=${versionId}`),
    ).items.some((note) => note.body === body)
  while (!(await arrived())) {
    if (performance.now() - from > SENT_MS)
      return { pages: paths.length, times, wrong: [...wrong, 'what was written did not arrive'] }
    await pause(100)
  }
  return { pages: paths.length, times, wrong }
}
