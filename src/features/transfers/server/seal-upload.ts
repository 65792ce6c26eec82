import { previewOf } from '#features/files/server/file-preview.ts'
import { addFileVersion } from '#features/files/server/files.queries.ts'
import type { StartAnswer } from '#features/tracks/server/versions/version-hooks.ts'
import { addVersion } from '#features/tracks/server/versions/versions.queries.ts'
import { crashPoint } from '#server/crash-points.ts'
import { change, type ProjectScope } from '#server/scope.ts'
import { PartsShort } from '#server/storage/storage.ts'
import { trackIdOf } from '#server/storage/version-key.ts'
import { transferErrors } from '../transfers.contract.ts'
import { activeUploadsOf, type SealedUpload } from './active-uploads.ts'
import type { UploadLease } from './upload-lease.ts'
import { cancelUpload, partialOf, refuseTrashed, type Upload } from './uploads.queries.ts'

const BEAT_MS = 2500

/**
 * Turns a complete upload into a version: one blob under its name, its digest, and one transaction for version and
 * upload. After a crash between any two steps the owner's next request seals it again.
 */
export function sealUpload(
  scope: ProjectScope,
  upload: Upload,
  lease: UploadLease,
  claimedSha256: string | null,
): Promise<SealedUpload> {
  return activeUploadsOf(scope.storage).seal(upload.id, async () => {
    // The track may have been deleted during the last part; a HEAD seals the upload once the track is restored.
    await refuseTrashed(scope, upload)
    await lease.beginSealing(upload, claimedSha256)
    crashPoint('seal.begun')
    // Hashing a large file after a restart takes longer than the lease. The final transaction detects a failed renewal.
    const beat = setInterval(() => void lease.renew().catch(() => undefined), BEAT_MS)
    try {
      await finishParts(scope, upload, lease)
      const sha256 = await checkedDigest(scope, upload, claimedSha256 ?? upload.sha256)
      crashPoint('seal.hashed')
      const sealed = await recordVersion(scope, upload, lease, sha256)
      crashPoint('seal.done')
      return sealed
    } finally {
      clearInterval(beat)
    }
  })
}

export function sealedFacts(upload: Upload): SealedUpload {
  const { state, destination, track_id: trackId, file_id: fileId, sha256 } = upload
  const became = destination === 'file' ? fileId : trackId
  if (state !== 'finished' || became === null || sha256 === null) throw transferErrors['upload.unreadable']()
  return { versionId: upload.version_id, trackId, fileId, sha256 }
}

/** With missing bytes no version is made: the sender continues from where they end. */
async function finishParts({ storage, log }: ProjectScope, upload: Upload, lease: UploadLease): Promise<void> {
  const partial = partialOf(upload)
  try {
    await storage.finishParts(partial, upload.size_bytes)
  } catch (error) {
    if (!(error instanceof PartsShort)) throw error
    log.error(
      { upload: upload.id, storedBytes: error.storedBytes, sizeBytes: upload.size_bytes },
      'an upload is shorter than it was',
    )
    activeUploadsOf(storage).hasher.forget(upload.id)
    await lease.backToReceiving(error.storedBytes)
    throw transferErrors['upload.offset']()
  }
  // The digest may be of the bytes that passed through here, so this checks what the store has.
  const sizeBytes = (await storage.find(partial.key))?.sizeBytes
  if (sizeBytes !== upload.size_bytes)
    throw new Error(`the store has ${sizeBytes} of ${upload.size_bytes} bytes of upload ${upload.id}`)
}

/**
 * The declared and received digests must be equal. A difference is verified by reading the file again, because the
 * upload is lost by it.
 */
async function checkedDigest(scope: ProjectScope, upload: Upload, claimed: string | null): Promise<string> {
  const { hasher } = activeUploadsOf(scope.storage)
  const partial = partialOf(upload)
  const sha256 = await hasher.finish(scope.storage, partial, upload.size_bytes)
  if (claimed === null || claimed === sha256) return sha256
  const again = await hasher.finish(scope.storage, partial, upload.size_bytes, { afresh: true })
  if (claimed === again) return again
  scope.log.warn({ upload: upload.id }, 'an upload arrived with another checksum than its sender computed')
  if (await cancelUpload(scope, upload)) await scope.storage.abortParts(partial)
  throw transferErrors['upload.checksum']()
}

async function recordVersion(
  scope: ProjectScope,
  upload: Upload,
  lease: UploadLease,
  sha256: string,
): Promise<SealedUpload> {
  const record =
    upload.destination === 'file' ? await fileRecorder(scope, upload, sha256) : trackRecorder(upload, sha256)
  return change(scope, async (tx) => {
    const { trackId, fileId, versionId } = await record(tx)
    const result = await tx.db
      .updateTable('uploads')
      .set({
        state: 'finished',
        sha256,
        version_id: versionId,
        track_id: trackId,
        file_id: fileId,
        lease_id: null,
        lease_until: null,
      })
      .where('id', '=', upload.id)
      .where('state', '=', 'sealing')
      .where('lease_id', '=', lease.id)
      .executeTakeFirst()
    // Another process seals it, or the owner cancelled it: the version is rolled back.
    if (Number(result.numUpdatedRows) !== 1) throw transferErrors['upload.locked']()
    crashPoint('seal.recorded')
    return { versionId, trackId, fileId, sha256 }
  })
}

type Recorded = Pick<SealedUpload, 'trackId' | 'fileId' | 'versionId'>
type Recorder = (tx: ProjectScope) => Promise<Recorded>

function trackRecorder(upload: Upload, sha256: string): Recorder {
  const { key: storageKey } = partialOf(upload)
  return async (tx) => {
    const { trackId, versionId } = await addVersion(tx, {
      trackId: trackIdOf(storageKey),
      newTrackTitle: upload.track_id === null ? upload.track_title : null,
      versionId: upload.version_id,
      fileName: upload.file_name,
      sizeBytes: upload.size_bytes,
      sha256,
      storageKey,
      changelog: upload.changelog,
      begunAt: upload.created_at,
      answer: answerOf(upload),
      isQuiet: upload.is_quiet === 1,
    })
    return { trackId, fileId: null, versionId }
  }
}

/** Looks at the file's first bytes before the transaction begins. */
async function fileRecorder({ storage }: ProjectScope, upload: Upload, sha256: string): Promise<Recorder> {
  const { key: storageKey } = partialOf(upload)
  const kind = await previewOf(storage, { key: storageKey, sizeBytes: upload.size_bytes })
  return async (tx) => {
    const { fileId, versionId } = await addFileVersion(tx, {
      ...kind,
      versionId: upload.version_id,
      fileId: upload.file_id,
      fileName: upload.file_name,
      audience: upload.audience ?? 'everyone',
      trackId: upload.track_id,
      sizeBytes: upload.size_bytes,
      sha256,
      storageKey,
      note: upload.changelog,
    })
    return { trackId: upload.track_id, fileId, versionId }
  }
}

/** The uploader's answer about the version plan. */
function answerOf({ start_id: startId, start_done: places }: Upload): StartAnswer | null {
  return startId === null
    ? null
    : {
        startId,
        done: (places ?? '')
          .split(',')
          .filter((place) => place !== '')
          .map(Number),
      }
}
