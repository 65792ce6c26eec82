import { ProjectActions } from '#features/tracks/web/ProjectActions.tsx'
import { sharePolicy } from '#features/shares/shares.policy.ts'
import { allows } from '#shared/roles.ts'
import { requestShare } from './share-request-store.ts'
import type { ProjectSlotProps } from './screen-slots.tsx'
import { projectDownloads, trackTransfers } from './track-transfers.ts'

export default function ProjectActionsSlot({ project }: ProjectSlotProps) {
  const { onUpload } = trackTransfers(project)
  return (
    <ProjectActions
      project={project}
      downloads={projectDownloads(project)}
      onUpload={onUpload && (() => onUpload())}
      onShare={allows(project, sharePolicy['share.manage']) ? () => requestShare({ projectId: project.id }) : undefined}
    />
  )
}
