import { useQuery } from '@tanstack/react-query'
import type { ProjectPageAddition, ProjectPagePlace } from '#features/projects/web/project-points.ts'
import { projectStrings } from '#features/projects/web/projects.strings.ts'
import { projectDetailsQuery } from '#features/tracks/web/tracks.client.ts'
import { loadWith } from '#web/extension/extension-point.ts'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { lazyPanel, lazyPart } from '#web/ui/page/lazy-part.tsx'
import { fileTransfersPoint } from './file-transfers-point.ts'
import { projectFilesQuery } from './files.client.ts'

const FilesTab = lazyPanel(
  () => loadWith(import('./FilesTab.tsx'), [fileTransfersPoint]),
  <SkeletonGroup>
    <SkeletonRows />
  </SkeletonGroup>,
)

const UploadFilesButton = lazyPart(() => loadWith(import('./UploadFilesButton.tsx'), [fileTransfersPoint]))

/** A project's files, beside its tracks. */
export function useFilesOnProject({ project: { id } }: ProjectPagePlace): ProjectPageAddition {
  const { data: project } = useQuery(projectDetailsQuery(id))
  const { data: files } = useQuery(projectFilesQuery(id))
  if (!project) return {}
  return {
    tab: {
      name: 'files',
      label: projectStrings.tabs.files,
      count: files?.length,
      content: <FilesTab project={project} />,
      // An empty list has its own button.
      actions: files?.length ? <UploadFilesButton project={project} /> : null,
    },
  }
}
