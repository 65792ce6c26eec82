import { client } from '#web/api/api-client.ts'
import type { attachmentRoutes } from '../attachments.contract.ts'

export const attachmentApi = client<typeof attachmentRoutes>()
