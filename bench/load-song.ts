import { closeSync, openSync, writeSync } from 'node:fs'
import { renderSong, SONG_MIXES } from '#audio/song.ts'
import { wavHeader, wavSamples } from '#audio/wav-file.ts'
import type { Seconds } from '#shared/units.ts'

export const SONG_RATE = 48_000
export const SONG_CHANNELS = 2

/** A bounce like a DAW's: 24 bit, 48 kHz, stereo, with compressible music. */
export function writeBounce(path: string, seconds: Seconds): void {
  const file = openSync(path, 'w')
  writeSync(
    file,
    wavHeader({ sampleRate: SONG_RATE, channels: SONG_CHANNELS, encoding: 's24', totalFrames: seconds * SONG_RATE }),
  )
  for (const block of renderSong({ mix: SONG_MIXES.rough, sampleRate: SONG_RATE, seconds }))
    writeSync(file, wavSamples(block, 's24'))
  closeSync(file)
}
