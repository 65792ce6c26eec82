import type { Hertz } from '#shared/units.ts'
import { isGecko } from './output-clock.ts'

export interface OutputDevice {
  readonly deviceRate: Hertz
  /** Always 2 in Firefox for mono and stereo, where the number does not matter. */
  readonly deviceChannels: number
}

/**
 * The rate and channel count of the present output device for `channels` channels. Only a context without a requested
 * rate reveals the device's rate, and creating one begins to open a stream. In Firefox, reading the channel count waits
 * for the audio process and can deadlock while a stream opens, so it is read only for surround; the rate needs no
 * query.
 */
export function outputDevice(channels: number, isAskingSlow = isGecko()): OutputDevice {
  const probe = new AudioContext()
  const deviceChannels = isAskingSlow && channels <= 2 ? 2 : probe.destination.maxChannelCount
  const device = { deviceRate: probe.sampleRate, deviceChannels }
  void probe.close()
  return device
}
