import type { Hertz, Seconds } from '#shared/units.ts'
// oxlint-disable-next-line import/default -- Vite exports the address of the built file
import mixerUrl from './mix/mixer.worklet.ts?worker&url'
import { OutputClock } from './output-clock.ts'
import { outputDevice, type OutputDevice } from './output-device.ts'
import type { ChainOrder, MixerToPage, PageToMixer } from './player-messages.ts'

/** An engine is created for one rate and channel count; other values need another engine. */
export interface EngineFormat {
  readonly sampleRate: Hertz
  readonly channels: number
}

/** The rate of the output device differs from the format's rate if the browser has to resample. */
export interface AudioEngine extends OutputDevice {
  readonly format: EngineFormat
  send(message: PageToMixer | ChainOrder, transfer?: Transferable[]): void
  /** Seconds of sound that the device has consumed; does not advance while the device is gone or suspended. */
  taken(): Seconds
  resume(): Promise<void>
  suspend(): Promise<void>
  /** The context time that is audible now. */
  heardTime(): Seconds
  close(): Promise<void>
}

export interface EngineOutlets {
  readonly heard: (message: MixerToPage) => void
  /** The browser or the system stopped the sound: a call, another application, a lost device. */
  readonly interrupted: () => void
  /** The device is gone: a new context is needed. */
  readonly lost: () => void
}

/** Mono is played on both sides, so it shares an engine with stereo. */
export function engineFormat({ sampleRate, channels }: EngineFormat): EngineFormat {
  return { sampleRate, channels: Math.max(2, channels) }
}

/**
 * Creates an audio context at the recording's rate, with the mixer in it. Call it in a user gesture: browsers keep
 * other contexts silent. Rejects with NotSupportedError if the browser cannot run at the rate.
 */
export async function createEngine(format: EngineFormat, outlets: EngineOutlets): Promise<AudioEngine> {
  // Call this before the stream starts: Firefox waits for its audio process here and when it checks channelCount.
  const { deviceRate, deviceChannels } = outputDevice(format.channels)
  const context = new AudioContext({ sampleRate: format.sampleRate, latencyHint: 'interactive' })
  if (format.channels !== 2 && format.channels <= deviceChannels) context.destination.channelCount = format.channels
  // If the device has fewer channels, the user chooses the fold-down, not the browser.
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
  // Event of newer browsers: the device failed, and this context will never sound again.
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

/** Loads the worklet code before the first press of play. */
export function warmEngine(): void {
  fetch(mixerUrl, { priority: 'low' }).catch(() => {})
}

async function createMixer(context: AudioContext, { channels }: EngineFormat): Promise<AudioWorkletNode> {
  await context.audioWorklet.addModule(mixerUrl)
  return new AudioWorkletNode(context, 'roughmix-mixer', { numberOfInputs: 0, outputChannelCount: [channels] })
}
