import { ProjectActions } from '#features/tracks/web/ProjectActions.tsx'
import type { ProjectSlotProps } from './screen-slots.tsx'
import { projectDownloads, trackTransfers } from './track-transfers.ts'

export default function ProjectActionsSlot({ project }: ProjectSlotProps) {
  const { onUpload } = trackTransfers(project)
  return <ProjectActions project={project} downloads={projectDownloads(project)} onUpload={onUpload && (() => onUpload())} />
}
