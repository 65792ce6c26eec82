import { describe, expect, test } from 'vitest'
import { Mixer } from './mixer.ts'
import type { MeterReading } from './level-meter.ts'
import { PLAIN_MONITORING } from './monitoring.ts'
import { OutputChain } from './output-chain.ts'
import type { MixerReport } from '../player-messages.ts'

const RATE = 8000
const BLOCK = 128

class Desk {
  readonly reports: MixerReport[] = []
  readonly readings: (MeterReading | null)[] = []
  readonly chain: OutputChain
  readonly #mixer: Mixer
  readonly #sound: (frame: number) => number
  readonly #isMono: boolean
  #time = 0
  #token = 0

  constructor(sound: (frame: number) => number, { seconds = 20, isMono = false } = {}) {
    this.#sound = sound
    this.#isMono = isMono
    this.#mixer = new Mixer(RATE, {
      report: (report) => this.chain.hearMixer(report),
      ask: (message) => message.kind === 'supply' && (this.#token = message.token),
    })
    this.chain = new OutputChain(
      this.#mixer,
      2,
      RATE,
      (message) => void (message.kind === 'reading' ? this.readings.push(message.reading) : this.reports.push(message)),
    )
    this.#mixer.order({ kind: 'load', sources: [{ id: 1, offset: 0, gain: 1 }], frame: 0, jump: 1 })
    this.give(0, seconds)
    this.#mixer.order({ kind: 'play' })
  }

  give(start: number, seconds: number): void {
    const plane = Float32Array.from({ length: RATE * seconds }, (_, i) => this.#sound(start + i))
    this.#mixer.accept({
      kind: 'chunk',
      source: 1,
      token: this.#token,
      start,
      planes: this.#isMono ? [plane] : [plane, plane.map((sample) => sample / 2)],
    })
  }

  seek(frame: number): void {
    this.#mixer.order({ kind: 'seek', frame, jump: 2 })
  }

  pause(): void {
    this.#mixer.order({ kind: 'pause' })
  }

  hear(blocks: number): number[] {
    const heard: number[] = []
    for (let i = 0; i < blocks; i++) {
      const output = [new Float32Array(BLOCK), new Float32Array(BLOCK)]
      this.chain.render(output, this.#time)
      this.#time += BLOCK
      heard.push(...(output[0] ?? []))
    }
    return heard
  }
}

const ramp = (frame: number): number => Math.fround((frame % 4000) / 8000)

test('at full volume, speed 1 and in stereo every sample passes', () => {
  const desk = new Desk(ramp)
  expect(desk.hear(20)).toEqual(Array.from({ length: 20 * BLOCK }, (_, i) => ramp(i)))
})

test('a change of volume is no step, and dim lowers it by 20 dB more', () => {
  const desk = new Desk(() => 1)
  desk.hear(1)
  desk.chain.order({ kind: 'master', gain: 0.5 })
  const heard = desk.hear(4)
  expect(Math.max(...heard.map((sample, i) => Math.abs(sample - (heard[i - 1] ?? 1))))).toBeLessThan(0.02)
  expect(heard.at(-1)).toBe(0.5)
  desk.chain.order({ kind: 'monitoring', monitoring: { ...PLAIN_MONITORING, isDimmed: true }, hasRest: true })
  expect(desk.hear(4).at(-1)).toBeCloseTo(0.05, 6)
})

test('the meter measures the recording, whatever volume and sides one listens at', () => {
  const desk = new Desk((frame) => 0.5 * Math.sin(frame))
  desk.chain.order({ kind: 'meter', isOn: true, clear: false })
  desk.chain.order({ kind: 'master', gain: 0.01 })
  desk.chain.order({
    kind: 'monitoring',
    monitoring: { mode: 'side', isDimmed: true, foldsDown: false, solo: null },
    hasRest: true,
  })
  desk.hear(200)
  expect(desk.readings.at(-1)?.truePeakMax).toBeCloseTo(-6, 0)
})

