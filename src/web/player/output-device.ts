import type { Hertz } from '#shared/units.ts'
import { isGecko } from './output-clock.ts'

export interface OutputDevice {
  readonly deviceRate: Hertz
  /** In Firefox 2 for mono and stereo, for which nothing depends on it. */
  readonly deviceChannels: number
}

/**
 * What the present output device runs at, for sound of so many channels. Only a context left to choose tells, and it
 * begins to open a stream with that. Firefox asks its audio process for the number of channels each time, and page and
 * process can wait for each other for good while a stream opens: there it is asked for surround alone. The rate it
 * knows by itself.
 */
export function outputDevice(channels: number, isAskingSlow = isGecko()): OutputDevice {
  const probe = new AudioContext()
  const deviceChannels = isAskingSlow && channels <= 2 ? 2 : probe.destination.maxChannelCount
  const device = { deviceRate: probe.sampleRate, deviceChannels }
  void probe.close()
  return device
}
