import { Readable } from 'node:stream'
import { writeAuditionMarkers } from '#audio/markers/audition-markers.ts'
import { writeEdlMarkers } from '#audio/markers/edl-markers.ts'
import { writeMidiMarkers } from '#audio/markers/midi-markers.ts'
import { writePlainMarkers } from '#audio/markers/plain-markers.ts'
import { writeReaperMarkers } from '#audio/markers/reaper-markers.ts'
import type { FrameRate } from '#audio/markers/timecode.ts'
import { TRUSTED_TEMPO } from '#audio/tempo.ts'
import type { NoteList, PlacedNote } from '#features/notes/note-order.ts'
import { readProject } from '#features/projects/server/projects.queries.ts'
import { madeFileName } from '#features/renditions/file-names.ts'
import { storedTempo } from '#features/tracks/server/tracks.queries.ts'
import type { VersionScope } from '#features/tracks/server/tracks.scope.ts'
import { versionOf } from '#features/tracks/server/versions/versions.queries.ts'
import { contentDisposition } from '#server/http/content-disposition.ts'
import { type Exchange, KEPT_BY_NOBODY } from '#server/http/http-exchange.ts'
import { sendMade } from '#server/http/send-blob.ts'
import { type ListFormat, markerFileEnding } from '../marker-formats.ts'
import { markersOf, notesOn } from './noted-markers.ts'

export interface MarkerFileOptions {
  readonly format: ListFormat
  readonly state: NoteList
  readonly frames: FrameRate
  readonly tempo?: number | undefined
}

const PLAIN_TEMPO = 120
const contentTypes: Readonly<Record<ListFormat, string>> = {
  reaper: 'text/csv; charset=utf-8',
  audition: 'text/csv; charset=utf-8',
  midi: 'audio/midi',
  edl: 'text/plain; charset=utf-8',
  text: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
}

/** A version's notes as a marker file for other programs. */
export async function sendMarkers(
  scope: VersionScope,
  options: MarkerFileOptions,
  { request, reply }: Exchange,
): Promise<void> {
  const { track, version } = scope
  const bytes = Buffer.from(await fileOf(scope, options, await notesOn(scope, options.state)))
  const fileName = madeFileName(
    { title: track.title, number: version.number, createdAt: version.created_at },
    markerFileEnding(options.format),
  )
  const headers = {
    'content-type': contentTypes[options.format],
    'content-disposition': contentDisposition('attachment', fileName),
    'cache-control': KEPT_BY_NOBODY,
  }
  await sendMade({
    request,
    reply,
    headers,
    length: bytes.length,
    open: () => Readable.from([bytes], { objectMode: false }),
  })
}

async function fileOf(
  scope: VersionScope,
  { format, state, frames, tempo }: MarkerFileOptions,
  notes: readonly PlacedNote[],
): Promise<string | Uint8Array> {
  const { track, version } = scope
  const [markers, title] = [markersOf(notes), `${track.title} – v${version.number}`]
  if (format === 'reaper') return writeReaperMarkers(markers)
  if (format === 'audition') return writeAuditionMarkers(markers)
  if (format === 'midi') return writeMidiMarkers(markers, { title, beatsPerMinute: tempo ?? tempoOf(scope) })
  if (format === 'edl') return writeEdlMarkers(markers, { title, rate: frames })
  if (format === 'text') return writePlainMarkers(markers, { title })
  const { name } = await readProject(scope)
  // Loads fonts and the PDF engine only when needed.
  const { noteSheet } = await import('./note-sheet.ts')
  return noteSheet({
    project: name,
    title: track.title,
    version: versionOf(version),
    printedAt: scope.now(),
    list: state,
    notes,
  })
}

/** What a person said of the track, or the analysed tempo if it was reliable. */
function tempoOf({ track, version }: VersionScope): number {
  const said = storedTempo(track.tempo)
  if (said) return said.beatsPerMinute
  const tempo = versionOf(version).report?.tempo
  return tempo && tempo.confidence >= TRUSTED_TEMPO ? tempo.beatsPerMinute : PLAIN_TEMPO
}
