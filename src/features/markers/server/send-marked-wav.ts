import { createHash } from 'node:crypto'
import { buffer } from 'node:stream/consumers'
import { markedWav } from '#audio/markers/marked-wav.ts'
import { scanWav } from '#audio/markers/wav-chunks.ts'
import type { NoteList } from '#features/notes/note-order.ts'
import { madeFileName } from '#features/renditions/file-names.ts'
import type { VersionScope } from '#features/tracks/server/tracks.scope.ts'
import { type Exchange, KEPT_BY_NOBODY } from '#server/http/http-exchange.ts'
import { sendBlob } from '#server/http/send-blob.ts'
import { markerFileEnding } from '../marker-formats.ts'
import { markerErrors } from '../markers.contract.ts'
import { markersOf, notesOn } from './noted-markers.ts'

/** The original with today's notes as its markers; its samples are sent as they lie in the store. */
export async function sendMarkedWav(scope: VersionScope, list: NoteList, exchange: Exchange): Promise<void> {
  const { storage, track, version } = scope
  const key = version.storage_key
  const readAt = async (at: number, length: number) => {
    const end = Math.min(at + length, version.size_bytes) - 1
    return end < at ? new Uint8Array(0) : new Uint8Array(await buffer(await storage.read(key, { start: at, end })))
  }
  const layout = await scanWav(readAt, version.size_bytes)
  if (!layout) throw markerErrors['markers.no_wav']()
  const pieces = markedWav(layout, markersOf(await notesOn(scope, list)))
  const own = createHash('sha256')
  for (const piece of pieces) if (piece instanceof Uint8Array) own.update(piece)
  const fileName = madeFileName(
    { title: track.title, number: version.number, createdAt: version.created_at },
    markerFileEnding('wav'),
  )
  await sendBlob({
    ...exchange,
    storage,
    key,
    pieces,
    contentType: 'audio/wav',
    etag: `${version.sha256}-${own.digest('hex').slice(0, 16)}`,
    fileName,
    disposition: 'attachment',
    cacheControl: KEPT_BY_NOBODY,
  })
}
