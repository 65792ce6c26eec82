import { useQuery } from '@tanstack/react-query'
import type { Share } from '#features/shares/shares.contract.ts'
import ShareDialog from '#features/shares/web/ShareDialog.tsx'
import { closeShare, useShareRequested } from '#features/shares/web/share-request-store.ts'
import type { ProjectDetails } from '#features/tracks/tracks.contract.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'

/** The share dialog for the requested subject. */
export default function RequestedShare() {
  const requested = useShareRequested()
  const { data: project } = useQuery({
    ...projectDetailsQuery(requested?.projectId ?? ''),
    enabled: requested !== null,
  })
  if (!requested || !project) return null
  return <ShareDialog project={shareable(project)} start={requested} onClose={closeShare} />
}

export function ChangedShare({ share, onClose }: { readonly share: Share; readonly onClose: () => void }) {
  const { data: project } = useQuery(projectDetailsQuery(share.projectId))
  return project ? <ShareDialog project={shareable(project)} share={share} onClose={onClose} /> : null
}

function shareable({ id, name, cover, tracks, trackVersions, mayDownload }: ProjectDetails) {
  return {
    id,
    name,
    cover,
    tracks: tracks.filter(({ archivedAt }) => archivedAt === null),
    versions: trackVersions,
    mayDownload,
  }
}
