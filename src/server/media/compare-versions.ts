import * as z from 'zod'
import type { AnalysisVerdict } from '#audio/analysis-report.ts'
import type { ComparisonResult } from '#audio/comparison-result.ts'
import { OPENINGS } from '#server/media/child-protocol.ts'
import { runMeasureChild } from '#server/media/measure-process.ts'

export interface ComparedFiles {
  /** The upload and its energy grid, as local files. */
  readonly a: { readonly sound: string; readonly grid: string }
  readonly b: { readonly sound: string; readonly grid: string }
}

export type ComparisonOutcome =
  | { readonly ok: true; readonly result: ComparisonResult; readonly map: Uint8Array }
  | { readonly ok: false; readonly verdict: AnalysisVerdict; readonly detail: string }

const figure = z.number()
const pair = <T extends z.ZodType>(of: T) => z.object({ a: of, b: of })
const span = z.object({ from: figure, to: figure })
const end = z.object({ seconds: figure, audible: z.boolean() })

const result: z.ZodType<ComparisonResult> = z.object({
  version: z.int(),
  sampleRate: figure,
  sampleRates: pair(figure),
  channels: pair(figure),
  frames: pair(figure),
  alignment: z
    .object({
      offsetFrames: z.int(),
      confidence: figure.min(0).max(1),
      inverted: z.boolean(),
      timing: z.enum(['steady', 'varies', 'ambiguous']),
    })
    .nullable(),
  unaligned: z.enum(['silence', 'unrelated']).nullable(),
  agreement: z
    .object({
      isWhole: z.boolean(),
      seconds: z.int(),
      spans: z.array(z.object({ from: figure, to: figure })).max(1000),
    })
    .nullable(),
  segments: z
    .array(
      z.object({
        from: figure,
        to: figure,
        at: figure,
        rate: figure.positive(),
        isExact: z.boolean(),
        isSure: z.boolean(),
      }),
    )
    .max(1000),
  isRenderedAgain: z.boolean(),
  speed: z
    .object({ rate: figure.positive(), kind: z.enum(['clock', 'tempo']), tempi: pair(figure).nullable() })
    .nullable(),
  beat: z
    .object({
      beatsPerMinute: figure.positive(),
      isCertain: z.boolean(),
      beatsPerBar: z.union([z.literal(3), z.literal(4)]).nullable(),
    })
    .nullable(),
  edits: z
    .array(
      z.object({
        kind: z.enum(['cut', 'added', 'replaced', 'moved']),
        a: span,
        b: span,
        isAudible: z.boolean(),
        slack: figure,
        confidence: figure.min(0).max(1),
      }),
    )
    .max(100),
  gain: figure.nullable(),
  identicalAudio: z.boolean(),
  overlap: z.object({ from: figure, to: figure }).nullable(),
  only: pair(z.object({ head: end, tail: end })),
  residual: figure.nullable(),
  changes: z
    .array(
      z.object({
        kind: z.enum(['level', 'muted', 'added', 'different', 'inverted', 'width', 'mono', 'stereo']),
        from: figure,
        to: figure,
        low: figure.nullable(),
        high: figure.nullable(),
        decibels: figure.nullable(),
      }),
    )
    .max(100),
  partTiming: z.object({ later: figure, low: figure, high: figure }).nullable(),
  dynamics: pair(figure).nullable(),
  channelChanges: z
    .array(
      z.object({
        kind: z.enum([
          'swapped',
          'flipped',
          'dead',
          'restored',
          'balance',
          'mono',
          'copied',
          'stereo',
          'width',
          'sides',
        ]),
        channel: z.int().nullable(),
        decibels: figure.nullable(),
      }),
    )
    .max(10),
  isPartlyUnnamed: z.boolean(),
})

const found = z.object({ result, map: z.base64() })

/** Compares a with b in a disposable process. Rejects as `runMeasureChild` does. */
export async function compareVersions(
  { a, b }: ComparedFiles,
  watching: { readonly signal?: AbortSignal; readonly onProgress?: (fraction: number) => void } = {},
): Promise<ComparisonOutcome> {
  const again = (sound: string) => Array.from({ length: OPENINGS - 1 }, () => sound)
  const paths = [a.sound, b.sound, ...again(a.sound), ...again(b.sound), a.grid, b.grid]
  const outcome = await runMeasureChild({ task: { task: 'compare' }, paths, ...watching })
  if (!outcome.ok) return outcome
  const answer = found.safeParse(outcome.found).data
  if (!answer) return { ok: false, verdict: 'damaged', detail: 'the decoder answered something else' }
  return { ok: true, result: answer.result, map: Buffer.from(answer.map, 'base64') }
}
