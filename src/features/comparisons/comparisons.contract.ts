import * as z from 'zod'
import type { ComparisonResult } from '#audio/comparison-result.ts'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Id, InstantMs } from '#shared/shapes.ts'

export const comparisonStates = ['working', 'ready', 'failed'] as const
export type ComparisonState = (typeof comparisonStates)[number]

/** A sentence about a comparison; one about a place says where, in seconds of `versionA`. */
export const ComparisonLine = z
  .object({ text: z.string(), from: z.number().nullable(), to: z.number().nullable() })
  .meta({ id: 'ComparisonLine' })

/**
 * What changed from one version (a) to another (b). Of one track, a is always the older and b the newer, whichever way
 * they were asked for; of two tracks, a is the second and b the first that was asked for. Made once for each pair.
 */
export const Comparison = z
  .object({
    id: Id,
    versionA: Id,
    versionB: Id,
    /**
     * While it is `working` the live channel's progress names this comparison's id; `comparison.ready` or
     * `comparison.failed` ends it.
     */
    state: z.enum(comparisonStates),
    /** Once `ready`. */
    /**
     * The same in words, with both named: b against a, so the newer against the older. The biggest change comes first.
     */
    lines: z.array(ComparisonLine),
    result: z.custom<ComparisonResult>().nullable().meta({
      id: 'ComparisonResult',
      type: 'object',
      description: 'alignment, gain and changes, as docs/formats/comparison.md',
    }),
    /**
     * Why it failed (`outdated`: it was made by an older release; ask for it again); words for it live with the
     * screens.
     */
    error: z.enum(['not-comparable', 'too-heavy', 'crashed', 'outdated']).nullable(),
    createdAt: InstantMs,
  })
  .meta({ id: 'Comparison' })
export type Comparison = z.infer<typeof Comparison>

export const comparisonRoutes = contract({
  'POST /api/projects/:projectId/comparisons': {
    access: 'comparison.view',
    tokens: ['read'],
    summary:
      'What changed from the older to the newer version: the result, or the state of the work; retries a failed one',
    body: z.object({ versionA: Id, versionB: Id }),
    answer: Comparison,
  },
  'GET /api/projects/:projectId/comparisons/:comparisonId': {
    access: 'comparison.view',
    summary: 'One comparison',
    answer: Comparison,
  },
  'GET /api/projects/:projectId/comparisons/:comparisonId/map': {
    access: 'comparison.view',
    summary: 'Level difference of every second and band, and the null residual (docs/formats/comparison.md)',
    answer: 'raw',
  },
})

export const comparisonErrors = refusals({
  'comparison.same_version': [422, 'Choose two different versions to compare.'],
  'comparison.not_ready': [409, 'This comparison is still being made.'],
})
