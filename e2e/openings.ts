import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { beforeEach } from 'vitest'
import { SONG_MIXES, type SongMix } from '#audio/song.ts'
import { writeSong } from '../fixtures/audio/make.ts'
import type { Product, Visitor } from './product.ts'

/** What of an answer journeys go on with. */
interface Answer {
  readonly id: string
  readonly projectId?: string
  readonly items?: readonly { readonly url: string }[]
}

type Place = Pick<Product, 'url'>

/** As the page's person, past the page; anything but a yes is an error. */
export async function call({ url }: Place, page: Page, method: string, path: string, data?: object): Promise<Answer> {
  const answer = await page.request.fetch(url + path, { method, headers: { origin: url }, ...(data && { data }) })
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`)
  return await answer.json()
}

export function post(place: Place, page: Page, path: string, data?: object): Promise<Answer> {
  return call(place, page, 'POST', path, data)
}

/**
 * An account with the password `correct horse`, and the page signed in to it; Jo Okafor's address is `jo@example.com`
 * unless told otherwise.
 */
export async function signUp(
  place: Place,
  page: Page,
  name: string,
  email = `${name.split(' ')[0]?.toLowerCase()}@example.com`,
): Promise<void> {
  await post(place, page, '/api/auth/sign-up/email', { name, email, password: 'correct horse' })
}

/** By an invite that one page’s person makes and the other’s takes. */
export async function letIn(
  place: Place,
  {
    host,
    guest,
    projectId,
    role,
  }: { readonly host: Page; readonly guest: Page; readonly projectId: string; readonly role: string },
): Promise<void> {
  const invite = await post(place, host, `/api/projects/${projectId}/invites`, { role })
  await post(place, guest, `/api/invite/${invite.id}/accept`)
}

/** Signing up by the form that the page shows. What comes then is its caller's. */
export async function fillSignUp(page: Page, name: string, email: string, password = 'correct horse'): Promise<void> {
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').first().fill(password)
  await page.getByRole('button', { name: /^Create account/ }).click()
}

/** Ines Duarte sets the server up by its form, and sees her projects. */
export async function setUp({ url }: Place, page: Page): Promise<void> {
  await page.goto(url)
  await fillSignUp(page, 'Ines Duarte', 'ines@harbour.studio')
  await page.getByRole('button', { name: 'New project' }).first().waitFor()
}

/** Twelve seconds; answers the file. */
export function bounce(folder: string, mix: SongMix = SONG_MIXES.rough, name = 'bounce.wav'): string {
  const path = join(folder, name)
  writeSong({ path, mix, sampleRate: 44_100, encoding: 's16', seconds: 12 })
  return path
}

interface Sent {
  readonly projectId: string
  /** A path, or the bytes themselves. */
  readonly file: string | Buffer
  readonly filename?: string
  /** Of a track there is already; else it makes one. */
  readonly trackId?: string | undefined
  readonly trackTitle?: string
}

/** One version by the page's person, in one request. */
export async function upload(
  { url }: Place,
  page: Page,
  { projectId, file, trackId, trackTitle = 'Glasshouse', filename = `${trackTitle}.wav` }: Sent,
): Promise<{ readonly trackId: string; readonly versionId: string }> {
  const data = typeof file === 'string' ? readFileSync(file) : file
  const metadata = { filename, ...(trackId ? { trackId } : { trackTitle }) }
  const answer = await page.request.post(`${url}/api/projects/${projectId}/uploads`, {
    data,
    headers: {
      origin: url,
      'tus-resumable': '1.0.0',
      'content-type': 'application/offset+octet-stream',
      'upload-length': String(data.byteLength),
      'upload-metadata': Object.entries(metadata)
        .map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
        .join(','),
    },
  })
  const { 'roughmix-track-id': sentTo, 'roughmix-version-id': versionId } = answer.headers()
  if (!sentTo || !versionId) throw new Error(`the upload was answered ${answer.status()}: ${await answer.text()}`)
  return { trackId: sentTo, versionId }
}

/** Leaves pictures of what each of them saw when something went wrong, as `.cache/{story}-{who}.png`. */
export function picturesOfFailure(story: string, people: () => Readonly<Record<string, Visitor | undefined>>): void {
  beforeEach(({ onTestFailed }) => {
    onTestFailed(async () => {
      for (const [who, visitor] of Object.entries(people()))
        await visitor?.page.screenshot({ path: join('.cache', `${story}-${who}.png`) }).catch(() => undefined)
    })
  })
}
