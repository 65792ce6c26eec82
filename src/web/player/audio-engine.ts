import type { Hertz, Seconds } from '#shared/units.ts'
// oxlint-disable-next-line import/default -- Vite exports the address of the built file
import mixerUrl from './mix/mixer.worklet.ts?worker&url'
import { OutputClock } from './output-clock.ts'
import { outputDevice, type OutputDevice } from './output-device.ts'
import type { ChainOrder, MixerToPage, PageToMixer } from './player-messages.ts'

/** What an engine is made for; another rate or channel count needs another engine. */
export interface EngineFormat {
  readonly sampleRate: Hertz
  readonly channels: number
}

/** The rate of its output device differs from the format's when the browser has to resample. */
export interface AudioEngine extends OutputDevice {
  readonly format: EngineFormat
  send(message: PageToMixer | ChainOrder, transfer?: Transferable[]): void
  /** Seconds of sound that the device has taken; stands still when it is gone or suspended. */
  taken(): Seconds
  resume(): Promise<void>
  suspend(): Promise<void>
  /** The context time that is being heard now. */
  heardTime(): Seconds
  close(): Promise<void>
}

export interface EngineOutlets {
  readonly heard: (message: MixerToPage) => void
  /** The browser or the device stopped the sound (a call, another application, a lost device). */
  readonly interrupted: () => void
  /** The device is gone for good: a new context is needed. */
  readonly lost: () => void
}

/** Mono is played on both sides, so it shares an engine with stereo. */
export function engineFormat({ sampleRate, channels }: EngineFormat): EngineFormat {
  return { sampleRate, channels: Math.max(2, channels) }
}

/**
 * An audio context at the recording's own rate with the mixer in it. Call it in the person's gesture: browsers
 * keep contexts made elsewhere silent. Rejects with NotSupportedError for a rate the browser cannot run at.
 */
export async function createEngine(format: EngineFormat, outlets: EngineOutlets): Promise<AudioEngine> {
  // Before the stream starts: Firefox waits for its audio process with this answer, and with channelCount's check.
  const { deviceRate, deviceChannels } = outputDevice(format.channels)
  const context = new AudioContext({ sampleRate: format.sampleRate, latencyHint: 'interactive' })
  if (format.channels !== 2 && format.channels <= deviceChannels) context.destination.channelCount = format.channels
  // Where the device has fewer, what is folded down is the person's choice, not the browser's.
  else if (format.channels > 2) context.destination.channelInterpretation = 'discrete'
  const clock = new OutputClock(context)
  const starting = context.resume()
  const mixing = createMixer(context, format)
  const node = await mixing.catch(async (error: unknown) => {
    await context.close()
    throw error
  })
  node.connect(context.destination)
  node.port.onmessage = ({ data }: MessageEvent<MixerToPage>) => {
    if (data.kind === 'report') clock.hear(data.state === 'playing')
    outlets.heard(data)
  }
  // An event of newer browsers: the device failed, and this context will never sound again.
  context.addEventListener('error', outlets.lost)
  let isResting = false
  context.onstatechange = () => {
    if (!isResting && context.state !== 'running' && context.state !== 'closed') outlets.interrupted()
  }
  await starting
  return {
    format,
    deviceRate,
    deviceChannels,
    send: (message, transfer = []) => node.port.postMessage(message, transfer),
    taken: () => context.currentTime,
    resume: () => {
      isResting = false
      return context.resume()
    },
    suspend: () => {
      isResting = true
      return context.suspend()
    },
    heardTime: () => clock.heardTime(),
    close: async () => {
      context.onstatechange = null
      context.removeEventListener('error', outlets.lost)
      node.port.onmessage = null
      node.disconnect()
      await context.close()
    },
  }
}

/** Fetches the audio thread's code ahead of the first press. */
export function warmEngine(): void {
  fetch(mixerUrl, { priority: 'low' }).catch(() => {})
}

async function createMixer(context: AudioContext, { channels }: EngineFormat): Promise<AudioWorkletNode> {
  await context.audioWorklet.addModule(mixerUrl)
  return new AudioWorkletNode(context, 'roughmix-mixer', { numberOfInputs: 0, outputChannelCount: [channels] })
}
