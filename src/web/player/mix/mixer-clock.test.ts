import { describe, expect, test } from 'vitest'
import { Mixer } from './mixer.ts'
import { ownFrame, type SourcePlacement } from './source-placement.ts'
import type { ClockOrder, FrameLoop, MixerReport, MixerToFeeder, SupplyOrder } from '../player-messages.ts'

const RATE = 1000
const FADE = 6
const LENGTH = 6000

/** Sources 1 and 2, whose samples are their own frame numbers: positive of the first, negative of the second. */
class Beside {
  readonly reports: MixerReport[] = []
  readonly orders: SupplyOrder[] = []
  readonly mixer = new Mixer(RATE, {
    report: (report) => this.reports.push(report),
    ask: (message: MixerToFeeder) => {
      if (message.kind !== 'supply') return
      this.orders.push(message)
      this.#next.set(message.source, message.from)
    },
  })
  readonly #next = new Map<number, number>()
  #time = 0

  constructor(places: readonly SourcePlacement[], frame = 0, loop?: FrameLoop) {
    this.mixer.order({
      kind: 'load',
      sources: places.map((place, i) => ({ id: i + 1, ...place, gain: i === 0 ? 1 : 0 })),
      frame,
      jump: 1,
      ...(loop && { loop }),
    })
    this.serve()
    this.mixer.order({ kind: 'play' })
  }

  /** Answers the latest orders as the feeder does, up to two seconds ahead. */
  serve(frames = 100): void {
    for (let round = 0; round < 2000 / frames; round++)
      for (const source of [1, 2]) {
        const order = this.orders.findLast((one) => one.source === source)
        if (!order || (this.mixerQueued(source) ?? 0) > 2000) continue
        const start = this.#next.get(source) ?? 0
        const end = order.loop && start < order.loop.outFrame ? order.loop.outFrame : Infinity
        const count = Math.min(frames, end - start)
        const samples = Float32Array.from({ length: count }, (_, i) => {
          const own = ownFrame({ offset: 0, pieces: order.pieces }, start + i) ?? -1
          return own < 0 || own >= LENGTH ? 0 : (source === 1 ? 1 : -1) * own
        })
        this.mixer.accept({ kind: 'chunk', source, token: order.token, start, planes: [samples] })
        this.#next.set(source, start + count === order.loop?.outFrame ? order.loop.inFrame : start + count)
      }
  }

  mixerQueued(_source: number): number | undefined {
    return this.reports.at(-1)?.queued
  }

