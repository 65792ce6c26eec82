import type { organizationRoutes } from '#features/organizations/organizations.contract.ts'
import { client } from '#web/api/api-client.ts'

export const organizationApi = client<typeof organizationRoutes>()
