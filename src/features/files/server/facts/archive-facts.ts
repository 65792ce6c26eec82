import { Readable } from 'node:stream'
import { type Entry, fromRandomAccessReaderPromise, RandomAccessReader, type ZipFile } from 'yauzl'
import type { FileFacts } from '../../file-facts.ts'
import type { ReadRange } from './read-range.ts'
import { wavFormat, type WavFormat } from './wav-format.ts'

/** An archive that names more is only downloaded. */
const MOST_ENTRIES = 10_000
/** Of more, only the number is told: each costs two reads. */
const MOST_HEADS = 64
/** Broadcast WAV has kilobytes of words before its samples. No more of a file is ever unpacked. */
const HEAD_BYTES = 64 * 1024
/** The directory is read in pieces of this size. */
const PIECE_BYTES = 64 * 1024

/**
 * Reads the archive's directory, and the first bytes of the files in it that their names call WAV: archives inside it
 * are not opened, and nothing is unpacked but those bytes.
 */
export async function archiveFacts(read: ReadRange, sizeBytes: number): Promise<FileFacts | null> {
  const zip = await fromRandomAccessReaderPromise(new RangeReader(read), sizeBytes, { autoClose: false }).catch(
    () => undefined,
  )
  if (!zip || zip.entryCount > MOST_ENTRIES) return null
  const entries: Entry[] = []
  try {
    for await (const entry of zip.eachEntry()) if (isFile(entry)) entries.push(entry)
  } catch {
    return null
  }
  if (entries.some(({ fileName }) => documents.has(fileName))) return null
  const named = entries.filter(({ fileName }) => /\.(wav|wave|bwf|rf64)$/i.test(fileName))
  return { kind: 'archive', fileCount: entries.length, wav: named.length === 0 ? null : await wavIn(zip, named) }
}

/** By these, documents and programs that are packed as ZIP are known: nobody asks what they are made of. */
const documents = new Set(['[Content_Types].xml', 'mimetype', 'META-INF/MANIFEST.MF'])

/** macOS adds a shadow of each file. */
function isFile({ fileName }: Entry): boolean {
  return !fileName.endsWith('/') && !/(^|\/)(__MACOSX\/|\.DS_Store$|\._)/.test(fileName)
}

async function wavIn(zip: ZipFile, entries: readonly Entry[]): Promise<Extract<FileFacts, { kind: 'archive' }>['wav']> {
  const unknown = { count: entries.length, sampleRate: null, bits: null }
  if (entries.length > MOST_HEADS) return null
  const formats: WavFormat[] = []
  for (const entry of entries) {
    const head = await headOf(zip, entry)
    const format = head && wavFormat(head, entry.uncompressedSize)
    // A name is no proof: one that is no WAV, or cannot be read, leaves only the number of files.
    if (!format) return null
    formats.push(format)
  }
  const [first] = formats
  const isSame = formats.every(({ sampleRate, bits }) => sampleRate === first?.sampleRate && bits === first.bits)
  return first && isSame ? { count: entries.length, sampleRate: first.sampleRate, bits: first.bits } : unknown
}

async function headOf(zip: ZipFile, entry: Entry): Promise<Buffer | undefined> {
  if (!entry.canDecodeFileData() || entry.uncompressedSize === 0) return undefined
  const chunks: Buffer[] = []
  let length = 0
  try {
    const bytes = await zip.openReadStreamPromise(entry)
    // Leaving the loop destroys the stream.
    for await (const chunk of bytes as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      length += chunk.byteLength
      if (length >= HEAD_BYTES) break
    }
  } catch {
    return undefined
  }
  return Buffer.concat(chunks).subarray(0, HEAD_BYTES)
}

/** Reads piece by piece as the library asks, so that a large entry is never fetched whole. */
class RangeReader extends RandomAccessReader {
  readonly #read: ReadRange

  constructor(read: ReadRange) {
    super()
    this.#read = read
  }

  override _readStreamForRange(start: number, end: number): Readable {
    const read = this.#read
    return Readable.from(
      (async function* pieces() {
        for (let at = start; at < end; at += PIECE_BYTES) yield await read(at, Math.min(end, at + PIECE_BYTES) - 1)
      })(),
      { objectMode: false },
    )
  }
}
