import type { Marker } from './marker.ts'
import { utf8Bytes } from './text-bytes.ts'
import { viewOf, type WavLayout } from './wav-chunks.ts'
import { isCue, isLabels, wavMarkerChunks } from './wav-markers.ts'

/** Literal bytes, or `start` to `end` of the file, both inclusive. */
export type WavPiece = Uint8Array | { readonly start: number; readonly end: number }

const MOST_RIFF_BYTES = 0xffffffff

/**
 * A WAV with its markers replaced, as pieces in order: all other chunks are unchanged, and the new markers are at the
 * end. Samples stay byte for byte. A file that exceeds 4 GiB becomes an RF64.
 */
export function markedWav(
  { form, chunks, sampleRate, frameBytes, sizes64 }: WavLayout,
  markers: readonly Marker[],
): readonly WavPiece[] {
  const added = wavMarkerChunks(markers, sampleRate)
  const kept = chunks.filter((chunk) => !isCue(chunk) && !isLabels(chunk) && chunk.id !== 'ds64')
  const dataBytes = kept.find(({ id }) => id === 'data')?.bytes ?? 0
  const plainBytes = 4 + kept.reduce((sum, { bytes }) => sum + 8 + bytes + (bytes % 2), 0) + added.length
  const isLong = form !== 'RIFF' || plainBytes > MOST_RIFF_BYTES
  const sizes = isLong
    ? withSizes(sizes64, {
        riffBytes: plainBytes + 8 + (sizes64?.length ?? 28),
        dataBytes,
        frames: Math.floor(dataBytes / frameBytes),
      })
    : null
  const head = [
    chunkHead(form === 'BW64' ? 'BW64' : isLong ? 'RF64' : 'RIFF', isLong ? MOST_RIFF_BYTES : plainBytes),
    utf8Bytes('WAVE'),
  ]
  const body = kept.flatMap(({ id, at, bytes }): WavPiece[] => [
    chunkHead(id, isLong && id === 'data' ? MOST_RIFF_BYTES : bytes),
    ...(bytes > 0 ? [{ start: at, end: at + bytes - 1 }] : []),
    ...(bytes % 2 === 1 ? [new Uint8Array(1)] : []),
  ])
  return [...head, ...(sizes ? [chunkHead('ds64', sizes.length), sizes] : []), ...body, added]
}

/** Keeps the table of other large chunks. */
function withSizes(
  before: Uint8Array | null,
  { riffBytes, dataBytes, frames }: { readonly riffBytes: number; readonly dataBytes: number; readonly frames: number },
): Uint8Array {
  const sizes = before ? before.slice() : new Uint8Array(28)
  const view = viewOf(sizes)
  view.setBigUint64(0, BigInt(riffBytes), true)
  view.setBigUint64(8, BigInt(dataBytes), true)
  if (!before) view.setBigUint64(16, BigInt(frames), true)
  return sizes
}

function chunkHead(id: string, bytes: number): Uint8Array {
  const head = new Uint8Array(8)
  head.set(utf8Bytes(id))
  viewOf(head).setUint32(4, bytes, true)
  return head
}
