import * as z from 'zod'
import { contract } from '#shared/contract.ts'
import { Id } from '#shared/shapes.ts'

export const sampleProjectRoutes = contract({
  'POST /api/sample-project': {
    access: 'signed-in',
    tokens: [],
    summary: 'Create a project with a sample song in three versions and a few tasks; the versions appear one by one',
    answer: z.object({ projectId: Id }),
  },
})
