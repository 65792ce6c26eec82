import { describe, expect, test } from 'vitest'
import { Mixer } from './mixer.ts'
import type { MixerReport, MixerToFeeder, SupplyOrder } from '../player-messages.ts'

const RATE = 1000
const FADE = 6

class Desk {
  readonly reports: MixerReport[] = []
  readonly orders: SupplyOrder[] = []
  readonly mixer = new Mixer(RATE, {
    report: (report) => this.reports.push(report),
    ask: (message: MixerToFeeder) => message.kind === 'supply' && this.orders.push(message),
  })
  #time = 0

  token(source: number): number {
    return this.orders.findLast((order) => order.source === source)?.token ?? 0
  }

  load(sources: readonly number[], frame = 0): void {
    this.mixer.order({ kind: 'load', sources: sources.map((id) => ({ id, offset: 0, gain: 1 })), frame, jump: 1 })
  }

  /** Gives a source samples of one value, from `start` on. */
  give(source: number, start: number, frames: number, value = 1): void {
    this.mixer.accept({
      kind: 'chunk',
      source,
      token: this.token(source),
      start,
      planes: [new Float32Array(frames).fill(value), new Float32Array(frames).fill(-value)],
    })
  }

  /** Samples whose values are their frame numbers. */
  giveCount(source: number, start: number, frames: number): void {
    this.mixer.accept({
      kind: 'chunk',
      source,
      token: this.token(source),
      start,
      planes: [Float32Array.from({ length: frames }, (_, i) => start + i)],
    })
  }

  finish(source: number): void {
    this.mixer.accept({ kind: 'end', source, token: this.token(source) })
  }

