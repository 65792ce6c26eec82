import * as z from 'zod'
import type { ComparisonResult } from '#audio/comparison-result.ts'
import { contract } from '#shared/contract.ts'
import { Id, InstantMs } from '#shared/shapes.ts'

export const comparisonStates = ['working', 'ready', 'failed'] as const
export type ComparisonState = (typeof comparisonStates)[number]

/** What changed from one version (a) to another (b), of any tracks of one project. Made once per ordered pair. */
export const Comparison = z
  .object({
    id: Id,
    versionA: Id,
    versionB: Id,
    /** While it is `working` the live channel's progress names this comparison's id; `comparison.ready` or `comparison.failed` ends it. */
    state: z.enum(comparisonStates),
    /** Once `ready`. */
    result: z.custom<ComparisonResult>().nullable().meta({ id: 'ComparisonResult', type: 'object', description: 'alignment, gain and changes, as docs/formats/comparison.md' }),
    /** Why it failed; words for it live with the screens. */
    error: z.enum(['not-comparable', 'too-heavy', 'crashed']).nullable(),
    createdAt: InstantMs,
  })
  .meta({ id: 'Comparison' })
export type Comparison = z.infer<typeof Comparison>

export const comparisonRoutes = contract({
  'POST /api/projects/:projectId/comparisons': {
    access: 'comparison.view',
    summary: 'What changed from version a to version b: the answer where it is known, or else it is begun; one that failed is tried again',
    body: z.object({ versionA: Id, versionB: Id }),
    answer: Comparison,
  },
  'GET /api/projects/:projectId/comparisons/:comparisonId': { access: 'comparison.view', summary: 'One comparison', answer: Comparison },
  'GET /api/projects/:projectId/comparisons/:comparisonId/map': { access: 'comparison.view', summary: 'Level difference of every second and band, and the null residual (docs/formats/comparison.md)', answer: 'raw' },
})
