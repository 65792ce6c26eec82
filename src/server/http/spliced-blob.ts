import { Readable } from 'node:stream'
import type { ByteRange, Storage } from '../storage/storage.ts'

/** Literal bytes, or a range of the blob. */
export type BlobPiece = Uint8Array | ByteRange

export function splicedBytes(pieces: readonly BlobPiece[]): number {
  return pieces.reduce((sum, piece) => sum + lengthOf(piece), 0)
}

/** A byte range of the concatenated pieces. */
export function readSpliced(
  storage: Storage,
  key: string,
  pieces: readonly BlobPiece[],
  { start, end }: ByteRange,
): Readable {
  async function* parts(): AsyncGenerator<Uint8Array> {
    let at = 0
    for (const piece of pieces) {
      const [from, to] = [Math.max(start - at, 0), Math.min(end - at, lengthOf(piece) - 1)]
      if (from <= to) {
        if (piece instanceof Uint8Array) yield piece.subarray(from, to + 1)
        else yield* await storage.read(key, { start: piece.start + from, end: piece.start + to })
      }
      at += lengthOf(piece)
    }
  }
  return Readable.from(parts(), { objectMode: false })
}

function lengthOf(piece: BlobPiece): number {
  return piece instanceof Uint8Array ? piece.length : piece.end - piece.start + 1
}
