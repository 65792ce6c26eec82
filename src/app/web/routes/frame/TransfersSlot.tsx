import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { meQuery } from '#features/account/web/account.client.ts'
import { closeMarkers, useMarkersRequested } from '#features/markers/web/marker-requests.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { uploadTo } from '#features/transfers/web/download/page-downloads.ts'
import { restoreTransfers, useTransferEngine } from '#features/transfers/web/page-transfers.ts'
import { closeUpload, useUploadRequested } from '#features/transfers/web/upload/upload-request-store.ts'
import { keepDraftsOf } from '#web/api/kept-drafts.ts'
import { text } from '#web/i18n/text.ts'
import { DropAnywhere } from '#web/ui/form/DropArea.tsx'
import { lazyPart } from '#web/ui/page/lazy-part.tsx'
import { SignOutQuestion } from '../login/SignOutQuestion.tsx'
import { mainStrings } from './main.strings.ts'
import { useOpenPlace } from '../use-open-place.ts'

const TransfersPanel = lazyPart(() => import('./TransfersPanel.tsx'))
const PushKeeper = lazyPart(() => import('./PushKeeper.tsx'))
const RequestedMarkers = lazyPart(() => import('../project/RequestedMarkers.tsx'), closeMarkers)
const RequestedUpload = lazyPart(() => import('../project/RequestedUpload.tsx'), closeUpload)

/**
 * The drop area of every project page, the upload sheet, import and export of markers, and the panel of transfers. Most
 * of it loads on demand.
 */
export default function TransfersSlot() {
  const { data: me } = useQuery(meQuery)
  const engine = useTransferEngine(me?.id)
  const requested = useUploadRequested()
  const markers = useMarkersRequested()
  const { projectId } = useOpenPlace()
  useRestored(me?.id)
  return (
    <>
      {projectId !== undefined && !markers && <ProjectDrop projectId={projectId} />}
      {requested && <RequestedUpload key={requested.projectId} {...requested} />}
      {markers && <RequestedMarkers key={`${markers.way} ${markers.versionId}`} {...markers} />}
      {engine && <TransfersPanel engine={engine} />}
      {me && <SignOutQuestion userId={me.id} />}
      {me && <PushKeeper userId={me.id} />}
    </>
  )
}

/** Once per user of this page. */
function useRestored(userId: string | undefined): void {
  const queries = useQueryClient()
  useEffect(() => {
    if (userId === undefined) return
    keepDraftsOf(userId)
    void restoreTransfers(queries, userId)
  }, [queries, userId])
}

function ProjectDrop({ projectId }: { readonly projectId: string }) {
  const { trackId } = useOpenPlace()
  // The page loads it; this only reads the cache.
  const { data: project } = useQuery({ ...projectDetailsQuery(projectId), enabled: false })
  const onUpload = project && uploadTo(project)
  if (!project || !onUpload) return null
  return (
    <DropAnywhere
      words={text(mainStrings.dropToAdd, { project: project.name })}
      onFiles={(files) => onUpload(files.length === 1 ? trackId : undefined, files)}
    />
  )
}
