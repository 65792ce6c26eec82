import type { Readable } from 'node:stream'
import { MEDIA_HEAD_BYTES, mediaKind } from '#features/notes/server/media-kind.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { FilePreview } from '../files.contract.ts'

export interface PreviewKind {
  readonly preview: FilePreview | null
  readonly mediaType: string
}

/** Larger ones would only slow a browser down. */
const LARGEST: Readonly<Record<FilePreview, number>> = { picture: 50e6, pdf: 100e6, text: 1e6 }
const HEAD_BYTES = 64 * 1024
const NONE: PreviewKind = { preview: null, mediaType: 'application/octet-stream' }

/** By its bytes, never by its name alone: what can contain scripts (SVG, HTML) is shown as text at most. */
export async function previewOf(
  storage: Storage,
  { key, sizeBytes }: { readonly key: string; readonly sizeBytes: number },
): Promise<PreviewKind> {
  if (sizeBytes === 0) return NONE
  const end = Math.min(sizeBytes, HEAD_BYTES) - 1
  const found = previewKind(await bytesOf(await storage.read(key, { start: 0, end })), sizeBytes)
  return found.preview !== null && sizeBytes > LARGEST[found.preview] ? NONE : found
}

/** `head` is the start of the file. */
export function previewKind(head: Buffer, sizeBytes: number): PreviewKind {
  const media = mediaKind(head.subarray(0, MEDIA_HEAD_BYTES))
  if (media?.kind === 'image') return { preview: 'picture', mediaType: media.mediaType }
  if (media) return NONE
  if (head.toString('latin1', 0, 5) === '%PDF-') return { preview: 'pdf', mediaType: 'application/pdf' }
  return isText(head, sizeBytes) ? { preview: 'text', mediaType: 'text/plain; charset=utf-8' } : NONE
}

/** UTF-8 without control characters; a character that the end of the head cuts in two is none of its faults. */
function isText(head: Buffer, sizeBytes: number): boolean {
  // oxlint-disable-next-line no-control-regex
  const control = /[\u0000-\u0008\u000b\u000e-\u001a\u001c-\u001f]/
  try {
    const words = new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: head.byteLength < sizeBytes })
    return words.trim() !== '' && !control.test(words)
  } catch {
    return false
  }
}

async function bytesOf(stream: Readable): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk)
  return Buffer.concat(chunks)
}
