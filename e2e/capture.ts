import type { BrowserContext, Page } from 'playwright-core'

/** What a page sent to the sound device, one entry per audio context, in order of creation. */
export interface CapturedSound {
  readonly sampleRate: number
  /** planes[channel][frame], frame 0 being the context's first that was recorded. */
  readonly planes: readonly Float32Array[]
}

/** What a busy machine did to the sound of a page so far, in all of its contexts. */
export interface Disturbance {
  /** How often the player's buffer ran empty: it says so itself. */
  readonly ranDry: number
  /** Render quanta that the recorder was not asked to process. */
  readonly missed: number
}

/**
 * The recorder as a script. A test server that serves it may keep its content policy. It counts the quanta itself:
 * Chromium leaves `currentFrame` where it was for a quantum in which the page holds the lock of the audio graph, so
 * that a block labelled by it would cover the one before. Only a frame that runs ahead of the count, later than the
 * first moments, tells of a quantum that was missed.
 */
export const RECORDER_SCRIPT = `
const QUANTUM = 128
const QUANTA_A_MESSAGE = 8
const SETTLING_QUANTA = 64
registerProcessor('sound-recorder', class extends AudioWorkletProcessor {
  blocks = []
  quanta = 0
  missed = 0
  ahead = 0
  constructor() {
    super()
    this.port.onmessage = ({ data }) => {
      this.send()
      this.port.postMessage({ kind: 'settled', id: data, frame: this.quanta * QUANTUM })
    }
  }
  process([input]) {
    const planes = input.length > 0
      ? input.map((plane) => plane.slice())
      : [new Float32Array(QUANTUM), new Float32Array(QUANTUM)]
    this.first ??= currentFrame
    const ahead = (currentFrame - this.first) / QUANTUM - this.quanta
    if (ahead > this.ahead) {
      if (this.quanta > SETTLING_QUANTA) this.missed += ahead - this.ahead
      this.ahead = ahead
    }
    this.blocks.push({ frame: this.quanta * QUANTUM, planes })
    this.quanta += 1
    if (this.blocks.length === QUANTA_A_MESSAGE) this.send()
    return true
  }
  send() {
    const blocks = this.blocks
    this.blocks = []
    const buffers = blocks.flatMap(({ planes }) => planes.map((plane) => plane.buffer))
    this.port.postMessage({ kind: 'blocks', blocks, missed: this.missed, startsAt: this.first }, buffers)
  }
})`

interface Recording {
  readonly sampleRate: number
  /** The context's frame at which frame 0 of the recording was rendered. */
  startsAt: number
  blocks: { readonly frame: number; readonly planes: Float32Array[] }[]
  missed: number
  ranDry: number
  /** Resolves with the number of frames rendered so far, when all of them are in `blocks`. */
  settle(): Promise<number>
}

declare const capturedRecordings: Map<BaseAudioContext, Recording>

/**
 * In a page that is recorded: how many frames its newest context has rendered, with every order given before in effect.
 */
export type RenderedFrames = () => Promise<number>

/**
 * Record everything that pages of this context connect to a destination, sample for sample and without changing
 * it. Call before the page opens. Give the address where the page's own origin serves `RECORDER_SCRIPT`; without
 * one the recorder is a blob, for which the context needs `bypassCSP: true` (Playwright cannot answer requests for
 * worklets).
 */
export async function captureSound(context: BrowserContext, recorderPath?: string): Promise<void> {
  await context.addInitScript(recordInPage, [recorderPath, RECORDER_SCRIPT] as const)
}

