import * as z from 'zod'
import { touchProject } from '#features/projects/server/projects.queries.ts'
import { emit } from '#server/events/events.queries.ts'
import { enqueue, JOB_LEASE_MS, type JobKind } from '#server/jobs/jobs.queue.ts'
import type { ProjectScope } from '#server/scope.ts'
import { done } from '#shared/shapes.ts'
import type { TrackScope, VersionScope } from '../tracks.scope.ts'
import { eraseVersions } from './trash-emptying.ts'

/** Deletes files below a folder of the store that nothing refers to. */
export const eraseFiles: JobKind<{ prefix: string }> = {
  kind: 'files.erase',
  payload: z.strictObject({ prefix: z.string() }),
  maxAttempts: 8,
  leaseMs: JOB_LEASE_MS,
}

/** Only from the trash: rows are deleted at once, files in the background. */
export async function eraseProject(scope: ProjectScope): Promise<typeof done> {
  const { db, projectId } = scope
  const versions = await db.selectFrom('versions').select('storage_key').where('project_id', '=', projectId).execute()
  await db.deleteFrom('projects').where('id', '=', projectId).where('deleted_at', 'is not', null).execute()
  const own = `projects/${projectId}/`
  // A track that was moved here has its files where it came from. Those of its notes are swept.
  const prefixes = new Set([
    own,
    `attachments/${projectId}/`,
    ...versions.map((row) => folderOf(row.storage_key)).filter((folder) => !folder.startsWith(own)),
  ])
  for (const prefix of prefixes) await enqueue(scope, eraseFiles, { prefix })
  return notifyOwn(scope)
}

export async function eraseTrack(scope: TrackScope): Promise<typeof done> {
  const { db, projectId, track } = scope
  await touchProject(scope)
  // A version that was uploaded to another track still has its files there.
  const moved = await db.selectFrom('versions').select('storage_key').where('track_id', '=', track.id).execute()
  await db.deleteFrom('tracks').where('id', '=', track.id).where('deleted_at', 'is not', null).execute()
  const prefixes = new Set([
    `projects/${projectId}/${track.id}/`,
    ...moved
      .map((row) => folderOf(row.storage_key))
      .filter((folder) => !folder.startsWith(`projects/${projectId}/${track.id}/`)),
  ])
  for (const prefix of prefixes) await enqueue(scope, eraseFiles, { prefix })
  return notifyOwn(scope)
}

export async function eraseVersion(scope: VersionScope): Promise<typeof done> {
  const { db, version } = scope
  await touchProject(scope)
  await eraseVersions(db, [version.id])
  await enqueue(scope, eraseFiles, { prefix: folderOf(version.storage_key) })
  return notifyOwn(scope)
}

function folderOf(key: string): string {
  return key.slice(0, key.lastIndexOf('/') + 1)
}

/** Notifies the user's other windows. */
async function notifyOwn(scope: ProjectScope): Promise<typeof done> {
  await emit(scope, `user:${scope.actor.userId}`, 'trash.emptied', { projectId: scope.projectId })
  return done
}
