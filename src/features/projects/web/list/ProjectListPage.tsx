import { useQuery } from '@tanstack/react-query'
import { Plus } from 'lucide-react'
import { type ComponentProps, lazy, useEffect, useEffectEvent, useState } from 'react'
import type { ProjectCard } from '#features/projects/projects.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { Button } from '#web/ui/Button.tsx'
import { ErrorView } from '#web/ui/page/ErrorView.tsx'
import { PageBody } from '#web/ui/page/PageBody.tsx'
import { TopBar } from '#web/ui/frame/TopBar.tsx'
import { LazyBoundary } from '#web/ui/page/lazy-part.tsx'
import { useAheadOfAddress } from '#web/ui/use-ahead-of-address.ts'
import { useWasEverTrue } from '#web/ui/use-was-ever-true.ts'
import type NewProjectDialog from './NewProjectDialog.tsx'
import { ProjectGridSkeleton } from './ProjectGridSkeleton.tsx'
import styles from './ProjectList.module.css'
import type { FirstProjectProps } from './FirstProject.tsx'
import { ProjectListTools } from './ProjectListTools.tsx'
import { ProjectTile } from './ProjectTile.tsx'
import {
  useProjectLayout,
  type ProjectListView,
  type ProjectListViewProps,
  type ProjectWaiting,
} from './project-list-view.ts'
import { arrangeProjects } from './project-order.ts'
import { requestInvite } from '../members/invite-request.ts'
import { projectsQuery } from '../projects.client.ts'
import { projectStrings } from '../projects.strings.ts'

const loadNewProject = () => import('./NewProjectDialog.tsx')
const NewProject = lazy(loadNewProject)
const ProjectTable = lazy(() => import('./ProjectTable.tsx'))
const loadFirstProject = () => import('./FirstProject.tsx')
const FirstProject = lazy(async () => ({ default: (await loadFirstProject()).FirstProject }))
const EmptyShelf = lazy(async () => ({ default: (await import('./ProjectListEmpty.tsx')).EmptyShelf }))

type OfFirstProject = Pick<FirstProjectProps, 'onOpen' | 'makeSample' | 'onFiles' | 'setup'>
type OfNewProject = Pick<ComponentProps<typeof NewProjectDialog>, 'belonging' | 'belongingFields'>

export interface ProjectListPageProps extends OfFirstProject, OfNewProject {
  /** Whether to list a project: the organization's, or the user's own. */
  readonly holds: (project: ProjectCard) => boolean
  /** Opens with the dialog for a new project, as the installed app’s shortcut asks. */
  readonly startsNew?: boolean
  /** The view in the URL. */
  readonly address: ProjectListView
  /** By project id; only projects in which an approval is pending. */
  readonly waitings: ReadonlyMap<string, ProjectWaiting>
  /** Unread notifications by project id; only of projects that have any. */
  readonly unread: ReadonlyMap<string, number>
  readonly onAddress: (view: ProjectListView) => void
}

export function ProjectListPage({
  address,
  waitings,
  unread,
  onAddress,
  onOpen,
  makeSample,
  onFiles,
  holds,
  belonging,
  belongingFields,
  setup,
  startsNew = false,
}: ProjectListPageProps) {
  const [view, onViewChange] = useAheadOfAddress(address, onAddress)
  /** `band`: people are invited to the new project next. */
  const [creating, setCreating] = useState<'project' | 'band' | null>(startsNew ? 'project' : null)
  // The address is left, so that a reload does not ask again.
  const leave = useEffectEvent(() => onAddress(address))
  useEffect(() => {
    if (startsNew) leave()
  }, [startsNew])
  const wanted = useWasEverTrue(creating !== null)
  const { data: all, error, isFetching, refetch } = useQuery(projectsQuery(view.show))
  const projects = all?.filter(holds)
  // A user without projects does not wait for approvals to load.
  const unknown = all === undefined
  useEffect(() => {
    if (unknown) void loadFirstProject().catch(() => undefined)
  }, [unknown])
  const isMine = (id: string) => (waitings.get(id)?.mine ?? 0) > 0
  const first = view.show === 'active' && projects?.length === 0
  return (
    <>
      <TopBar crumbs={[{ label: projectStrings.projects }]}>
        <Button
          size="small"
          icon={Plus}
          onPointerEnter={() => void loadNewProject()}
          onFocus={() => void loadNewProject()}
          onClick={() => setCreating('project')}
        >
          {projectStrings.newProject}
        </Button>
      </TopBar>
      <PageBody>
        <h1 className={styles.hidden}>{projectStrings.projects}</h1>
        {!first && (
          <ProjectListTools
            view={view}
            onViewChange={onViewChange}
            waitingCount={projects?.filter(({ id }) => isMine(id)).length ?? 0}
          />
        )}
        {projects ? (
          first ? (
            <LazyBoundary missing="shown" shape={<ProjectGridSkeleton />}>
              <FirstProject
                onFiles={onFiles}
                onStart={() => setCreating('project')}
                onInvite={() => setCreating('band')}
                onOpen={onOpen}
                onViewChange={onViewChange}
                makeSample={makeSample}
                setup={setup}
              />
            </LazyBoundary>
          ) : (
            <ShownProjects
              {...{ view, onViewChange, waitings, unread }}
              projects={arrangeProjects(
                view.waiting ? projects.filter(({ id }) => isMine(id)) : projects,
                view.sort,
                view.find,
              )}
            />
          )
        ) : error ? (
          <ErrorView error={error} retrying={isFetching} onRetry={() => void refetch()}>
            {text(projectStrings.listFailed, { reason: reasonOf(error) })}
          </ErrorView>
        ) : (
          <ProjectGridSkeleton />
        )}
        {projects && !first && <div className={styles.below}>{setup}</div>}
      </PageBody>
      {wanted && (
        <LazyBoundary asked={creating !== null} onMissing={() => setCreating(null)}>
          <NewProject
            open={creating !== null}
            invites={creating === 'band'}
            onOpenChange={(open) => !open && setCreating(null)}
            onCreated={(id) => {
              if (creating === 'band') requestInvite(id)
              onOpen(id)
            }}
            {...{ belonging, belongingFields }}
          />
        </LazyBoundary>
      )}
    </>
  )
}

interface ShownProjectsProps extends ProjectListViewProps, Pick<ProjectListPageProps, 'waitings' | 'unread'> {
  readonly projects: ReturnType<typeof arrangeProjects>
}

function ShownProjects({ projects, waitings, unread, view, onViewChange }: ShownProjectsProps) {
  const layout = useProjectLayout()
  if (projects.length === 0)
    return (
      <LazyBoundary missing="shown">
        <EmptyShelf view={view} onShowAll={() => onViewChange({ find: '', show: 'active', waiting: false })} />
      </LazyBoundary>
    )
  if (layout === 'list')
    return (
      <LazyBoundary missing="shown" shape={<ProjectGridSkeleton />}>
        <ProjectTable {...{ projects, waitings, unread }} />
      </LazyBoundary>
    )
  return (
    <ul className={styles.grid}>
      {projects.map((project) => (
        <li key={project.id} className={styles.cell}>
          <ProjectTile project={project} waiting={waitings.get(project.id)} unread={unread.get(project.id) ?? 0} />
        </li>
      ))}
    </ul>
  )
}