  render(frames: number): number[] {
    const heard: number[] = []
    for (let left = frames; left > 0; left -= 10) {
      const output = [new Float32Array(Math.min(10, left))]
      if (this.mixer.isJumpDue) this.mixer.jump(false)
      this.mixer.render(output, this.#time)
      this.#time += output[0]?.length ?? 0
      heard.push(...(output[0] ?? []))
    }
    return heard
  }

  turn(order: Omit<ClockOrder, 'kind' | 'gains'>): void {
    this.mixer.order({ kind: 'clock', gains: order.source === 0 ? [1, 0] : [0, 1], ...order })
  }
}

/** Of the first, frames 2000–2800 were cut out of the second. */
const cut = {
  onFirst: [
    { offset: 0 },
    {
      offset: 0,
      pieces: [
        { from: -Infinity, to: 2000, offset: 0 },
        { from: 2800, to: Infinity, offset: -800 },
      ],
    },
  ],
  onSecond: [
    {
      offset: 0,
      pieces: [
        { from: -Infinity, to: 2000, offset: 0 },
        { from: 2000, to: Infinity, offset: 800 },
      ],
    },
    { offset: 0 },
  ],
} satisfies Record<string, readonly SourcePlacement[]>

/** Whether samples follow each other without a gap: each one further by 1. */
function isUnbroken(heard: readonly number[]): boolean {
  return heard.every((sample, i) => i === 0 || Math.abs(sample) === Math.abs(heard[i - 1] ?? 0) + 1)
}

describe('at a seam', () => {
  test('the version that is heard has no gap, whichever it is', () => {
    const first = new Beside(cut.onFirst, 1900)
    first.render(50)
    expect(isUnbroken(first.render(1000))).toBe(true)

    const second = new Beside(cut.onFirst, 1000)
    second.render(100)
    second.turn({ source: 1, frame: 1100, places: cut.onSecond, jump: 2 })
    second.render(FADE)
    second.serve()
    const heard = second.render(1500)
    expect(heard[0]).toBe(-(1100 + FADE))
    expect(isUnbroken(heard)).toBe(true)
  })

  test('the other one is at its place of the music after it', () => {
    const desk = new Beside(cut.onFirst, 1000)
    desk.render(1000)
    desk.serve()
    desk.render(1000)
    // The first is at 3000, where the second is at 2200.
    desk.turn({ source: 1, frame: 2200, places: cut.onSecond, jump: 2 })
    desk.render(FADE)
    expect(desk.render(1)[0]).toBe(-(2200 + FADE))
    desk.serve()
    expect(desk.reports.at(-1)).toMatchObject({ jump: 2 })
    // And back.
    desk.render(93)
    desk.turn({ source: 0, frame: 3100, places: cut.onFirst, jump: 3 })
    desk.render(FADE)
    expect(desk.render(1)[0]).toBe(3100 + FADE)
  })
})

describe('a switch inside one part', () => {
  test('changes gains and numbers alone: no sample is asked for again where both agree throughout', () => {
    const desk = new Beside([{ offset: 0 }, { offset: 300 }], 1000)
    desk.render(100)
    const asked = desk.orders.length
    desk.turn({ source: 1, frame: 1400, places: [{ offset: -300 }, { offset: 0 }], jump: 2 })
    const fade = desk.render(FADE)
    expect(fade.at(0)).toBe(1100)
    expect(desk.render(1)[0]).toBe(-(1400 + FADE))
    expect(desk.orders).toHaveLength(asked)
    expect(desk.reports.at(-1)).toMatchObject({ jump: 2, state: 'playing' })
    // The next seek is in the new numbers.
    desk.mixer.order({ kind: 'seek', frame: 2000, jump: 3 })
    expect(desk.orders.slice(-2).map(({ from }) => from)).toEqual([1700, 2000])
  })

  test('is a linear cross-fade of 6 ms: what both have in common keeps its level', () => {
    const desk = new Beside([{ offset: 0 }, { offset: 0 }], 1000)
    desk.render(100)
    desk.turn({ source: 1, frame: 1100, places: [{ offset: 0 }, { offset: 0 }], jump: 2 })
    const fade = desk.render(FADE)
    // The second is the first upside down: its part is subtracted.
    expect(fade.map((sample, i) => sample / (1100 + i))).toEqual(
      [1, 2 / 3, 1 / 3, 0, -1 / 3, -2 / 3].map((level) => expect.closeTo(level, 5)),
    )
  })

  test('keeps a loop that lies in the part', () => {
    const loop = { inFrame: 1000, outFrame: 1500 }
    const desk = new Beside(cut.onFirst, 1000, loop)
    desk.render(200)
    desk.turn({ source: 1, frame: 1200, places: cut.onSecond, jump: 2, loop })
    desk.render(FADE)
    const heard = desk.render(600)
    expect(heard[0]).toBe(-(1200 + FADE))
    expect(heard[293]).toBe(-1499)
    expect(heard[294]).toBe(-1000)
  })
})

describe('a switch right before a seam', () => {
  test('is heard at once and has no gap when the samples behind the seam come', () => {
    const desk = new Beside(cut.onFirst, 1900)
    desk.render(50)
    desk.turn({ source: 1, frame: 1950, places: cut.onSecond, jump: 2 })
    expect(desk.render(10).at(-1)).toBe(-1959)
    desk.serve()
    const heard = desk.render(400)
    expect(heard.slice(20, 380).map(Math.round)).toEqual(Array.from({ length: 360 }, (_, i) => -(1980 + i)))
    expect(desk.reports.at(-1)).toMatchObject({ state: 'playing', jump: 2 })
  })
})

test('where the other one has nothing, the switch goes to the ordered place', () => {
  const desk = new Beside(cut.onFirst, 2300)
  desk.render(100)
  desk.turn({ source: 1, frame: 2000, places: cut.onSecond, jump: 2 })
  // The first plays on until the samples are here.
  expect(desk.render(10)[0]).toBe(2400)
  desk.serve()
  desk.render(FADE + 4)
  const heard = desk.render(100)
  expect(heard[0]).toBeLessThan(-1999)
  expect(heard[0]).toBeGreaterThan(-2020)
  expect(isUnbroken(heard)).toBe(true)
})

test('paused, the place is kept exactly', () => {
  const desk = new Beside(cut.onFirst, 3000)
  desk.render(100)
  desk.mixer.order({ kind: 'pause' })
  desk.render(20)
  const at = desk.reports.at(-1)?.frame ?? 0
  desk.turn({ source: 1, frame: at - 800, places: cut.onSecond, jump: 2 })
  desk.render(10)
  expect(desk.reports.at(-1)).toMatchObject({ state: 'paused', frame: at - 800, jump: 2 })
})
