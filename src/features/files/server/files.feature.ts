import { ownData } from '#features/account/server/own-data.ts'
import { broughtBytes } from '#features/projects/server/project-hooks.ts'
import { namedFiles, type TrackMove, trackMoving } from '#features/tracks/server/track-hooks.ts'
import { archiveExtras } from '#features/renditions/server/archive-hooks.ts'
import { trashFound } from '#features/tracks/server/trash/trash-list-hooks.ts'
import { noteFileDownload } from '#features/shares/server/guests.queries.ts'
import { defineFeature } from '#server/feature.ts'
import { givesBeginning } from '#server/router/file-beginning.ts'
import { serve } from '#server/router/route-table.ts'
import { namesFiles } from '#server/storage/storage-hooks.ts'
import { trashEmptied } from '#server/trash/trash-hooks.ts'
import { fileRoutes } from '../files.contract.ts'
import { filePolicy } from '../files.policy.ts'
import { archivedProjectFiles } from './archived-files.queries.ts'
import { broughtFiles, eraseOldFiles, hasProjectFiles, namedProjectFiles } from './file-counts.queries.ts'
import { fileJobs, startFileSweep } from './files.jobs.ts'
import {
  deleteFile,
  editFile,
  editFileVersion,
  eraseFile,
  listFileVersions,
  listProjectFiles,
  readFile,
  restoreFile,
} from './files.queries.ts'
import { openFile, openFileVersion } from './files.scope.ts'
import { ownProjectFiles } from './own-files.queries.ts'
import { trashedFiles } from './trashed-files.queries.ts'
import { sendFile, sendPreview } from './send-project-file.ts'

const serveFiles = serve(fileRoutes, {
  'GET /api/projects/:projectId/files': ({ scope, query }) => listProjectFiles(scope, query),
  'GET /api/projects/:projectId/files/:fileId': async ({ scope, params }) =>
    readFile(await openFile(scope, params.fileId)),
  'GET /api/projects/:projectId/files/:fileId/versions': async ({ scope, params, query }) =>
    listFileVersions(await openFile(scope, params.fileId), query),
  'PATCH /api/projects/:projectId/files/:fileId': async ({ scope, params, body }) =>
    editFile(await openFile(scope, params.fileId), body),
  'PATCH /api/projects/:projectId/files/:fileId/versions/:fileVersionId': async ({ scope, params, body }) =>
    editFileVersion(await openFileVersion(scope, params.fileId, params.fileVersionId), body),
  'DELETE /api/projects/:projectId/files/:fileId': async ({ scope, params }) =>
    deleteFile(await openFile(scope, params.fileId)),
  'POST /api/projects/:projectId/files/:fileId/restore': async ({ scope, params }) =>
    restoreFile(await openFile(scope, params.fileId, { inTrash: true })),
  'POST /api/projects/:projectId/files/:fileId/erase': async ({ scope, params }) =>
    eraseFile(await openFile(scope, params.fileId, { inTrash: true })),
  'GET /api/projects/:projectId/files/:fileId/versions/:fileVersionId/download': async ({
    scope,
    params,
    request,
    reply,
  }) => {
    await sendFile(await openFileVersion(scope, params.fileId, params.fileVersionId), { request, reply })
    if (givesBeginning(request, reply)) await noteFileDownload(scope)
  },
  'GET /api/projects/:projectId/files/:fileId/versions/:fileVersionId/preview': async ({
    scope,
    params,
    request,
    reply,
  }) => sendPreview(await openFileVersion(scope, params.fileId, params.fileVersionId), { request, reply }),
})

export const filesFeature = defineFeature({
  name: 'files',
  serves: [serveFiles],
  actions: {
    policy: filePolicy,
    tokens: { 'file.view': ['read'], 'file.download': ['read'], 'file.edit': ['manage'], 'file.erase': [] },
  },
  tables: {
    project_files: { export: 'project_id', ownData: { none: 'the members’ together; their versions are told' } },
    file_versions: { export: { column: 'file_id', in: 'project_files' }, ownData: ['projectFiles'] },
  },
  jobs: { normal: fileJobs },
  recurring: startFileSweep,
  answers: [
    broughtBytes.answeredBy(broughtFiles),
    namedFiles.answeredBy(namedProjectFiles),
    namesFiles.answeredBy(hasProjectFiles),
    trackMoving.answeredBy(stayBehind),
    trashEmptied.answeredBy(eraseOldFiles),
    trashFound.answeredBy(trashedFiles),
    archiveExtras.answeredBy(archivedProjectFiles),
    ownData.answeredBy(() => ownProjectFiles),
  ],
})

/** Files are the project's: what belonged to a track that is moved stays, and belongs to none. */
async function stayBehind({ trackId, from: { db } }: TrackMove): Promise<void> {
  await db.updateTable('project_files').set({ track_id: null }).where('track_id', '=', trackId).execute()
}
