import { afterEach, expect, test, vi } from 'vitest'
import { Listeners } from '#shared/listeners.ts'
import { shownToasts } from '#web/ui/overlay/toast-store.ts'
import type { LinePace } from './buffering-plan.ts'
import type { Playable } from './playable.ts'
import type { Player } from '../player.ts'
import type { PlayerSnapshot } from '../player-state.ts'
import { QualityKeeper } from './quality-keeper.ts'

const original: Playable = {
  id: 'v6',
  title: 'Glasshouse',
  durationSeconds: 10,
  urls: { stream: '/s', index: '/i' },
  opus: { stream: '/o', index: '/oi' },
  source: { kind: 'flac', sampleRate: 48_000, channels: 2, bitsPerSample: 24, totalFrames: 480_000 },
}
const slowPace: LinePace = { bytesPerSecond: 60_000, musicBytesPerSecond: 200_000, aheadSeconds: 1 }

/** A player on a slow network that records the calls. */
function aPlayer(playsOpus: boolean | undefined) {
  const changes = new Listeners()
  const paces = new Listeners<[LinePace]>()
  const calls: string[] = []
  let snapshot: Partial<PlayerSnapshot> = { phase: 'playing', playable: original }
  const set = (change: Partial<PlayerSnapshot>) => {
    snapshot = { ...snapshot, ...change }
    changes.tell()
  }
  const player = {
    snapshot: () => snapshot,
    subscribe: changes.add,
    onPace: paces.add,
    playsOpus: () => playsOpus,
    play: () => void calls.push('play'),
    replace: (playable: Playable) => {
      calls.push(playable.source.kind)
      set({ playable, phase: 'playing' })
    },
  } as unknown as Player
  return {
    keeper: new QualityKeeper(player),
    calls,
    set,
    wait: () => new Promise(setImmediate),
    hearPace: () => paces.tell(slowPace),
  }
}

const asked = vi.fn<() => Promise<Response>>(async () => new Response('index'))
vi.stubGlobal('fetch', asked)
afterEach(() => {
  asked.mockClear()
  vi.useRealTimers()
})

test('Opus takes the place of the original on a slow line', async () => {
  const { calls, wait, hearPace } = aPlayer(true)
  hearPace()
  await wait()
  expect(calls).toEqual(['opus'])
})

test('a browser that cannot play Opus is not interrupted for it, and the person is told once', async () => {
  const { calls, wait, hearPace } = aPlayer(false)
  for (let i = 0; i < 5; i++) {
    hearPace()
    await wait()
  }
  expect([calls, asked.mock.calls.length, shownToasts().length]).toEqual([[], 0, 1])
})

test('a no that only shows when it is opened is remembered', async () => {
  const { calls, set, wait, hearPace } = aPlayer(undefined)
  hearPace()
  await wait()
  set({ phase: 'failed', error: { kind: 'unsupported', detail: 'no Opus decoder' } })
  expect(calls).toEqual(['opus', 'flac', 'play'])
  vi.useFakeTimers({ now: 0, toFake: ['performance'] })
  vi.setSystemTime(0)
  vi.advanceTimersByTime(3_600_000)
  hearPace()
  await wait()
  expect([calls.length, asked.mock.calls.length]).toEqual([3, 1])
})
