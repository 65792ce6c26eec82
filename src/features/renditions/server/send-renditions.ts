import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { FLAC_HEADER_BYTES } from '#audio/flac-stream-info.ts'
import { coverShownFor } from '#features/projects/server/covers.queries.ts'
import { readProject } from '#features/projects/server/projects.queries.ts'
import type { VersionScope } from '#features/tracks/server/tracks.scope.ts'
import { derivedFileKey } from '#features/tracks/server/versions/derived-files.ts'
import { versionOf } from '#features/tracks/server/versions/versions.queries.ts'
import { contentDisposition } from '#server/http/content-disposition.ts'
import { type Exchange, KEPT_BY_NOBODY, KEPT_BY_THE_BROWSER } from '#server/http/http-exchange.ts'
import { sendBlob, sendMade } from '#server/http/send-blob.ts'
import { change } from '#server/scope.ts'
import { Refusal } from '#shared/errors.ts'
import { dayOf, madeFileName } from '../file-names.ts'
import { flacTrouble } from '../rendition-troubles.ts'
import { renditionErrors, type RenditionSpec } from '../renditions.contract.ts'
import { type RenditionFile, renditionKey } from './rendition-files.ts'
import { askForRendition, openReady } from './renditions.queries.ts'
import { id3Tag, type SoundTags, taggedFlacHeader } from './sound-tags.ts'
import { readWaveform, type WaveformForm } from './waveform-export.ts'

type Ready = Awaited<ReturnType<typeof openReady>>

/** Sent by ranges to players. A missing rendition is requested, and refused for now. */
export async function sendRendition(
  scope: VersionScope,
  spec: RenditionSpec,
  file: RenditionFile,
  exchange: Exchange,
): Promise<void> {
  const { sha256 } = await readyOrAsked(scope, spec)
  const contentType = file === 'body' && spec.kind === 'resampled' ? 'audio/flac' : 'application/octet-stream'
  await sendBlob({
    ...exchange,
    storage: scope.storage,
    key: renditionKey(scope.version, spec, file),
    contentType,
    etag: `${sha256}-${file}`,
    disposition: 'inline',
    cacheControl: KEPT_BY_THE_BROWSER,
    fromStore: file === 'body',
  })
}

/** MP3 with the current title and cover in its tags. */
export async function sendMp3(scope: VersionScope, exchange: Exchange): Promise<void> {
  const { sha256 } = await readyOrAsked(scope, { kind: 'mp3' })
  const bytes = id3Tag(await tagsOf(scope))
  await sendTagged(scope, exchange, {
    key: renditionKey(scope.version, { kind: 'mp3' }, 'body'),
    contentType: 'audio/mpeg',
    etag: sha256,
    ending: '.mp3',
    head: { bytes, insteadOf: 0 },
  })
}

/** The lossless stream, verified against the decoded original, with the current title and cover in its tags. */
export async function sendFlac(scope: VersionScope, exchange: Exchange): Promise<void> {
  if (flacTrouble(versionOf(scope.version)) !== null) throw renditionErrors['rendition.impossible']()
  const key = derivedFileKey(scope.version, 'flac')
  const header = await buffer(await scope.storage.read(key, { start: 0, end: FLAC_HEADER_BYTES - 1 }))
  await sendTagged(scope, exchange, {
    key,
    contentType: 'audio/flac',
    etag: `${scope.version.sha256}-flac`,
    ending: '.flac',
    head: { bytes: taggedFlacHeader(header, await tagsOf(scope)), insteadOf: FLAC_HEADER_BYTES },
  })
}

interface Tagged {
  readonly key: string
  readonly contentType: string
  readonly etag: string
  readonly ending: string
  readonly head: { readonly bytes: Uint8Array; readonly insteadOf: number }
}

async function sendTagged(
  { storage, track, version }: VersionScope,
  exchange: Exchange,
  { key, contentType, etag, ending, head }: Tagged,
): Promise<void> {
  const fileName = madeFileName({ title: track.title, number: version.number, createdAt: version.created_at }, ending)
  const tagged = createHash('sha256').update(head.bytes).digest('hex').slice(0, 16)
  await sendBlob({
    ...exchange,
    storage,
    key,
    contentType,
    etag: `${etag}-${tagged}`,
    head,
    fileName,
    disposition: 'attachment',
    cacheControl: KEPT_BY_NOBODY,
  })
}

/** Waveform data in audiowaveform's format. */
export async function sendWaveform(
  scope: VersionScope,
  spec: RenditionSpec & { readonly kind: 'waveform' },
  form: WaveformForm,
  { request, reply }: Exchange,
): Promise<void> {
  await readyOrAsked(scope, spec)
  const { storage, track, version } = scope
  const waveform = await readWaveform(storage, renditionKey(version, spec, 'body'), form)
  const fileName = madeFileName(
    { title: track.title, number: version.number, createdAt: version.created_at },
    `.${form.format}`,
  )
  await sendMade({
    request,
    reply,
    length: waveform.sizeBytes,
    open: () => Readable.from(waveform.read(), { objectMode: false }),
    headers: {
      'content-type': form.format === 'json' ? 'application/json' : 'application/octet-stream',
      'content-disposition': contentDisposition('attachment', fileName),
      'cache-control': KEPT_BY_NOBODY,
    },
  })
}

async function readyOrAsked(scope: VersionScope, spec: RenditionSpec): Promise<Ready> {
  try {
    return await openReady(scope, spec)
  } catch (error) {
    if (error instanceof Refusal && error.code === 'rendition.not_ready')
      await change(scope, (tx) => askForRendition(tx, spec))
    throw error
  }
}

async function tagsOf(scope: VersionScope): Promise<SoundTags> {
  const { track, version } = scope
  const { name } = await readProject(scope)
  const cover = await coverShownFor(scope, track.id)
  return {
    title: track.title,
    album: name,
    version: [`v${version.number}`, version.label].filter(Boolean).join(' '),
    date: dayOf(version.created_at),
    cover: cover && { mediaType: cover.media_type, edge: cover.edge, bytes: Buffer.from(cover.data, 'base64') },
  }
}
