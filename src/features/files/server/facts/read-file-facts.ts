import { buffer } from 'node:stream/consumers'
import type { Storage } from '#server/storage/storage.ts'
import type { FileFacts } from '../../file-facts.ts'
import { previewKind } from '../file-preview.ts'
import { archiveFacts } from './archive-facts.ts'
import { pdfPages } from './pdf-pages.ts'
import { pictureSize } from './picture-size.ts'
import type { ReadRange } from './read-range.ts'
import { wavFormat } from './wav-format.ts'

/** Photographs have a preview of their own before their size. */
const HEAD_BYTES = 256 * 1024
const LARGEST_PDF_BYTES = 16e6
const LARGEST_TEXT_BYTES = 1e6

/** What a file says of itself; null if it is of no kind that is read here, too large for it, or damaged. */
export async function readFileFacts(storage: Storage, key: string, sizeBytes: number): Promise<FileFacts | null> {
  const read: ReadRange = async (start, end) => buffer(await storage.read(key, { start, end }))
  return factsIn(read, sizeBytes)
}

export async function factsIn(read: ReadRange, sizeBytes: number): Promise<FileFacts | null> {
  if (sizeBytes === 0) return null
  const head = await read(0, Math.min(sizeBytes, HEAD_BYTES) - 1)
  if (head.toString('latin1', 0, 4) === 'PK\u0003\u0004') return archiveFacts(read, sizeBytes)
  const wav = wavFormat(head, sizeBytes)
  if (wav) return { kind: 'wav', ...wav }
  const { preview } = previewKind(head.subarray(0, 64 * 1024), sizeBytes)
  const whole = async (mostBytes: number) =>
    sizeBytes > mostBytes ? undefined : sizeBytes <= head.byteLength ? head : await read(0, sizeBytes - 1)
  if (preview === 'picture') {
    const size = pictureSize(head)
    return size && { kind: 'picture', ...size }
  }
  if (preview === 'pdf') {
    const bytes = await whole(LARGEST_PDF_BYTES)
    const pages = bytes && (await pdfPages(bytes))
    return pages === undefined ? null : { kind: 'pdf', pages }
  }
  if (preview === 'text') {
    const bytes = await whole(LARGEST_TEXT_BYTES)
    return bytes ? { kind: 'text', lines: linesIn(bytes.toString('utf8')) } : null
  }
  return null
}

/** Empty lines at the end are none. */
function linesIn(words: string): number {
  return words.trimEnd().split(/\r\n|\r|\n/).length
}
