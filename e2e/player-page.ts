import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { build } from 'vite'
import { onTestFinished } from 'vitest'
import type { PlayableSource } from '#web/player/read/playable.ts'
import { borrowBrowser } from './browser.ts'
import { captureSound } from './capture.ts'
import type { FlacFixture } from './flac-fixture.ts'
import type { Harness } from './player-harness/harness.ts'
import { type RangeServer, RECORDER_PATH, startRangeServer } from './range-server.ts'
import { undisturbedPage } from './undisturbed.ts'

declare const harness: Harness

export interface PlayerStage {
  readonly server: RangeServer
  /** A fresh page with the player in it, its sound being captured unless memory is what counts. */
  openPage(address?: string, isCaptured?: boolean): Promise<Page>
  /** Measures what a fresh page plays; again with another one, where a busy machine disturbed it. */
  listen(measure: (page: Page) => Promise<void>, address?: string): Promise<void>
  /** Throws when a page complained in its console, of what it was not made to complain. */
  close(): Promise<void>
}

const HARNESS = 'e2e/player-harness'

/**
 * Builds the harness as the product is built and opens it in Chromium, under the product's content policy. `whenDone`
 * is given what closes each page: outside a test, where there is no end to wait for, the caller says when.
 */
export async function openStage(
  whenDone: (close: () => Promise<void>) => void = onTestFinished,
  starting = borrowBrowser({ isTouched: false }),
): Promise<PlayerStage> {
  const folder = await mkdtemp(join(tmpdir(), 'player-page-'))
  await build({
    root: HARNESS,
    configFile: false,
    logLevel: 'error',
    build: {
      outDir: folder,
      emptyOutDir: true,
      rolldownOptions: { input: [`${HARNESS}/index.html`, `${HARNESS}/wave.html`] },
    },
  })
  const server = await startRangeServer(folder)
  const browser = await starting
  const complaints: string[] = []
  const openPage: PlayerStage['openPage'] = async (address = '', isCaptured = true) => {
    const context = await browser.newContext()
    whenDone(() => context.close())
    if (isCaptured) await captureSound(context, RECORDER_PATH)
    const page = await context.newPage()
    page.on('console', (message) => {
      const isOfTheNetwork = message.text().startsWith('Failed to load resource')
      if ((message.type() === 'error' || message.type() === 'warning') && !isOfTheNetwork)
        complaints.push(message.text())
    })
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.goto(`${server.origin}/${address}`)
    return page
  }
  return {
    server,
    openPage,
    listen: (measure, address) => undisturbedPage(() => openPage(address), measure),
    close: async () => {
      await browser.close()
      await server.close()
      await rm(folder, { recursive: true, force: true })
      if (complaints.length > 0) throw new Error(`the console said: ${complaints.join(' · ')}`)
    },
  }
}

/** Serve a FLAC recording and describe it as a playable. */
export function putFlac(server: RangeServer, name: string, { source, stream, index }: FlacFixture): PlayableForPage {
  server.put(`${name}.flac`, stream)
  server.put(`${name}.fidx`, index)
  return {
    id: name,
    title: name,
    source,
    urls: { stream: `/files/${name}.flac`, index: `/files/${name}.fidx` },
    durationSeconds: source.totalFrames / source.sampleRate,
  }
}

/** Serve 32-bit float samples behind a header of some bytes, as a WAV file has them. */
export function putPcm(
  server: RangeServer,
  name: string,
  planes: readonly Float32Array[],
  sampleRate: number,
): PlayableForPage {
  const dataOffset = 80
  const totalFrames = planes[0]?.length ?? 0
  const file = new DataView(new ArrayBuffer(dataOffset + totalFrames * planes.length * 4))
  planes.forEach((plane, channel) =>
    plane.forEach((sample, frame) => file.setFloat32(dataOffset + (frame * planes.length + channel) * 4, sample, true)),
  )
  server.put(`${name}.wav`, new Uint8Array(file.buffer))
  return {
    id: name,
    title: name,
    source: { kind: 'pcm', sampleRate, channels: planes.length, encoding: 'f32le', dataOffset, totalFrames },
    urls: { stream: `/files/${name}.wav` },
    durationSeconds: totalFrames / sampleRate,
  }
}

export async function load(page: Page, playable: PlayableForPage, at = 0): Promise<void> {
  await page.evaluate(([playable, at]) => harness.player.load(playable, { at }), [playable, at] as const)
}

/** Wait until the playhead has passed a moment. */
export async function heard(page: Page, seconds: number): Promise<void> {
  await page.waitForFunction((seconds) => harness.player.position() >= seconds, seconds)
}

/**
 * Wait until a loop has been gone round so often. The first time may be the jump into it; after the last one a whole
 * round was heard.
 */
export async function goneRound(page: Page, times: number): Promise<void> {
  await page.evaluate(async (times) => {
    for (let [turns, last] = [0, 0]; turns < times;) {
      await new Promise(requestAnimationFrame)
      const position = harness.player.position()
      if (position < last - 0.1) turns += 1
      last = position
    }
  }, times)
}

export interface PlayableForPage {
  readonly id: string
  readonly title: string
  readonly source: PlayableSource
  readonly urls: { readonly stream: string; readonly index?: string }
  readonly opus?: { readonly stream: string; readonly index: string }
  readonly durationSeconds: number
}
