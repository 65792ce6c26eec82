import type { projectRoutes } from '#features/projects/projects.contract.ts'
import { client } from '#web/api/api-client.ts'

export const projectApi = client<typeof projectRoutes>()
