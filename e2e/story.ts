import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { inject } from 'vitest'
import { borrowBrowser } from './browser.ts'
import { bounce, letIn, post, signUp, upload } from './openings.ts'
import { type Inside, insideOf } from './product-inside.ts'
import { visit, type Product, type Visitor } from './product.ts'

export type StoryProduct = Pick<Product, 'url'> & Inside

interface StoryPlan<Name extends string> {
  /** By the names the story calls them: `{ ines: 'Ines Duarte' }`. Each has an account; the first makes the project. */
  readonly people: Readonly<Record<Name, string>>
  /** Those of them who have no account. */
  readonly guests?: readonly NoInfer<Name>[]
  /** Of all but the first. */
  readonly role?: string
  /** The name of the project; null for none. */
  readonly project?: string | null
  /** The first bounce of Glasshouse, by the name of its file; null for no track. */
  readonly filename?: string | null
  readonly visiting?: BrowserContextOptions
  /** Other than the one that stories share. */
  readonly product?: StoryProduct
  /** Other than the one that stories borrow. */
  readonly browser?: Browser
}

export interface Story<Name extends string> {
  readonly product: StoryProduct
  readonly browser: Browser
  readonly people: Readonly<Record<Name, Visitor>>
  emailOf(name: Name): string
  /** For files, gone with the story. */
  readonly folder: string
  readonly projectId: string
  readonly trackId: string
  readonly versionId: string
  /** Until the track can be heard. */
  openTrack(page: Page): Promise<void>
  end(): Promise<void>
}

/**
 * People at browsers of their own, in a project with one bounce: made by requests, for what a story is not about.
 * Nobody else on the server knows them.
 */
export async function openStory<Name extends string>({
  people,
  guests = [],
  role = 'commenter',
  project = 'Low Tide',
  filename = 'Glasshouse.wav',
  visiting = {},
  product = sharedProduct(),
  browser: ownBrowser,
}: StoryPlan<Name>): Promise<Story<Name>> {
  const browser = ownBrowser ?? (await borrowBrowser())
  const folder = mkdtempSync(join(tmpdir(), 'roughmix-story-'))
  const names = Object.keys(people) as Name[]
  const story = randomUUID().slice(0, 8)
  const emailOf = (name: Name) => `${name}.${story}@example.com`
  const visitors = {} as Record<Name, Visitor>
  await Promise.all(names.map(async (name) => (visitors[name] = await visit(browser, visiting))))
  const members = names.filter((name) => !guests.includes(name))
  for (const name of members) await signUp(product, visitors[name].page, people[name], emailOf(name))
  const [host, ...others] = members.map((name) => visitors[name].page)
  if (!host) throw new Error('nobody is in the story')
  const projectId = project === null ? '' : (await post(product, host, '/api/projects', { name: project })).id
  const sent =
    project === null || filename === null
      ? { trackId: '', versionId: '' }
      : await upload(product, host, { projectId, file: bounce(folder), filename })
  if (project !== null) for (const guest of others) await letIn(product, { host, guest, projectId, role })
  return {
    product,
    browser,
    people: visitors,
    emailOf,
    folder,
    projectId,
    ...sent,
    async openTrack(page) {
      await page.goto(`${product.url}/?projectId=${projectId}&trackId=${sent.trackId}`)
      await page
        .getByRole('slider', { name: /^Glasshouse, version/ })
        .first()
        .waitFor({ timeout: 60_000 })
      await page.getByRole('button', { name: 'Play', exact: true, disabled: false }).waitFor()
    },
    async end() {
      await browser.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

function sharedProduct(): StoryProduct {
  const { url, settings } = inject('sharedProduct')
  return { url, ...insideOf(settings) }
}
