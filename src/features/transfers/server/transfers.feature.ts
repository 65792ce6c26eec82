import { moment, ownData, type OwnPart, type OwnThing } from '#features/account/server/own-data.ts'
import { openProjects } from '#features/projects/server/own-projects.queries.ts'
import { broughtBytes } from '#features/projects/server/project-hooks.ts'
import { guestClaimed } from '#features/shares/server/guest-hooks.ts'
import { type TrackMove, trackMoving, versionsUnderWay } from '#features/tracks/server/track-hooks.ts'
import { trackErrors } from '#features/tracks/tracks.contract.ts'
import { defineFeature } from '#server/feature.ts'
import type { UserScope } from '#server/scope.ts'
import { heldBytes, namesFiles } from '#server/storage/storage-hooks.ts'
import { transferPolicy } from '../transfers.policy.ts'
import { serveTransfers } from './transfers.routes.ts'
import { broughtUploads, bytesToCome, handUploadsOver, hasUploads, isHeld, versionsToCome } from './upload-hold.ts'
import { cancelUpload } from './uploads.queries.ts'
import { startTransferSweep, transferJobs } from './uploads.jobs.ts'

const ownUploads: readonly OwnPart[] = [{ name: 'uploads', read: unfinishedUploads }]

/** Uploads that have not become versions: running or cancelled. */
async function unfinishedUploads(scope: UserScope): Promise<readonly OwnThing[]> {
  const { db, actor } = scope
  const rows = await db
    .selectFrom('uploads')
    .leftJoin(openProjects(scope), 'open.id', 'uploads.project_id')
    .select([
      'uploads.file_name',
      'uploads.track_title',
      'uploads.changelog',
      'uploads.size_bytes',
      'uploads.offset_bytes',
      'uploads.state',
      'uploads.created_at',
      'open.id as open_id',
      'open.name as open_name',
    ])
    .where('uploads.user_id', '=', actor.userId)
    .where('uploads.state', '!=', 'finished')
    .orderBy('uploads.created_at')
    .orderBy('uploads.id')
    .execute()
  return rows.map((row) => ({
    projectId: row.open_id,
    project: row.open_name,
    newTrack: row.track_title,
    fileName: row.file_name,
    sizeBytes: row.size_bytes,
    receivedBytes: row.offset_bytes,
    changelog: row.changelog,
    state: row.state,
    begunAt: moment(row.created_at),
  }))
}

export const transfersFeature = defineFeature({
  name: 'transfers',
  serves: [serveTransfers],
  actions: { policy: transferPolicy, tokens: { 'upload.add': ['upload'] } },
  tables: { uploads: { export: 'left-behind', ownData: ['uploads'] } },
  jobs: { normal: transferJobs },
  recurring: startTransferSweep,
  answers: [
    broughtBytes.answeredBy(broughtUploads),
    namesFiles.answeredBy(hasUploads),
    heldBytes.answeredBy(bytesToCome),
    versionsUnderWay.answeredBy(versionsToCome),
    trackMoving.answeredBy(endUploads),
    guestClaimed.answeredBy(handUploadsOver),
    ownData.answeredBy(() => ownUploads),
  ],
})

/**
 * An upload says at its start where the version will be. One that has not moved for a while would hold the track here
 * for days, and only its owner can cancel it: it ends. Other files that were meant to belong to the track belong to
 * none.
 */
async function endUploads({ trackId, from: { db, now } }: TrackMove): Promise<void> {
  await db
    .updateTable('uploads')
    .set({ track_id: null })
    .where('track_id', '=', trackId)
    .where('destination', '=', 'file')
    .execute()
  const open = await db
    .selectFrom('uploads')
    .selectAll()
    .where('track_id', '=', trackId)
    .where('state', 'in', ['receiving', 'sealing'])
    .execute()
  if (open.some((upload) => upload.state === 'sealing' || isHeld(upload, now()))) throw trackErrors['track.uploading']()
  for (const upload of open) await cancelUpload({ db }, upload)
}