  render(frames: number): number[] {
    const output = [new Float32Array(frames), new Float32Array(frames)]
    if (this.mixer.isJumpDue) this.mixer.jump(false)
    this.mixer.render(output, this.#time)
    this.#time += frames
    return [...(output[0] ?? [])]
  }
}

function playing(frame = 0): Desk {
  const desk = new Desk()
  desk.load([1], frame)
  desk.give(1, frame, 600)
  desk.mixer.order({ kind: 'play' })
  return desk
}

test('from the very beginning the first sample is at full level', () => {
  expect(playing(0).render(10)).toEqual(Array(10).fill(1))
})

test('from anywhere else the sound rises within the fade and then passes untouched', () => {
  const heard = playing(50).render(10)
  expect(heard.slice(0, FADE)).toEqual([1, 2, 3, 4, 5, 6].map((step) => Math.fround(step / FADE)))
  expect(heard.slice(FADE)).toEqual([1, 1, 1, 1])
})

test('a pause falls to silence and keeps its place', () => {
  const desk = playing()
  desk.render(10)
  desk.mixer.order({ kind: 'pause' })
  const heard = desk.render(10)
  expect(heard.slice(FADE)).toEqual([0, 0, 0, 0])
  expect(heard.slice(0, FADE).every((sample, i) => sample < (heard[i - 1] ?? 1.01))).toBe(true)
  expect(desk.reports.at(-1)).toMatchObject({ state: 'paused', frame: 10 + FADE })
})

test('play during the fall of a pause turns it round', () => {
  const desk = playing()
  desk.render(10)
  desk.mixer.order({ kind: 'pause' })
  desk.render(3)
  desk.mixer.order({ kind: 'play' })
  const heard = desk.render(10)
  expect(heard.every((sample) => sample > 0.4)).toBe(true)
  expect(heard.at(-1)).toBe(1)
})

test('too little is no reason to start, nor silence a reason to give up', () => {
  const desk = new Desk()
  desk.load([1], 0)
  desk.mixer.order({ kind: 'play' })
  desk.give(1, 0, 50)
  expect(desk.render(10)).toEqual(Array(10).fill(0))
  expect(desk.reports.at(-1)?.state).toBe('waiting')
  desk.give(1, 50, 100)
  expect(desk.render(10)).toEqual(Array(10).fill(1))
})

test('running dry is faded, loses nothing, and needs more than a trickle to go on', () => {
  const desk = new Desk()
  desk.load([1], 0)
  desk.give(1, 0, 200)
  desk.mixer.order({ kind: 'play' })
  const heard = Array.from({ length: 25 }, () => desk.render(10)).flat()
  const stopped = desk.reports.at(-1)
  expect(stopped?.state).toBe('waiting')
  expect(heard[(stopped?.frame ?? 0) - 1]).toBeLessThan(0.2)
  desk.give(1, 200, 300)
  expect(desk.render(10)).toEqual(Array(10).fill(0))
  desk.give(1, 500, 600)
  expect(desk.render(10).at(-1)).toBe(1)
  expect(desk.reports.findLast(({ state }) => state === 'playing')?.frame).toBe((stopped?.frame ?? 0) + 10)
  expect([desk.reports[0]?.ranDry, stopped?.ranDry, desk.reports.at(-1)?.ranDry]).toEqual([0, 1, 1])
})

test('the end is heard to the last sample and then told', () => {
  const desk = new Desk()
  desk.load([1], 0)
  desk.give(1, 0, 25)
  desk.finish(1)
  desk.mixer.order({ kind: 'play' })
  const heard = [...desk.render(10), ...desk.render(10), ...desk.render(10)]
  expect(heard).toEqual([...Array(25).fill(1), ...Array(5).fill(0)])
  expect(desk.reports.at(-1)).toMatchObject({ state: 'ended', frame: 25 })
})

describe('a seek while it plays', () => {
  function seeking(): Desk {
    const desk = new Desk()
    desk.load([1], 0)
    desk.giveCount(1, 0, 900)
    desk.mixer.order({ kind: 'play' })
    desk.render(10)
    desk.mixer.order({ kind: 'seek', frame: 2000, jump: 2 })
    return desk
  }
  const countUp = (from: number, frames: number) => Array.from({ length: frames }, (_, i) => from + i)

  test('asks for the new place at once, and the old one is heard on until that is here', () => {
    const desk = seeking()
    expect(desk.orders.at(-1)).toMatchObject({ from: 2000, queued: 0 })
    expect(desk.render(40)).toEqual(countUp(10, 40))
    expect(desk.reports.at(-1)?.jump).toBe(1)
  })

  test('is a cross-fade: the asked frame is its first, and not a sample of either place is lost', () => {
    const desk = seeking()
    desk.render(40)
    desk.giveCount(1, 2000, 500)
    const heard = desk.render(20)
    for (const [i, sample] of heard.entries()) {
      const weight = Math.min(1, (i + 1) / FADE)
      expect(sample).toBeCloseTo((2000 + i) * weight + (50 + i) * (1 - weight), 2)
    }
    expect(heard.slice(FADE)).toEqual(countUp(2000 + FADE, 20 - FADE))
    expect(desk.reports.at(-1)).toMatchObject({ state: 'playing', frame: 2020, jump: 2, ranDry: 0 })
  })

  test('forgets samples meant for the old place', () => {
    const desk = playing()
    const before = desk.token(1)
    desk.mixer.order({ kind: 'seek', frame: 300, jump: 2 })
    desk.mixer.accept({ kind: 'chunk', source: 1, token: before, start: 600, planes: [new Float32Array(400).fill(9)] })
    desk.give(1, 300, 400, 0.5)
    expect(desk.render(20).slice(FADE)).toEqual(Array(14).fill(0.5))
  })

  test('falls silent where the new place takes long, and begins it by itself', () => {
    const desk = seeking()
    expect(desk.render(200)).toEqual(countUp(10, 200))
    expect(desk.render(20).slice(FADE)).toEqual(Array(14).fill(0))
    expect(desk.reports.at(-1)).toMatchObject({ state: 'waiting', frame: 2000, jump: 2 })
    desk.giveCount(1, 2000, 500)
    expect(desk.render(20).slice(FADE)).toEqual(countUp(2000 + FADE, 14))
  })

  test('gives way to the next one, which must not wait anew', () => {
    const desk = seeking()
    desk.render(150)
    desk.mixer.order({ kind: 'seek', frame: 3000, jump: 3 })
    desk.render(50)
    expect(desk.render(20).at(-1)).toBe(0)
    desk.giveCount(1, 3000, 500)
    expect(desk.render(20).slice(FADE)).toEqual(countUp(3000 + FADE, 14))
    expect(desk.reports.at(-1)?.jump).toBe(3)
  })

  test('is where a pause in the meantime comes to rest', () => {
    const desk = seeking()
    desk.mixer.order({ kind: 'pause' })
    desk.render(20)
    expect(desk.reports.at(-1)).toMatchObject({ state: 'paused', frame: 2000, jump: 2 })
  })

  test('is not lost when the old place ends before', () => {
    const desk = new Desk()
    desk.load([1], 0)
    desk.giveCount(1, 0, 100)
    desk.finish(1)
    desk.mixer.order({ kind: 'play' })
    desk.render(90)
    desk.mixer.order({ kind: 'seek', frame: 20, jump: 2 })
    desk.render(50)
    expect(desk.reports.at(-1)).toMatchObject({ state: 'waiting', jump: 2 })
    desk.giveCount(1, 20, 80)
    desk.finish(1)
    expect(desk.render(20).slice(FADE)).toEqual(countUp(20 + FADE, 14))
  })

  test('leaves out a fade by request, where another has it', () => {
    const desk = seeking()
    desk.giveCount(1, 2000, 500)
    desk.mixer.jump(true)
    expect(desk.render(20)).toEqual(countUp(2000, 20))
  })
})

test('a loop set ahead of the playhead cuts the queue at its end and orders the rest', () => {
  const desk = playing()
  desk.render(10)
  desk.mixer.order({ kind: 'loop', loop: { inFrame: 5, outFrame: 100 } })
  expect(desk.orders.at(-1)).toMatchObject({ from: 100, loop: { inFrame: 5, outFrame: 100 }, queued: 90 })
})

test('a loop that is already over is entered at its beginning', () => {
  const desk = playing()
  desk.render(200)
  desk.mixer.order({ kind: 'loop', loop: { inFrame: 5, outFrame: 100 } })
  desk.render(10)
  expect(desk.orders.at(-1)).toMatchObject({ from: 5, queued: 0 })
})

describe('the next piece of an album', () => {
  function album(): Desk {
    const desk = new Desk()
    desk.load([1], 0)
    desk.give(1, 0, 25, 0.5)
    desk.finish(1)
    desk.mixer.order({ kind: 'next', source: 2, jump: 9 })
    desk.mixer.order({ kind: 'play' })
    return desk
  }

  test('follows without a gap, sample after sample', () => {
    const desk = album()
    desk.give(2, 0, 500, 0.25)
    expect(desk.render(40)).toEqual([...Array(25).fill(0.5), ...Array(15).fill(0.25)])
    expect(desk.reports.at(-1)).toMatchObject({ state: 'playing', frame: 15, jump: 9 })
  })

  test('lets the first one end when it did not arrive in time', () => {
    const desk = album()
    expect(desk.render(40)).toEqual([...Array(25).fill(0.5), ...Array(15).fill(0)])
    expect(desk.reports.at(-1)).toMatchObject({ state: 'ended', jump: 1 })
  })

  test('does not follow once it was taken back', () => {
    const desk = album()
    desk.give(2, 0, 500, 0.25)
    desk.mixer.order({ kind: 'next', jump: 10 })
    expect(desk.render(40).at(-1)).toBe(0)
  })

  test('is supplied again after a seek in it', () => {
    const desk = album()
    desk.give(2, 0, 500, 0.25)
    desk.render(40)
    desk.mixer.order({ kind: 'seek', frame: 100, jump: 11 })
    desk.render(10)
    expect(desk.orders.at(-1)).toMatchObject({ source: 2, from: 100 })
  })
})

describe('two sources', () => {
  function pair(): Desk {
    const desk = new Desk()
    desk.load([1, 2], 0)
    desk.give(1, 0, 300, 0.5)
    desk.give(2, 0, 300, 0.25)
    desk.mixer.order({ kind: 'play' })
    return desk
  }

  test('are summed sample for sample', () => {
    expect(pair().render(10)).toEqual(Array(10).fill(0.75))
  })

  test('stay together: one that has nothing yet holds the other', () => {
    const desk = new Desk()
    desk.load([1, 2], 0)
    desk.give(1, 0, 300)
    desk.mixer.order({ kind: 'play' })
    expect(desk.render(10)).toEqual(Array(10).fill(0))
  })

  test('are switched by gain without moving', () => {
    const desk = pair()
    desk.render(10)
    desk.mixer.order({ kind: 'mix', gains: [0, 1] })
    expect(desk.render(20).at(-1)).toBe(0.25)
    expect(desk.reports.length).toBeGreaterThan(0)
  })

  test('cross-fade from one sample on, so that what both have in common stays as loud', () => {
    const desk = new Desk()
    desk.mixer.order({
      kind: 'load',
      sources: [
        { id: 1, offset: 0, gain: 1 },
        { id: 2, offset: 0, gain: 0 },
      ],
      frame: 0,
      jump: 1,
    })
    desk.give(1, 0, 300, 0.5)
    desk.give(2, 0, 300, 0.5)
    desk.mixer.order({ kind: 'play' })
    desk.render(10)
    desk.mixer.order({ kind: 'mix', gains: [0, 1] })
    for (const sample of desk.render(20)) expect(sample).toBeCloseTo(0.5, 6)
  })

  test('of equal samples at opposite gains leave exactly nothing', () => {
    const desk = new Desk()
    desk.mixer.order({
      kind: 'load',
      sources: [
        { id: 1, offset: 0, gain: 0.87 },
        { id: 2, offset: 0, gain: -0.87 },
      ],
      frame: 0,
      jump: 1,
    })
    desk.give(1, 0, 300, 0.123_456_7)
    desk.give(2, 0, 300, 0.123_456_7)
    desk.mixer.order({ kind: 'play' })
    expect(desk.render(50)).toEqual(Array(50).fill(0))
  })

  test('are supplied from where each has the asked moment, loops too', () => {
    const desk = new Desk()
    const loop = { inFrame: 40, outFrame: 90 }
    desk.mixer.order({
      kind: 'load',
      sources: [
        { id: 1, offset: 0, gain: 1 },
        { id: 2, offset: -60, gain: 0 },
      ],
      frame: 50,
      jump: 1,
      loop,
    })
    expect(desk.orders).toMatchObject([
      { source: 1, from: 50, loop },
      { source: 2, from: -10, loop: { inFrame: -20, outFrame: 30 } },
    ])
  })

  test('are moved against each other where they stand, and time goes on', () => {
    const desk = new Desk()
    desk.mixer.order({
      kind: 'load',
      sources: [
        { id: 1, offset: 0, gain: 1 },
        { id: 2, offset: 0, gain: 0 },
      ],
      frame: 0,
      jump: 1,
    })
    desk.giveCount(1, 0, 300)
    desk.giveCount(2, 0, 300)
    desk.mixer.order({ kind: 'play' })
    desk.render(20)
    desk.mixer.order({ kind: 'align', places: [{ offset: 0 }, { offset: 7 }], jump: 2 })
    expect(desk.orders.slice(-2)).toMatchObject([
      { source: 1, from: 20 },
      { source: 2, from: 27 },
    ])
    desk.render(30)
    desk.giveCount(1, 20, 300)
    desk.giveCount(2, 27, 300)
    // The first source has not moved: no cross-fade is audible in it.
    for (const [i, sample] of desk.render(20).entries()) expect(sample).toBeCloseTo(50 + i, 3)
    desk.mixer.order({ kind: 'mix', gains: [0, 1] })
    expect(desk.render(20).at(-1)).toBe(70 + 19 + 7)
  })

  test('tell how loud each of them is, heard or not', () => {
    const desk = pair()
    desk.mixer.order({ kind: 'mix', gains: [1, 0] })
    desk.render(10)
    expect(desk.reports.findLast(({ state }) => state === 'playing')?.peaks).toEqual([0.5, 0.25])
  })

  test('end with the longer one', () => {
    const desk = new Desk()
    desk.load([1, 2], 0)
    desk.give(1, 0, 15, 0.5)
    desk.give(2, 0, 25, 0.25)
    desk.finish(1)
    desk.finish(2)
    desk.mixer.order({ kind: 'play' })
    expect(desk.render(30)).toEqual([...Array(15).fill(0.75), ...Array(10).fill(0.25), ...Array(5).fill(0)])
  })
})

describe('a place at a moment', () => {
  const anchored = (frame: number, at: number, from = 100, loop?: { inFrame: number; outFrame: number }) => {
    const desk = new Desk()
    desk.mixer.order({
      kind: 'load',
      sources: [{ id: 1, offset: 0, gain: 1 }],
      frame: from,
      jump: 1,
      ...(loop && { loop }),
    })
    desk.giveCount(1, from, 400)
    desk.mixer.order({ kind: 'play' })
    desk.mixer.order({ kind: 'anchor', frame, at, speed: 1 })
    return desk
  }

  test('is held back until then, to the frame', () => {
    const heard = anchored(100, 37).render(60)
    expect(heard.slice(0, 37)).toEqual(Array(37).fill(0))
    expect(heard[37]).not.toBe(0)
    expect(heard.slice(37 + FADE)).toEqual(Array.from({ length: 60 - 37 - FADE }, (_, i) => 100 + FADE + i))
  })

  test('leaves out what has passed', () => {
    expect(anchored(180, 50).render(20).slice(FADE)).toEqual(
      Array.from({ length: 20 - FADE }, (_, i) => 130 + FADE + i),
    )
  })

  test('is found while it plays: a fade, the right sample, a fade', () => {
    const desk = anchored(100, 0)
    desk.render(50)
    desk.mixer.order({ kind: 'anchor', frame: 200, at: 80, speed: 1 })
    expect(desk.render(100).slice(40)).toEqual(Array.from({ length: 60 }, (_, i) => 210 + i))
    desk.mixer.order({ kind: 'anchor', frame: 240, at: 155, speed: 1 })
    const heard = desk.render(60)
    expect(heard.slice(FADE, 41)).toEqual(Array(41 - FADE).fill(0))
    expect(heard.slice(41 + FADE)).toEqual(Array.from({ length: 60 - 41 - FADE }, (_, i) => 282 + i))
  })

  test('waits for samples that are on their way, and is in step when they come', () => {
    const desk = new Desk()
    desk.load([1], 100)
    desk.mixer.order({ kind: 'play' })
    desk.mixer.order({ kind: 'anchor', frame: 100, at: 0, speed: 1 })
    desk.giveCount(1, 100, 60)
    expect(desk.render(50)).toEqual(Array(50).fill(0))
    desk.giveCount(1, 160, 300)
    expect(desk.render(20).slice(FADE)).toEqual(Array.from({ length: 20 - FADE }, (_, i) => 150 + FADE + i))
  })

  test('that is over already does not keep the rest from being heard', () => {
    const desk = anchored(100, 0)
    desk.finish(1)
    desk.mixer.order({ kind: 'anchor', frame: 9000, at: 0, speed: 1 })
    expect(desk.render(20).at(-1)).toBe(119)
  })

  test('in a loop is reached the shorter way', () => {
    const desk = anchored(105, 0, 195, { inFrame: 100, outFrame: 200 })
    expect(desk.render(20).slice(FADE)).toEqual(Array.from({ length: 20 - FADE }, (_, i) => 205 + FADE + i))
  })
})

describe('mono', () => {
  const surround = () => Array.from({ length: 6 }, () => new Float32Array(10))
  const heard = (desk: Desk) => {
    const output = surround()
    desk.mixer.render(output, 0)
    return output.map((plane) => plane[5])
  }

  test('is heard on both sides, also where a comparison has more loudspeakers', () => {
    const desk = new Desk()
    desk.load([1])
    desk.giveCount(1, 0, 600)
    desk.mixer.order({ kind: 'play' })
    expect(heard(desk)).toEqual([5, 5, 0, 0, 0, 0])
    expect(desk.mixer.isMono).toBe(true)
  })

  test('is what is heard, not what is there', () => {
    const desk = new Desk()
    desk.load([1, 2])
    desk.giveCount(1, 0, 600)
    desk.give(2, 0, 600)
    desk.mixer.order({ kind: 'mix', gains: [1, 0] })
    desk.mixer.order({ kind: 'play' })
    desk.render(10)
    expect(desk.mixer.isMono).toBe(true)
    desk.mixer.order({ kind: 'mix', gains: [0, 1] })
    desk.render(FADE)
    expect(desk.mixer.isMono).toBe(false)
    desk.render(10)
    expect(desk.mixer.isMono).toBe(false)
  })
})
