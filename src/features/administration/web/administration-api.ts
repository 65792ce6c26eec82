import type { administrationRoutes } from '#features/administration/administration.contract.ts'
import { client } from '#web/api/api-client.ts'

export const administrationApi = client<typeof administrationRoutes>()
