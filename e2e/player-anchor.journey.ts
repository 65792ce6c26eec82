import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeFlac, noise } from './flac-fixture.ts'
import type { Harness } from './player-harness/harness.ts'
import { heard, load, openStage, type PlayableForPage, type PlayerStage, putFlac } from './player-page.ts'

declare const harness: Harness

const RATE = 48_000
let stage: PlayerStage
let song: PlayableForPage

beforeAll(async () => {
  stage = await openStage()
  song = putFlac(stage.server, 'song', makeFlac(noise(RATE * 20, 2), RATE, 24))
})
afterAll(() => stage.close())

/** A page that keeps the media elements it plays, for the test to see. */
async function openPage(): Promise<Page> {
  const page = await stage.openPage()
  await page.evaluate(() => {
    const played: HTMLMediaElement[] = []
    Object.assign(globalThis, { played })
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = function () {
      if (!played.includes(this)) played.push(this)
      return play.call(this)
    }
  })
  await load(page, song)
  return page
}

const element = (page: Page) =>
  page.evaluate(() => {
    const { played } = globalThis as unknown as { played: HTMLMediaElement[] }
    const [one] = played
    return {
      count: played.length,
      playing: one !== undefined && !one.paused && one.readyState > 2,
      long: (one?.duration ?? 0) >= 5,
    }
  })

test('while music plays a silent element holds the page’s place on the lock screen, and stops with it', async () => {
  const page = await openPage()
  await page.click('#play')
  await heard(page, 0.5)
  await expect.poll(() => element(page)).toEqual({ count: 1, playing: true, long: true })
  expect(
    await page.evaluate(() => [navigator.mediaSession.playbackState, navigator.mediaSession.metadata?.title]),
  ).toEqual(['playing', 'song'])
  await page.evaluate(() => harness.player.pause())
  await expect.poll(() => element(page)).toMatchObject({ playing: false })
  expect(await page.evaluate(() => navigator.mediaSession.playbackState)).toBe('paused')
  await page.click('#play')
  await heard(page, 1)
  await expect.poll(() => element(page)).toMatchObject({ count: 1, playing: true })
  // Skipped past the beginning, and to far beyond the end; whoever listens to acts hears of both.
  expect(
    await page.evaluate(() => {
      const { player } = harness
      const acts: string[] = []
      const shown: (number | undefined)[] = []
      const show = MediaSession.prototype.setPositionState
      MediaSession.prototype.setPositionState = function (state) {
        shown.push(state?.position)
        return show.call(this, state)
      }
      player.pause()
      player.onAct((act) => acts.push(act))
      shown.length = 0
      player.skip(-30)
      player.seek(3600)
      return { acts, shown }
    }),
  ).toEqual({ acts: ['seek', 'seek'], shown: [0, 20] })
  await page.context().close()
})

test('a pause and a play in one breath leave it playing', async () => {
  const page = await openPage()
  await page.click('#play')
  await heard(page, 0.5)
  const at = await page.evaluate(() => {
    harness.player.pause()
    harness.player.play()
    return harness.player.position()
  })
  await heard(page, at + 1)
  await expect.poll(() => element(page)).toMatchObject({ playing: true })
  await page.context().close()
})

test('when the system stops the element, as for a call, the music pauses with it', async () => {
  const page = await openPage()
  await page.click('#play')
  await heard(page, 0.5)
  await page.evaluate(() => (globalThis as unknown as { played: HTMLMediaElement[] }).played[0]?.pause())
  await page.waitForFunction(() => harness.player.snapshot().phase === 'paused')
  expect(await page.evaluate(() => harness.player.snapshot().wantsToPlay)).toBe(false)
  await page.context().close()
})
