import type { ProjectPageAddition, ProjectPagePlace } from '#features/projects/web/project-points.ts'
import { projectStrings } from '#features/projects/web/projects.strings.ts'
import { SkeletonGroup } from '#web/ui/list/Skeleton.tsx'
import { SkeletonRows } from '#web/ui/list/SkeletonRows.tsx'
import { memberColour } from '#web/ui/mark/author-colour.ts'
import { lazyPanel } from '#web/ui/page/lazy-part.tsx'

const ActivityTab = lazyPanel(
  () => import('./ActivityTab.tsx'),
  <SkeletonGroup>
    <SkeletonRows face />
  </SkeletonGroup>,
)

export function useActivityOnProject({ project }: ProjectPagePlace): ProjectPageAddition {
  const people = project.members.map(({ person: { id, name }, joinOrder }) => ({
    id,
    name,
    colour: memberColour(joinOrder),
  }))
  return {
    tab: {
      name: 'activity',
      label: projectStrings.tabs.activity,
      content: <ActivityTab projectId={project.id} people={people} />,
    },
  }
}
