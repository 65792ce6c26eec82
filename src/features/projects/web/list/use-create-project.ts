import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { Belonging } from '../settings/belonging.ts'
import { projectApi } from '../project-api.ts'
import { projectListsKey } from '../projects.client.ts'

export interface NewProject extends Belonging {
  readonly name: string
  readonly description: string
}

/** Creates a project with the user as owner. */
export function useCreateProject() {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: ({ name, description, ...belonging }: NewProject) =>
      projectApi('POST /api/projects', {
        body: { name, description, ...(belonging.organizationId !== null && belonging) },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: projectListsKey }),
  })
}
