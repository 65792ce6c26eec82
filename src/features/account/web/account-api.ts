import type { accountRoutes } from '#features/account/account.contract.ts'
import { client } from '#web/api/api-client.ts'

export const accountApi = client<typeof accountRoutes>()
