import * as z from 'zod'
import type { AnalysisVerdict } from '#audio/analysis-report.ts'
import type { Seconds } from '#shared/units.ts'

/** What a child measures about the recordings it was given. */
export type MeasureTask =
  /** Descriptors: A, B, both again for a second pass, and their energy grids. */
  { readonly task: 'compare' } | { readonly task: 'spectrogram'; readonly channels: 'mix' | 'each' }

/** Messages of a measuring child, besides the bytes of its one file. */
export type MeasureMessages =
  | { readonly type: 'started' }
  /** The declared total length of all its recordings. */
  | { readonly type: 'opened'; readonly declaredSeconds: Seconds | null }
  | { readonly type: 'progress'; readonly fraction: number }
  /** The result; the caller knows and validates its shape. */
  | { readonly type: 'found'; readonly found: unknown }
  | { readonly type: 'verdict'; readonly verdict: AnalysisVerdict; readonly detail: string }

export const measureMessages: z.ZodType<MeasureMessages> = z.discriminatedUnion('type', [
  z.object({ type: z.literal('started') }),
  z.object({ type: z.literal('opened'), declaredSeconds: z.number().nullable() }),
  z.object({ type: z.literal('progress'), fraction: z.number().min(0).max(1) }),
  z.object({ type: z.literal('found'), found: z.unknown() }),
  z.object({
    type: z.literal('verdict'),
    verdict: z.enum([
      'not-audio',
      'unsupported',
      'damaged',
      'too-many-channels',
      'no-samples',
      'too-long',
      'too-heavy',
    ]),
    detail: z.string().max(500),
  }),
])
