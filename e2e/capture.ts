import type { BrowserContext, Page } from 'playwright-core'

/** What a page sent to the sound device, one entry per audio context, in order of creation. */
export interface CapturedSound {
  readonly sampleRate: number
  /** planes[channel][frame], frame 0 being the context's first that was recorded. */
  readonly planes: readonly Float32Array[]
}

/** The recorder as a script. A test server that serves it may keep its content policy. */
export const RECORDER_SCRIPT = `
registerProcessor('sound-recorder', class extends AudioWorkletProcessor {
  process([input]) {
    const planes = input.length > 0 ? input.map((plane) => plane.slice()) : [new Float32Array(128), new Float32Array(128)]
    this.port.postMessage({ frame: currentFrame, planes }, planes.map((plane) => plane.buffer))
    return true
  }
})`

/**
 * Record everything that pages of this context connect to a destination, sample for sample and without changing
 * it. Call before the page opens. Give the address where the page's own origin serves `RECORDER_SCRIPT`; without
 * one the recorder is a blob, for which the context needs `bypassCSP: true` (Playwright cannot answer requests for
 * worklets).
 */
export async function captureSound(context: BrowserContext, recorderPath?: string): Promise<void> {
  await context.addInitScript(([recorderPath, script]) => {
    interface Recording {
      readonly sampleRate: number
      readonly blocks: { readonly frame: number; readonly planes: Float32Array[] }[]
    }
    const recordings = new Map<BaseAudioContext, Recording>()
    Object.assign(globalThis, { capturedRecordings: recordings })
    const addModule = AudioWorklet.prototype.addModule
    AudioWorklet.prototype.addModule = async function (...wanted: Parameters<typeof addModule>) {
      await addModule.call(this, recorderPath ?? URL.createObjectURL(new Blob([script], { type: 'text/javascript' })))
      await addModule.apply(this, wanted)
    }
    const connect = AudioNode.prototype.connect
    AudioNode.prototype.connect = function (this: AudioNode, ...target: unknown[]) {
      if (target[0] instanceof AudioDestinationNode) {
        const recorder = new AudioWorkletNode(this.context, 'sound-recorder', { channelCount: this.channelCount, channelCountMode: 'max', channelInterpretation: 'discrete' })
        const recording: Recording = { sampleRate: this.context.sampleRate, blocks: [] }
        recordings.set(this.context, recording)
        recorder.port.onmessage = ({ data }) => recording.blocks.push(data)
        Reflect.apply(connect, this, [recorder])
        // A node that leads nowhere may not be run; this one adds nothing but silence.
        Reflect.apply(connect, recorder, [this.context.destination])
      }
      return Reflect.apply(connect, this, target)
    } as typeof connect
  }, [recorderPath, RECORDER_SCRIPT] as const)
}

/** Everything recorded since the page opened or since `forgetSound`. */
export async function capturedSound(page: Page): Promise<readonly CapturedSound[]> {
  const recordings = await page.evaluate(() => {
    interface Recording {
      readonly sampleRate: number
      readonly blocks: readonly { readonly frame: number; readonly planes: Float32Array[] }[]
    }
    const { capturedRecordings } = globalThis as unknown as { capturedRecordings: Map<unknown, Recording> }
    return [...capturedRecordings.values()].map(({ sampleRate, blocks }) => {
      const first = blocks[0]?.frame ?? 0
      const last = blocks.at(-1)
      const length = last ? last.frame + (last.planes[0]?.length ?? 0) - first : 0
      const channels = Math.max(0, ...blocks.map(({ planes }) => planes.length))
      const planes = Array.from({ length: channels }, () => new Float32Array(length))
      for (const block of blocks) block.planes.forEach((plane, channel) => planes[channel]?.set(plane, block.frame - first))
      return { sampleRate, planes: planes.map((plane) => new Uint8Array(plane.buffer).toBase64()) }
    })
  })
  return recordings.map(({ sampleRate, planes }) => ({ sampleRate, planes: planes.map(floatsFromBase64) }))
}

export async function forgetSound(page: Page): Promise<void> {
  await page.evaluate(() => {
    const { capturedRecordings } = globalThis as unknown as { capturedRecordings: Map<unknown, { blocks: unknown[] }> }
    for (const recording of capturedRecordings.values()) recording.blocks.length = 0
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
