import * as z from 'zod'
import type { ComparisonResult } from '#audio/comparison-result.ts'
import { contract } from '#shared/contract.ts'
import { refusals } from '#shared/errors.ts'
import { Id, InstantMs } from '#shared/shapes.ts'

export const comparisonStates = ['working', 'ready', 'failed'] as const
export type ComparisonState = (typeof comparisonStates)[number]

/**
 * One sentence about a comparison; a sentence about a place has its position in seconds of `versionA`. `isSure` is
 * false for what is only probable.
 */
export const ComparisonLine = z
  .object({ text: z.string(), from: z.number().nullable(), to: z.number().nullable(), isSure: z.boolean() })
  .meta({ id: 'ComparisonLine' })

/**
 * What changed from one version (a) to another (b). Within a track, a is always the older, whichever was requested
 * first; across tracks, a is the second and b the first that was requested. Made once per pair.
 */
export const Comparison = z
  .object({
    id: Id,
    versionA: Id,
    versionB: Id,
    /**
     * While it is `working`, progress on the live socket has this comparison's id; `comparison.ready` or
     * `comparison.failed` ends it.
     */
    state: z.enum(comparisonStates),
    /** What people said of the track beside its sound: the words count bars by it, and name parts. */
    known: z.object({
      beatsPerMinute: z.number().optional(),
      beatsPerBar: z.number().optional(),
      /** On the timeline of `versionA`. */
      parts: z.array(z.object({ name: z.string(), from: z.number(), to: z.number() })),
    }),
    /** The result as sentences that name both: b against a, so the newer against the older. Largest change first. */
    lines: z.array(ComparisonLine),
    /** Set once it is `ready`. */
    result: z.custom<ComparisonResult>().nullable().meta({
      id: 'ComparisonResult',
      type: 'object',
      description: 'alignment, gain and changes, as docs/formats/comparison.md',
    }),
    /** Why it failed (`outdated`: an older release made it; request it again). The texts are in the client. */
    error: z.enum(['not-comparable', 'too-heavy', 'crashed', 'outdated']).nullable(),
    createdAt: InstantMs,
  })
  .meta({ id: 'Comparison' })
export type Comparison = z.infer<typeof Comparison>

export const comparisonRoutes = contract({
  'POST /api/projects/:projectId/comparisons': {
    access: 'comparison.view',
    tokens: ['read'],
    guests: 'listen',
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
  'comparison.not_ready': [409, 'This comparison is not ready yet.'],
})
