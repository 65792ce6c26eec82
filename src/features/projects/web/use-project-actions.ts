import { useMutation, useQueryClient, type QueryClient } from '@tanstack/react-query'
import type { Project } from '#features/projects/projects.contract.ts'
import { reasonOf } from '#web/api/reason.ts'
import { text } from '#web/i18n/text.ts'
import { toast } from '#web/ui/overlay/toast-store.ts'
import { whileLeaving } from './leaving-projects.ts'
import { projectApi } from './project-api.ts'
import { projectListsKey, projectPeopleQuery } from './projects.client.ts'
import { projectStrings } from './projects.strings.ts'

type Named = Pick<Project, 'id' | 'name'>

interface Act {
  readonly project: Named
  readonly carryOut: () => Promise<unknown>
  readonly tell: () => void
}

export interface ProjectActions {
  readonly archive: (project: Named) => void
  readonly unarchive: (project: Named) => void
  /** Moves it to the trash; `onGone` leaves its page before anything is refetched. */
  readonly remove: (project: Named, onGone?: () => void | Promise<void>) => void
  readonly restore: (project: Named) => void
  readonly rename: (project: Named, name: string) => void
  readonly busy: boolean
}

/** Actions on a whole project, each with a toast and an undo. */
export function useProjectActions(): ProjectActions {
  const queries = useQueryClient()
  const { mutate, isPending } = useMutation({
    mutationFn: ({ carryOut }: Act) => carryOut(),
    // Here and not in the options of `mutate`: the menu or dialog that called may be unmounted by then.
    onSuccess: (_, { project, tell }) => {
      tell()
      return readProjectAgain(queries, project.id)
    },
    onError: (error, { project }) =>
      toast({
        tone: 'error',
        text: text(projectStrings.actionFailed, { name: project.name, reason: reasonOf(error) }),
      }),
  })
  const act = (project: Named, carryOut: () => Promise<unknown>, tell: () => void) =>
    mutate({ project, carryOut, tell })
  const said = (words: string, { name }: Named, undo?: () => void) =>
    void toast({ text: words.replace('{name}', name), ...(undo && { undo }) })
  const setArchived =
    ({ id: projectId }: Named, archived: boolean) =>
    () =>
      projectApi('PATCH /api/projects/:projectId', { params: { projectId }, body: { archived } })
  const actions: ProjectActions = {
    archive: (project) =>
      act(project, setArchived(project, true), () =>
        said(projectStrings.archived, project, () => actions.unarchive(project)),
      ),
    unarchive: (project) => act(project, setArchived(project, false), () => said(projectStrings.unarchived, project)),
    remove: (project, onGone) =>
      act(
        project,
        async () => {
          await whileLeaving(project.id, () =>
            projectApi('DELETE /api/projects/:projectId', { params: { projectId: project.id } }),
          )
          await onGone?.()
        },
        () => said(projectStrings.deleted, project, () => actions.restore(project)),
      ),
    restore: (project) =>
      act(
        project,
        () => projectApi('POST /api/projects/:projectId/restore', { params: { projectId: project.id } }),
        () => said(projectStrings.restored, project),
      ),
    rename: (project, name) =>
      act(
        project,
        () => projectApi('PATCH /api/projects/:projectId', { params: { projectId: project.id }, body: { name } }),
        () =>
          said(text(projectStrings.renamed, { before: project.name, name }), { ...project, name }, () =>
            actions.rename({ ...project, name }, project.name),
          ),
      ),
    busy: isPending,
  }
  return actions
}

/** Refetches lists of projects, and all open queries of this one. */
export async function readProjectAgain(queries: QueryClient, projectId: string): Promise<void> {
  await Promise.all([
    queries.invalidateQueries({ queryKey: projectListsKey }),
    queries.invalidateQueries({ queryKey: ['project', projectId] }),
    queries.invalidateQueries({ queryKey: projectPeopleQuery(projectId).queryKey }),
  ])
}
