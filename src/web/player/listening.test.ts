import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { NOTHING } from './empty-snapshot.ts'
import { type Heard, PlaybackController } from './listening.ts'
import type { PlayerSnapshot } from './player-state.ts'
import type { Playable } from './read/playable.ts'

/** Plays nothing and records the calls. */
class QuietPlayer {
  static latest: QuietPlayer | undefined
  readonly queued: (string | undefined)[] = []
  readonly loaded: string[] = []
  #snapshot: PlayerSnapshot = NOTHING
  #next?: Playable
  #ended: (playable: Playable) => void = () => {}

  constructor() {
    QuietPlayer.latest = this
  }

  readonly subscribe = () => () => {}
  readonly snapshot = () => this.#snapshot
  readonly position = () => 0
  onEnded(listener: (playable: Playable) => void): void {
    this.#ended = listener
  }
  onPace(): void {}
  setVolume(): void {}
  setLoop(): void {}
  readonly sought: (readonly [string | undefined, number])[] = []
  seek(at: number): void {
    this.sought.push([this.#snapshot.playable?.id, at])
  }
  play(): void {}
  load(playable: Playable): void {
    this.loaded.push(playable.id)
    this.#snapshot = { ...NOTHING, playable, phase: 'playing', wantsToPlay: true }
  }
  queueNext(playable: Playable | undefined): void {
    this.queued.push(playable?.id)
    this.#next = playable
  }

  /** Like the real player: the queued piece already plays when the end is reported. */
  reachEnd(): void {
    const { playable } = this.#snapshot
    if (this.#next) this.#snapshot = { ...this.#snapshot, playable: this.#next }
    if (playable) this.#ended(playable)
  }
}

vi.mock('./player.ts', () => ({ Player: QuietPlayer }))

function heard(id: string): Heard {
  const playable: Playable = {
    id,
    title: id,
    source: { kind: 'flac', sampleRate: 48_000, channels: 2, bitsPerSample: 24, totalFrames: 48_000 },
    urls: { stream: '/s', index: '/i' },
    durationSeconds: 1,
  }
  return {
    playable,
    projectId: 'p',
    projectTitle: 'Low Tide',
    coverUrl: null,
    trackId: id,
    trackTitle: id,
    versionId: id,
    versionNumber: 1,
    href: '/',
    peaks: { url: '/p', facts: { sampleRate: 48_000, channels: 2, totalFrames: 48_000 } },
    quality: '24/48',
    isReduced: false,
  }
}

const album = ['Intro', 'Glasshouse', 'Kite'].map(heard)
const [intro, , kite] = album
let controller: PlaybackController

beforeEach(() => {
  QuietPlayer.latest = undefined
  vi.stubGlobal('localStorage', { getItem: () => null, setItem: () => {} })
  vi.stubGlobal('navigator', {})
  controller = new PlaybackController()
})
afterEach(() => vi.unstubAllGlobals())

async function playing(one: Heard | undefined): Promise<QuietPlayer> {
  if (!one) throw new Error('no such track')
  controller.hear(one, { queue: album })
  return vi.waitFor(
    () => {
      const player = QuietPlayer.latest
      if (!player || player.loaded.length === 0) throw new Error('nothing plays')
      return player
    },
    { timeout: 20_000 },
  )
}

test('a project plays through without gaps: each piece is in the player’s hands before its turn', async () => {
  const player = await playing(intro)
  expect(player.queued).toEqual(['Glasshouse'])
  player.reachEnd()
  expect(controller.state().heard?.trackTitle).toBe('Glasshouse')
  player.reachEnd()
  expect(controller.state().heard?.trackTitle).toBe('Kite')
  expect(player.queued).toEqual(['Glasshouse', 'Kite', undefined])
  expect(player.loaded).toEqual(['Intro'])
})

test('after the last piece nothing follows, and it stays on the bar', async () => {
  const player = await playing(kite)
  expect(player.queued).toEqual([undefined])
  player.reachEnd()
  expect(controller.state().heard?.trackTitle).toBe('Kite')
})

test('going to another place of the piece, as a note does, leaves what follows it', async () => {
  const player = await playing(intro)
  if (intro) controller.hear(intro, { at: 0.5, loop: { inAt: 0.5, outAt: 0.8 } })
  expect(controller.state().queue.map(({ trackTitle }) => trackTitle)).toEqual(['Intro', 'Glasshouse', 'Kite'])
  player.reachEnd()
  expect(controller.state().heard?.trackTitle).toBe('Glasshouse')
})

test('another piece, asked for by itself, ends what was to follow', async () => {
  const player = await playing(intro)
  if (kite) controller.hear(kite)
  expect(controller.state().queue).toEqual([])
  expect(player.queued.at(-1)).toBeUndefined()
})

test('a key pressed while the player’s code is on its way moves what was chosen once it is there', async () => {
  const early = new PlaybackController()
  early.ask(() => expect.unreachable('nothing is chosen'))
  early.hear(heard('one'), { play: false })
  early.seek(0.5)
  // A page does this when it learns more about the same piece.
  early.hear(heard('one'), { play: false })
  expect([early.positionOn(heard('one').versionId), early.positionOn('another')]).toEqual([0.5, 0])
  await vi.waitFor(() => expect(QuietPlayer.latest?.sought).toEqual([['one', 0.5]]))
})
