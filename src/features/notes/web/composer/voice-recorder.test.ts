import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { recordVoice } from './voice-recorder.ts'

/** A browser with a microphone that can be disconnected. */
const track = { stop: vi.fn<() => void>() }
const close = vi.fn<() => Promise<void>>(() => Promise.resolve())
let peak = 0
let now = 0
let recorders: FakeRecorder[] = []

class FakeRecorder {
  static isTypeSupported = () => true
  readonly mimeType = 'audio/webm'
  state = 'inactive'
  ondataavailable: (event: { data: Blob }) => void = () => undefined
  onstop = () => undefined
  constructor() {
    recorders.push(this)
  }
  start() {
    this.state = 'recording'
  }
  piece(words: string) {
    this.ondataavailable({ data: new Blob([words]) })
  }
  /** Simulates the recorder's stop after its last track has ended. */
  stop() {
    this.state = 'inactive'
    queueMicrotask(() => {
      this.piece('last')
      this.onstop()
    })
  }
}

beforeEach(() => {
  vi.clearAllMocks()
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  vi.stubGlobal('MediaRecorder', FakeRecorder)
  vi.stubGlobal('navigator', { mediaDevices: { getUserMedia: async () => ({ getTracks: () => [track] }) } })
  vi.stubGlobal(
    'AnalyserNode',
    class {
      readonly fftSize = 8
      getFloatTimeDomainData = (samples: Float32Array) => samples.fill(peak)
    },
  )
  vi.stubGlobal(
    'AudioContext',
    class {
      createMediaStreamSource = () => ({ connect: () => undefined })
      close = close
    },
  )
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  recorders = []
})

test('what was spoken before the microphone went away is there to be finished, and nothing goes on', async () => {
  const recording = await recordVoice()
  const [recorder] = recorders
  recorder?.piece('first ')
  now += 3000
  recorder?.stop()
  await recording.stopped
  expect([track.stop.mock.calls.length, close.mock.calls.length, vi.getTimerCount()]).toEqual([1, 1, 0])
  now += 60_000
  const { file, seconds } = await recording.finish()
  expect([await file.text(), seconds, recording.now().seconds]).toEqual(['first last', 3, 3])
})

test('finished or dropped, the microphone is let go once', async () => {
  for (const way of ['finish', 'drop'] as const) {
    vi.clearAllMocks()
    const recording = await recordVoice()
    await recording[way]()
    await recording.stopped
    expect([track.stop.mock.calls.length, close.mock.calls.length, vi.getTimerCount()]).toEqual([1, 1, 0])
  }
})

test('a browser that will not record lets go of the microphone it was given', async () => {
  vi.stubGlobal(
    'MediaRecorder',
    class extends FakeRecorder {
      override start = () => {
        throw new Error('NotSupportedError')
      }
    },
  )
  await expect(recordVoice()).rejects.toThrow('NotSupportedError')
  expect(track.stop).toHaveBeenCalled()
})

test('the picture keeps the pace of the sound while nobody sees the page', async () => {
  const recording = await recordVoice()
  const look = (times: number, everyMs: number) => {
    for (let i = 0; i < times; i += 1) {
      now += everyMs
      vi.advanceTimersByTime(50)
    }
  }
  peak = 1
  look(100, 50)
  peak = 0
  look(5, 1000)
  const { levels } = await recording.finish()
  expect(levels.filter((level) => level > 0).length / levels.length).toBeCloseTo(0.5, 1)
})