/** Runs in the page, before it makes an audio context. */
export function recordInPage([recorderPath, script]: readonly [string | undefined, string]): void {
  const GONE_MS = 1000
  if ('capturedRecordings' in globalThis) return
  const recordings = new Map<BaseAudioContext, Recording>()
  const renderedFrames: RenderedFrames = async () => (await [...recordings.values()].at(-1)?.settle()) ?? 0
  Object.assign(globalThis, { capturedRecordings: recordings, renderedFrames })
  const addModule = AudioWorklet.prototype.addModule
  AudioWorklet.prototype.addModule = async function (...wanted: Parameters<typeof addModule>) {
    await addModule.call(this, recorderPath ?? URL.createObjectURL(new Blob([script], { type: 'text/javascript' })))
    await addModule.apply(this, wanted)
  }
  const connect = AudioNode.prototype.connect
  AudioNode.prototype.connect = function (this: AudioNode, ...target: unknown[]) {
    if (target[0] instanceof AudioDestinationNode) {
      const recorder = new AudioWorkletNode(this.context, 'sound-recorder', {
        channelCount: this.channelCount,
        channelCountMode: 'max',
        channelInterpretation: 'discrete',
      })
      recordings.set(this.context, record(recorder, this))
      Reflect.apply(connect, this, [recorder])
      // A node that leads nowhere may not be run; this one adds nothing but silence.
      Reflect.apply(connect, recorder, [this.context.destination])
    }
    return Reflect.apply(connect, this, target)
  } as typeof connect

  function record(recorder: AudioWorkletNode, source: AudioNode): Recording {
    const waiting = new Map<number, (frame: number) => void>()
    let [asked, frames] = [0, 0]
    const recording: Recording = {
      sampleRate: recorder.context.sampleRate,
      startsAt: 0,
      blocks: [],
      missed: 0,
      ranDry: 0,
      settle: () =>
        new Promise((resolve) => {
          asked += 1
          waiting.set(asked, resolve)
          recorder.port.postMessage(asked)
          // The thread of a closed context answers nothing; all it had to say is here.
          setTimeout(() => resolve(frames), recorder.context.state === 'closed' ? 0 : GONE_MS)
        }),
    }
    recorder.port.onmessage = ({ data }) => {
      if (data.kind === 'blocks') {
        recording.blocks.push(...data.blocks)
        recording.missed = data.missed
        recording.startsAt = data.startsAt ?? 0
        return
      }
      frames = data.frame
      waiting.get(data.id)?.(data.frame)
      waiting.delete(data.id)
    }
    // The player's own node tells how often it ran dry.
    if (source instanceof AudioWorkletNode)
      source.port.addEventListener(
        'message',
        ({ data }) => void (data.kind === 'report' && (recording.ranDry = data.ranDry)),
      )
    return recording
  }
}

/** A page, of whatever engine. */
export type Evaluating = Pick<Page, 'evaluate'>

/** Everything recorded since the page opened or since `forgetSound`. */
export async function capturedSound(page: Evaluating): Promise<readonly CapturedSound[]> {
  const recordings = await page.evaluate(async () => {
    await Promise.all([...capturedRecordings.values()].map((recording) => recording.settle()))
    return [...capturedRecordings.values()].map(({ sampleRate, blocks }) => {
      const first = blocks[0]?.frame ?? 0
      const last = blocks.at(-1)
      const length = last ? last.frame + (last.planes[0]?.length ?? 0) - first : 0
      const channels = Math.max(0, ...blocks.map(({ planes }) => planes.length))
      const planes = Array.from({ length: channels }, () => new Float32Array(length))
      for (const block of blocks)
        block.planes.forEach((plane, channel) => planes[channel]?.set(plane, block.frame - first))
      return { sampleRate, planes: planes.map((plane) => new Uint8Array(plane.buffer).toBase64()) }
    })
  })
  return recordings.map(({ sampleRate, planes }) => ({ sampleRate, planes: planes.map(floatsFromBase64) }))
}

export async function forgetSound(page: Evaluating): Promise<void> {
  await page.evaluate(async () => {
    for (const recording of capturedRecordings.values()) {
      await recording.settle()
      recording.blocks = []
    }
  })
}

export async function disturbanceOf(page: Page): Promise<Disturbance> {
  return page.evaluate(async () => {
    const REPORTED_MS = 150
    await new Promise((resolve) => setTimeout(resolve, REPORTED_MS))
    const recordings = [...capturedRecordings.values()]
    await Promise.all(recordings.map((recording) => recording.settle()))
    return {
      ranDry: recordings.reduce((sum, { ranDry }) => sum + ranDry, 0),
      missed: recordings.reduce((sum, { missed }) => sum + missed, 0),
    }
  })
}

function floatsFromBase64(text: string): Float32Array {
  const bytes = Uint8Array.from(Buffer.from(text, 'base64'))
  return new Float32Array(bytes.buffer)
}

/** The first frame of `sound` where `needle` begins, each sample within `tolerance`; -1 when it is not there. */
export function findSound(sound: Float32Array, needle: Float32Array, tolerance = 1e-6): number {
  for (let start = 0; start + needle.length <= sound.length; start++) {
    let i = 0
    while (i < needle.length && Math.abs((sound[start + i] ?? 0) - (needle[i] ?? 0)) <= tolerance) i++
    if (i === needle.length) return start
  }
  return -1
}

/** The largest difference between two stretches of equal length. */
export function largestError(sound: Float32Array, expected: Float32Array): number {
  if (sound.length !== expected.length) throw new Error(`${sound.length} frames captured, ${expected.length} expected`)
  return sound.reduce((worst, sample, i) => Math.max(worst, Math.abs(sample - (expected[i] ?? 0))), 0)
}