test('a mono file is measured as one channel, though both sides play it', () => {
  const level = 10 ** (-23 / 20)
  const desk = new Desk((frame) => level * Math.sin((2 * Math.PI * 1000 * frame) / RATE), { isMono: true })
  desk.chain.order({ kind: 'meter', isOn: true, clear: false })
  desk.chain.order({
    kind: 'monitoring',
    monitoring: { mode: 'left', isDimmed: false, foldsDown: false, solo: null },
    hasRest: true,
  })
  desk.hear((4 * RATE) / BLOCK)
  expect(Math.abs((desk.readings.at(-1)?.shortTerm ?? 0) + 26.01)).toBeLessThan(0.1)
})

test('readings come thirty times a second, and tell when nothing sounds', () => {
  const desk = new Desk(() => 0.1)
  desk.chain.order({ kind: 'meter', isOn: true, clear: false })
  desk.hear(RATE / BLOCK)
  expect(desk.readings.length).toBeGreaterThan(18)
  expect(desk.readings.length).toBeLessThan(32)
  desk.pause()
  desk.hear(20)
  expect(desk.readings.at(-1)).toBeNull()
})

test('at half speed the reports follow what is heard, not what was fetched', () => {
  const desk = new Desk((frame) => Math.sin(frame / 7))
  desk.chain.order({ kind: 'speed', speed: 0.5 })
  desk.hear(500)
  const { frame = 0, time = 0, speed } = desk.reports.at(-1) ?? {}
  expect(speed).toBe(0.5)
  expect(Math.abs(frame - time * RATE * 0.5)).toBeLessThan(BLOCK)
})

describe.each([0.5, 0.75, 1, 1.5, 2])('a seek at speed %d', (speed) => {
  const HIGH = 320
  const FADE = 0.006 * RATE
  /** Low before frame 40,000, high after it. */
  const twoTones = (frame: number): number =>
    0.5 * Math.sin((2 * Math.PI * (frame < 40_000 ? 80 : HIGH) * frame) / RATE)

  /** What plays after this many blocks of the low tone. */
  function sought(blocks = 40): { readonly desk: Desk; readonly last: number; readonly heard: readonly number[] } {
    const desk = new Desk(twoTones, { seconds: 4 })
    desk.chain.order({ kind: 'speed', speed })
    const last = desk.hear(blocks).at(-1) ?? 0
    desk.seek(50_000)
    desk.give(50_000, 4)
    return { desk, last, heard: desk.hear(40) }
  }

  test('is heard at once: of the old place nothing but a fade of 6 ms', () => {
    const { heard } = sought()
    // What is left of the low tone after subtracting the high one: the mean over one period of the high tone.
    const period = RATE / HIGH
    const low = heard
      .slice(0, -period)
      .map((_, i) => Math.abs(heard.slice(i, i + period).reduce((sum, sample) => sum + sample, 0) / period))
    expect(Math.max(...low.slice(FADE))).toBeLessThan(0.02)
    expect(Math.max(...heard.slice(FADE).map(Math.abs))).toBeGreaterThan(0.45)
  })

  test('is neither a step nor a gap, whatever moment it falls on', () => {
    const steepest = (0.5 * 2 * Math.PI * HIGH) / RATE
    for (let blocks = 30; blocks < 38; blocks++) {
      const { last, heard } = sought(blocks)
      expect(Math.max(...heard.map((sample, i) => Math.abs(sample - (heard[i - 1] ?? last))))).toBeLessThan(
        steepest * 1.1,
      )
      for (let at = FADE; at + 25 <= heard.length; at += 25)
        expect(Math.max(...heard.slice(at, at + 25).map(Math.abs))).toBeGreaterThan(0.4)
    }
  })

  test('is told where it is heard', () => {
    const { desk } = sought()
    desk.hear(40)
    const { frame = 0, time = 0, jump } = desk.reports.at(-1) ?? {}
    expect(jump).toBe(2)
    expect(Math.abs(frame - 50_000 - (time * RATE - 40 * BLOCK) * speed)).toBeLessThan(BLOCK)
  })
})
