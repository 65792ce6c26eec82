import type { Hertz } from '#shared/units.ts'
import type { Planes } from '../player-messages.ts'

/** Decodes a whole small file with `decodeAudioData`, at the given rate so that nothing is resampled. */
export async function decodeInPage(file: ArrayBuffer, sampleRate: Hertz): Promise<Planes> {
  const buffer = await new OfflineAudioContext(1, 1, sampleRate).decodeAudioData(file)
  return Array.from({ length: buffer.numberOfChannels }, (_, channel) => buffer.getChannelData(channel).slice())
}
