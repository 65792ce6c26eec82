import { Refusal } from '#shared/errors.ts'
import { Readable } from 'node:stream'
import { makeZip, predictLength } from 'client-zip'
import type { Selectable } from 'kysely'
import { coverShownFor } from '#features/projects/server/covers.queries.ts'
import type { CoverTable } from '#features/projects/server/projects.tables.ts'
import { readProject } from '#features/projects/server/projects.queries.ts'
import {
  currentAmong,
  findCurrentVersion,
  openVersion,
  reachesTrack,
  type TrackScope,
} from '#features/tracks/server/tracks.scope.ts'
import type { VersionTable } from '#features/tracks/server/tracks.tables.ts'
import { contentDisposition } from '#server/http/content-disposition.ts'
import { type Exchange, KEPT_BY_NOBODY } from '#server/http/http-exchange.ts'
import { sendMade } from '#server/http/send-blob.ts'
import type { ProjectScope } from '#server/scope.ts'
import { archiveFileName } from '../file-names.ts'
import { renditionErrors } from '../renditions.contract.ts'
import { type ArchivedExtra, archiveExtras } from './archive-hooks.ts'
import { archiveNames } from './archive-names.ts'

type Which = 'current' | 'all'

interface ProjectArchive {
  readonly versions: Which | 'none'
  readonly files: 'none' | 'newest' | 'all'
  /** Only these; undefined for all. */
  readonly tracks?: readonly string[] | undefined
}

type Version = Selectable<VersionTable>

/** A project's originals, and its other files; a guest gets those only by a link that gives them. */
export async function sendProjectArchive(
  scope: ProjectScope,
  { versions, files, tracks }: ProjectArchive,
  exchange: Exchange,
): Promise<void> {
  const entries = versions === 'none' ? [] : await projectOriginals(scope, versions, tracks)
  const extras =
    files === 'none' || (scope.share && !scope.share.may.files) ? [] : (await archiveExtras.ask(scope, files)).flat()
  await sendArchive(scope, (await readProject(scope)).name, { entries, extras, coverOf: null }, exchange)
}

/**
 * In album order; archived tracks only if all are requested. A guest gets what the link reaches, archived tracks only
 * if it names them. `wanted` limits it to a selection, numbered as in the whole.
 */
async function projectOriginals(
  scope: ProjectScope,
  which: Which,
  wanted: readonly string[] | undefined,
): Promise<readonly Entry[]> {
  const { db, projectId, share } = scope
  const tracks = await db
    .selectFrom('tracks')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .$if(share ? share.trackIds === null : which === 'current', (q) => q.where('archived_at', 'is', null))
    .orderBy('position')
    .orderBy('id')
    .execute()
  const versions = await db
    .selectFrom('versions')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('deleted_at', 'is', null)
    .orderBy('sequence', 'desc')
    .execute()
  const entries: Entry[] = []
  for (const [i, track] of tracks.filter(({ id }) => reachesTrack(scope, id)).entries()) {
    if (wanted && !wanted.includes(track.id)) continue
    const own = versions.filter((version) => version.track_id === track.id)
    const current = share?.versionId ? own.find(({ id }) => id === share.versionId) : currentAmong(track, own)
    const chosen = which === 'all' ? own : current ? [current] : []
    for (const version of chosen)
      if (await isWithin(scope, version)) entries.push({ version, title: track.title, place: i + 1 })
  }
  return entries
}

/** By the opener that every download of one file passes. */
async function isWithin(scope: ProjectScope, { track_id: trackId, id }: Version): Promise<boolean> {
  if (!scope.share) return true
  return openVersion(scope, trackId, id).then(
    () => true,
    (error: unknown) => {
      // Only what the link does not reach is left out; a database that fails is no reason for a file less.
      if (error instanceof Refusal) return false
      throw error
    },
  )
}

/** A track's originals, newest first. */
export async function sendTrackArchive(scope: TrackScope, which: Which, exchange: Exchange): Promise<void> {
  const { db, track } = scope
  const current = which === 'current' ? await findCurrentVersion(scope) : undefined
  const versions =
    which === 'current'
      ? current
        ? [current]
        : []
      : await db
          .selectFrom('versions')
          .selectAll()
          .where('track_id', '=', track.id)
          .where('deleted_at', 'is', null)
          .orderBy('sequence', 'desc')
          .execute()
  const entries = versions.map((version) => ({ version, title: track.title, place: null }))
  await sendArchive(scope, track.title, { entries, extras: [], coverOf: track.id }, exchange)
}

interface Contents {
  readonly entries: readonly Entry[]
  readonly extras: readonly ArchivedExtra[]
  /** The track whose cover goes along with bounces; null for the project's. */
  readonly coverOf: string | null
}

interface Entry {
  readonly version: Version
  readonly title: string
  readonly place: number | null
}

/**
 * A ZIP without compression, written while it is sent: its length is known in advance, and memory does not grow with
 * it.
 */
async function sendArchive(
  scope: ProjectScope,
  name: string,
  { entries, extras, coverOf }: Contents,
  { request, reply }: Exchange,
): Promise<void> {
  if (entries.length + extras.length === 0) throw renditionErrors['archive.empty']()
  const names = archiveNames(
    entries.map(({ version, ...entry }) => ({ ...entry, number: version.number, fileName: version.file_name })),
  )
  const cover = entries.length > 0 ? await coverShownFor(scope, coverOf) : undefined
  const { storage } = scope
  const files: readonly ArchivedFile[] = [
    ...(cover ? [archivedCover(cover)] : []),
    ...entries.map(({ version }, i) => ({
      name: names[i] ?? version.id,
      size: version.size_bytes,
      lastModified: new Date(version.created_at),
      open: () => storage.read(version.storage_key),
    })),
    ...extras.map(({ path, sizeBytes, at, storageKey }) => ({
      name: path,
      size: sizeBytes,
      lastModified: new Date(at),
      open: () => storage.read(storageKey),
    })),
  ]
  await sendMade({
    request,
    reply,
    length: Number(predictLength(files)),
    open: () => openZip(files),
    headers: {
      'content-type': 'application/zip',
      'content-disposition': contentDisposition('attachment', archiveFileName(name)),
      'cache-control': KEPT_BY_NOBODY,
    },
  })
}

interface ArchivedFile {
  readonly name: string
  readonly size: number
  readonly lastModified: Date
  readonly open: () => Promise<Readable>
}

function archivedCover({ media_type, data, created_at }: Selectable<CoverTable>): ArchivedFile {
  const bytes = Buffer.from(data, 'base64')
  return {
    name: media_type === 'image/png' ? 'cover.png' : 'cover.jpg',
    size: bytes.length,
    lastModified: new Date(created_at),
    open: async () => Readable.from([bytes]),
  }
}

/** The ZIP library does not close the file it reads when the client disconnects, so this does. */
function openZip(files: readonly ArchivedFile[]): Readable {
  let reading: Readable | null = null
  async function* bytesOf(open: ArchivedFile['open']): AsyncGenerator<Uint8Array> {
    reading = await open()
    // The client may have disconnected while the file was opened.
    if (zip.destroyed) reading.destroy()
    else yield* reading
  }
  async function* inputs() {
    for (const { name, lastModified, open } of files) yield { name, lastModified, input: bytesOf(open) }
  }
  const zip = Readable.fromWeb(makeZip(inputs(), { buffersAreUTF8: true }))
  zip.once('close', () => reading?.destroy())
  return zip
}
