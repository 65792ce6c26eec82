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
 * Turns an upload whose bytes are all safe into a version: one blob under its name, its digest, and one transaction of
 * version and upload. A crash between any two steps leaves an upload that is sealed anew when its owner asks for it.
 */
export function sealUpload(
  scope: ProjectScope,
  upload: Upload,
  lease: UploadLease,
  claimedSha256: string | null,
): Promise<SealedUpload> {
  return activeUploadsOf(scope.storage).seal(upload.id, async () => {
    // Its last part may have been on its way when the track was deleted; a HEAD seals it once the track is back.
    await refuseTrashed(scope, upload)
    await lease.beginSealing(upload, claimedSha256)
    crashPoint('seal.begun')
    // Hashing a large file after a restart takes longer than the lease. A failed beat shows in the transaction.
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
  if (upload.state !== 'finished' || upload.track_id === null || upload.sha256 === null)
    throw transferErrors['upload.unreadable']()
  return { versionId: upload.version_id, trackId: upload.track_id, sha256: upload.sha256 }
}

/** Of fewer bytes than there should be no version is made: its sender goes on from where they end. */
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
  // The digest may be of what passed through here: this asks what the store has.
  const sizeBytes = (await storage.find(partial.key))?.sizeBytes
  if (sizeBytes !== upload.size_bytes)
    throw new Error(`the store has ${sizeBytes} of ${upload.size_bytes} bytes of upload ${upload.id}`)
}

/** What was promised and what arrived must be the same. A difference is looked at twice, as the file is lost by it. */
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
  const { key: storageKey } = partialOf(upload)
  return change(scope, async (tx) => {
    const { versionId, trackId } = await addVersion(tx, {
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
    })
    const result = await tx.db
      .updateTable('uploads')
      .set({ state: 'finished', sha256, track_id: trackId, lease_id: null, lease_until: null })
      .where('id', '=', upload.id)
      .where('state', '=', 'sealing')
      .where('lease_id', '=', lease.id)
      .executeTakeFirst()
    // Somebody else seals it, or its owner gave it up: the version above is rolled back.
    if (Number(result.numUpdatedRows) !== 1) throw transferErrors['upload.locked']()
    crashPoint('seal.recorded')
    return { versionId, trackId, sha256 }
  })
}

/** Which of the tasks a version was started for are done in it, as its uploader said. */
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
