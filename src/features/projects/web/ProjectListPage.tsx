import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import type { ProjectCard } from '#features/projects/projects.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorView } from '#web/ui/ErrorView.tsx'
import { PageBody } from '#web/ui/PageBody.tsx'
import { TopBar } from '#web/ui/TopBar.tsx'
import { NewProjectDialog } from './NewProjectDialog.tsx'
import { arrangeProjects, type ProjectSort } from './project-order.ts'
import { ProjectGridSkeleton } from './ProjectGridSkeleton.tsx'
import { ProjectListTools } from './ProjectListTools.tsx'
import { EmptyShelf, FirstProject } from './ProjectListEmpty.tsx'
import { ProjectTile } from './ProjectTile.tsx'
import { projectsQuery, type ProjectShelf } from './projects.queries.ts'
import { projectStrings } from './projects.strings.ts'
import { useShownView } from './use-shown-view.ts'
import styles from './ProjectList.module.css'

export interface ProjectListView {
  readonly show: ProjectShelf
  readonly sort: ProjectSort
  readonly find: string
}

export interface ProjectListPageProps extends Pick<ComponentProps<typeof NewProjectDialog>, 'belonging' | 'belongingFields'> {
  /** Whether a project is listed here: an organization's, or one's own. */
  readonly holds: (project: ProjectCard) => boolean
  /** As the address has it. */
  readonly address: ProjectListView
  readonly onAddress: (view: ProjectListView) => void
  readonly onOpen: (projectId: string) => void
  /** Makes a project to try things out with. */
  readonly makeSample: () => Promise<{ readonly projectId: string }>
  /** Starts a project with these files; without it none can be dropped. */
  readonly onFiles?: ((files: readonly File[]) => void) | undefined
}

export function ProjectListPage({ address, onAddress, onOpen, makeSample, onFiles, holds, belonging, belongingFields }: ProjectListPageProps) {
  const [view, onViewChange] = useShownView(address, onAddress)
  const [creating, setCreating] = useState(false)
  const { data: all, error, isFetching, refetch } = useQuery(projectsQuery(view.show))
  const projects = all?.filter(holds)
  const first = view.show === 'active' && projects?.length === 0
  return (
    <>
      <TopBar crumbs={[{ label: projectStrings.projects }]}>
        <Button size="small" icon={Plus} onClick={() => setCreating(true)}>{projectStrings.newProject}</Button>
      </TopBar>
      <PageBody>
        <h1 className={styles.hidden}>{projectStrings.projects}</h1>
        {!first && <ProjectListTools view={view} onViewChange={onViewChange} />}
        {projects
          ? first
            ? <FirstProject onFiles={onFiles} onStart={() => setCreating(true)} onOpen={onOpen} onViewChange={onViewChange} makeSample={makeSample} />
            : <ProjectGrid {...{ view, onViewChange }} projects={arrangeProjects(projects, view.sort, view.find)} />
          : error
            ? <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>{text(projectStrings.listFailed, { reason: reasonOf(error) })}</ErrorView>
            : <ProjectGridSkeleton />}
      </PageBody>
      <NewProjectDialog open={creating} onOpenChange={setCreating} onCreated={onOpen} {...{ belonging, belongingFields }} />
    </>
  )
}

export interface ProjectListViewProps {
  readonly view: ProjectListView
  readonly onViewChange: (change: Partial<ProjectListView>) => void
}

interface ProjectGridProps extends ProjectListViewProps {
  readonly projects: ReturnType<typeof arrangeProjects>
}

function ProjectGrid({ projects, view, onViewChange }: ProjectGridProps) {
  if (projects.length === 0) return <EmptyShelf view={view} onShowAll={() => onViewChange({ find: '', show: 'active' })} />
  return <ul className={styles.grid}>{projects.map((project) => <li key={project.id} className={styles.cell}><ProjectTile project={project} /></li>)}</ul>
}
