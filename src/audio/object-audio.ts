import { viewOf } from '#audio/pcm-format.ts'
import type { ReadBytes } from '#audio/pcm-format.ts'
import { admTracks, MOST_CHNA_BYTES } from '#audio/speakers/adm-tracks.ts'
import { riffChunks } from '#audio/speakers/riff-chunks.ts'

const EXTENSIBLE = 0xfffe
/** `AP_0001…`: a pack of loudspeaker channels. Matrix, object, ambisonics and binaural packs have other numbers. */
const DIRECT_SPEAKERS = 'AP_0001'

/**
 * Whether channels are audio objects (or anything but loudspeakers) that a renderer must place: a WAV with ADM chunks
 * and no speaker mask, unless all its tracks are loudspeaker packs. Their level at the listener is unknown.
 * @see ITU-R BS.2076-2, BS.2088-1 (`axml`, `chna`)
 */
export function isObjectAudio(read: ReadBytes, fileBytes: number): boolean {
  let [mask, channels, hasAdm] = [0, 0, false]
  let packs: readonly string[] = []
  for (const { id, at, bytes } of riffChunks(read, fileBytes)) {
    if (id === 'fmt ') ({ mask, channels } = shapeIn(read(at, Math.min(bytes, 40))))
    if (id === 'axml') hasAdm = true
    if (id === 'chna') {
      hasAdm = true
      packs = admTracks(read(at, Math.min(bytes, MOST_CHNA_BYTES))).map(({ pack }) => pack)
    }
  }
  if (!hasAdm || mask !== 0) return false
  return packs.length > 0 ? packs.some((pack) => !pack.startsWith(DIRECT_SPEAKERS)) : channels > 2
}

function shapeIn(chunk: Uint8Array): { readonly mask: number; readonly channels: number } {
  if (chunk.length < 16) return { mask: 0, channels: 0 }
  const view = viewOf(chunk)
  return {
    mask: view.getUint16(0, true) === EXTENSIBLE && chunk.length >= 24 ? view.getUint32(20, true) : 0,
    channels: view.getUint16(2, true),
  }
}
